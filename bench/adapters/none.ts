/** Takes the place of `before.ts` where there is no other checkout. */
export const before = [];

/** Does nothing: handles what is reported elsewhere, releases what was never held. */
export function nothing(): void {}

/** Holds nothing. */
export function holdNothing(): () => void {
  return nothing;
}

/**
 * Shows where in a value something is: `data[1].home`.
 *
 * @param path names and indexes, from the outside in
 */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "string" && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step)) {
      text += text === "" ? step : `.${step}`;
    } else {
      text += `[${
        typeof step === "string" ? JSON.stringify(step) : String(step)
      }]`;
    }
  }
  return text;
}

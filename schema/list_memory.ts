/**
 * Remembers what was made of lists that never change, as long as somebody
 * holds the first of them: the same lists give the same result.
 */
export class ListMemory<Input, Output> {
  readonly #results = new WeakMap<
    readonly Input[],
    { readonly lists: readonly (readonly Input[])[]; readonly result: Output }
  >();

  /**
   * @param lists what the result is made of; at least one
   * @param make makes the result
   */
  of(lists: readonly (readonly Input[])[], make: () => Output): Output {
    const first = lists[0]!;
    const known = this.#results.get(first);
    if (
      known !== undefined && known.lists.length === lists.length &&
      known.lists.every((list, index) => list === lists[index])
    ) return known.result;
    const result = make();
    this.#results.set(first, { lists, result });
    return result;
  }
}

/**
 * The method that `using` calls, under `Symbol.dispose`, as a client of
 * {@linkcode createClient} has it. No member where the `lib` of a compilation
 * does not declare that symbol.
 *
 * @internal
 */
export type Disposal = {
  [Method in SymbolNamed<"dispose">]: () => void;
};

/**
 * The method that `await using` calls, under `Symbol.asyncDispose`, as a client
 * of {@linkcode createClient} has it. No member where the `lib` of a
 * compilation does not declare that symbol.
 *
 * @internal
 */
export type AsyncDisposal = {
  [Method in SymbolNamed<"asyncDispose">]: () => Promise<void>;
};

/** A member of `Symbol` that an older `lib` may not declare. */
type SymbolNamed<Name extends string> = Name extends keyof SymbolConstructor
  ? Extract<SymbolConstructor[Name], symbol>
  : never;

import { assert, assertEquals } from "@std/assert";
import ts from "typescript-6";
import type { Binding } from "../scopes.ts";
import { SourceFile } from "../source_file.ts";
import { type Node, nodesOf } from "../syntax.ts";

/** Every way a name can be declared, used, shadowed or only look like a use. */
const nasty = `
import def, { a, b as c, type T, type U as V } from 'x';
import * as ns from 'y';
import type D from 'z';
import req = require('w');
import alias = ns.inner.deep;

export { a, c as renamed, type T };
export default function named(x: T = a as T, { a: b2 = c, ...rest }: { a?: V } = {}, [y, , z]: V[] = []): ns.T | void {
  var hoisted = a; { var hoisted2 = c; let a = 1; a; { const c = a; c; } }
  hoisted2; named(); x; b2; rest; y; z; def;
  return;
}
function shadows(a: typeof c, c: D) { a; c; { function a() {} a(); } }
function types<T, K extends keyof T = keyof T>(t: T, u: { [P in K]: T[P] }): T extends Array<infer V> ? V : U2 { type D = T; let d: D; return d!; }
type U2 = T extends (infer a)[] ? a : typeof a;
interface Shape<V = T> extends Omit<D, 'a'>, ns.Shape { a: T; c(a: V, b: T): typeof a; new (c: T): V; [a: string]: V; readonly [ns.key]: V; }
class Base<V extends T> extends ns.Base<V> implements Shape<V>, D {
  a = a; static c = c; #a = c; [a] = 1; declare c: T; accessor z = a;
  constructor(private a2: T, readonly def2 = def) { super(a2); this.a; a2; }
  get b() { return this.#a ?? a; } set b(c) { c; }
  static { var a = 1; a; let c = a; c; }
  @dec(a) method(@dec(c) a: T): asserts a is V { a; super.method(a); }
  static override schema = { a, c: c, [c]: a, a2() { return a; }, get c2() { return c; }, async *[a]() {} };
}
const Expr = class Inner { a() { return Inner; } }, fn = function inner(a) { return inner(a); };
namespace N { export const a = 1; export type T = typeof a; export namespace M { a; let x: T; } }
enum E { a = 1, b = a, c = ns.c }
declare module 'other' { export interface T { a: number } }
declare function overloaded(a: T): void;
abstract class Abs { abstract c(a: T): V; abstract a: V; }
try { a; } catch ({ a, c: [d] }) { a; d; } finally { c; }
for (const a of c) { a; } for (let a = 0, b = a; a < b; a++) c; for (var v in a) v; for (a.b of c) ;
a: for (;;) { continue a; } switch (a) { case c: let a = 1; a; default: { const a = 2; a; } }
const { a: { b: renamed1 }, [c]: computed = a, ...others } = ns; renamed1; computed; others;
({ a: ns.b, c: [ns.d] } = { a, c }); [ns.a, ...ns.c] = [a, c];
const arrow = async (a, { c } = { c }) => { await a; return c; }, simple = a => a, gen = function* () { yield a; };
const jsx = <a.b c={c} a><c a="a" {...a}>{(a) => a}</c><ns.Component<T> a:c="1" /><Base /><div a={c}>a c</div></a.b>;
const generic = <T,>(t: T): T => t satisfies T as unknown as T;
let x1: import('x').T<typeof a>, x2: ns.T.a, x3: [a: T, c?: V], x4: (a: T) => a is T, x5: \`\${T}a\`, x6: abstract new (a: T) => V, x7: typeof ns.a.b, x8: unique symbol;
a?.c?.[c]; a!.c; new a.c(c); \`\${a}\${c}\`; a\`c\`; delete a.c; typeof a; void c; a, c; import.meta.a; new.target;
type Mapped = { [a in keyof T as \`\${a}\`]-?: T[a] }; let tuple = [a, c] as const; type F = typeof tuple[number]; type G = this;
export = ns; export as namespace a;
`;

Deno.test("names mean what the compiler says they mean [endpoint/MOD-2]", () => {
  const path = "/nasty.tsx";
  const file = new SourceFile(path, nasty);
  const service = languageService(path, nasty);
  let compared = 0;
  for (const binding of bindingsOf(file)) {
    const start = binding.declaration.start!;
    const found = service.findRenameLocations(path, start, false, false, {
      providePrefixAndSuffixTextForRename: true,
    });
    if (!found) continue;
    compared++;
    const ours = [binding.declaration, ...binding.references]
      .map((name) => name.start!);
    const theirs = found.map(({ textSpan }) => textSpan.start);
    assertEquals(
      places(ours),
      places(theirs),
      `${binding.name} declared at ${place(start)}`,
    );
  }
  service.dispose();
  assert(compared > 90, `only ${compared} names were compared`);
});

function bindingsOf(file: SourceFile): Set<Binding> {
  const nodes: Node[] = [...nodesOf(file.program)];
  return new Set(nodes.flatMap((node) => file.bindingOf(node) ?? []));
}

function places(offsets: readonly number[]): string[] {
  return [...new Set(offsets)].sort((a, b) => a - b).map(place);
}

function place(offset: number): string {
  const before = nasty.slice(0, offset).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1} ${
    nasty.slice(offset, offset + 12).split("\n")[0]
  }`;
}

function languageService(path: string, text: string): ts.LanguageService {
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      noResolve: true,
      noLib: true,
      jsx: ts.JsxEmit.Preserve,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    }),
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      name === path ? ts.ScriptSnapshot.fromString(text) : undefined,
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib.d.ts",
    fileExists: (name) => name === path,
    readFile: (name) => name === path ? text : undefined,
  });
}

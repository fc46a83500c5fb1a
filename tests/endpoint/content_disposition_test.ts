import { assertEquals } from "@std/assert";
import { filenameFromContentDisposition } from "../../endpoint/mod.ts";

const nameIn = filenameFromContentDisposition;

Deno.test("the name of a download comes from the header, else it is download [endpoint/XFM-25]", () => {
  assertEquals(
    nameIn('attachment; filename="tide table.pdf"'),
    "tide table.pdf",
  );
  assertEquals(nameIn("attachment; filename=a.bin"), "a.bin");
  assertEquals(nameIn(null), "download");
  assertEquals(nameIn(undefined), "download");
  assertEquals(nameIn(""), "download");
  assertEquals(nameIn("attachment"), "download");
  assertEquals(nameIn("attachment; filename="), "download");
  assertEquals(nameIn('attachment; filename=""'), "download");
  assertEquals(nameIn("inline", "chart.png"), "chart.png");
});

Deno.test("other parameters stay out of the name [endpoint/XFM-25]", () => {
  assertEquals(nameIn("attachment; filename=a.bin; size=5"), "a.bin");
  assertEquals(nameIn('attachment; size=5; FileName = "a.bin" ; x=y'), "a.bin");
  assertEquals(nameIn('attachment; filename="a;b=c.bin"; size=5'), "a;b=c.bin");
  assertEquals(nameIn('attachment; filename="a\\"b.bin"'), "a_b.bin");
  assertEquals(nameIn('attachment; x="; filename=no"; filename=yes'), "yes");
  assertEquals(nameIn("attachment; filename=first; filename=second"), "first");
  assertEquals(nameIn("; filename=untyped.bin"), "untyped.bin");
  assertEquals(nameIn('attachment; filename="unclosed.pdf'), "unclosed.pdf");
});

Deno.test("what is no parameter does not hide those after it [endpoint/XFM-25]", () => {
  for (const odd of [";", "; ", " foo;", ' "a;b";', " =x;", " ; bar ;"]) {
    assertEquals(nameIn(`attachment;${odd} filename=a.bin`), "a.bin", odd);
  }
  assertEquals(nameIn("attachment;"), "download");
  assertEquals(nameIn("filename=a.bin"), "download");
});

Deno.test("the encoded name is preferred [endpoint/XFM-25]", () => {
  assertEquals(
    nameIn("attachment; filename=plain.txt; filename*=UTF-8''mar%C3%A9e.txt"),
    "marée.txt",
  );
  assertEquals(
    nameIn("attachment; filename*=utf-8'fr'%e2%82%ac.txt; filename=x"),
    "€.txt",
  );
  assertEquals(nameIn("attachment; filename*=ISO-8859-1''%e9.txt"), "é.txt");
});

Deno.test("a malformed encoded name falls back to the plain one [endpoint/XFM-25]", () => {
  for (
    const value of ["UTF-8''%E9%ZZ", "UTF-8''%ff", "plain", "KOI8-R''a", ""]
  ) {
    assertEquals(nameIn(`attachment; filename*=${value}; filename=x`), "x");
  }
});

Deno.test("names of hostile servers are only names [endpoint/XFM-25]", () => {
  assertEquals(nameIn('attachment; filename="../../etc/passwd"'), "passwd");
  assertEquals(nameIn('attachment; filename="..\\\\..\\\\a.exe"'), "a.exe");
  assertEquals(nameIn('attachment; filename="C:\\\\temp\\\\a.exe"'), "a.exe");
  assertEquals(nameIn("attachment; filename*=UTF-8''..%2F..%2Fa"), "a");
  assertEquals(nameIn('attachment; filename=".."'), "download");
  assertEquals(nameIn('attachment; filename="a/"'), "download");
  assertEquals(nameIn("attachment; filename*=UTF-8''a%00b%0Ac"), "abc");
  assertEquals(
    nameIn("attachment; filename*=UTF-8''a%E2%80%AEfdp.exe"),
    "afdp.exe",
  );
});

Deno.test("names are ordinary files on Windows, too [endpoint/XFM-25]", () => {
  const names: [given: string, name: string][] = [
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["Aux .tar.gz", "_Aux .tar.gz"],
    ["com1", "_com1"],
    ["LPT9.pdf", "_LPT9.pdf"],
    ["COM\u00b9.txt", "_COM\u00b9.txt"],
    ["conin$", "_conin$"],
    ["prn.", "_prn"],
    ["nul ", "_nul"],
    ["console.txt", "console.txt"],
    ["com.txt", "com.txt"],
    ["com10.txt", "com10.txt"],
    ["nul:hidden.txt", "nul_hidden.txt"],
    ["report.pdf:evil.exe", "report.pdf_evil.exe"],
    ["report.pdf::$DATA", "report.pdf__$DATA"],
    ["C:evil.exe", "C_evil.exe"],
    ["what? <a|b>*.txt", "what_ _a_b__.txt"],
    ["evil.exe.", "evil.exe"],
    ["evil.exe . .", "evil.exe"],
    [". .", "download"],
    ["...", "download"],
    [".profile", ".profile"],
    ["v1.2.tar.gz", "v1.2.tar.gz"],
  ];
  for (const [given, name] of names) {
    const encoded = encodeURIComponent(given);
    assertEquals(nameIn(`attachment; filename*=UTF-8''${encoded}`), name);
  }
});

Deno.test("raw UTF-8 bytes are read as such [endpoint/XFM-25]", () => {
  const bytes = new TextEncoder().encode('attachment; filename="marée.txt"');
  const header = String.fromCharCode(...bytes);
  assertEquals(nameIn(header), "marée.txt");
  assertEquals(nameIn('attachment; filename="\xe9.txt"'), "é.txt");
});

Deno.test("a very long header takes no longer than its length [endpoint/XFM-25]", () => {
  // what tried the same characters again and again would not end within minutes
  const long = 2_000_000;
  nameIn(`attachment; filename="${'\\"'.repeat(long)}`);
  nameIn(`attachment${"; a=b".repeat(long)}`);
  nameIn(`attachment${"; a".repeat(long)}`);
  nameIn(`attachment;${" ".repeat(long)}x`);
  assertEquals(
    nameIn(`attachment; filename="${". ".repeat(long)}x"`).length,
    2 * long + 1,
  );
});

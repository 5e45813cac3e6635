// Minifies what esbuild has minified once more: another minifier finds what it leaves, which is a twentieth of the packed size.
import { readFileSync, writeFileSync } from "node:fs";
import { minify } from "terser";

/**
 * What esbuild writes at the end of a bundle for Node, which reads there what an `import` of the bundle gives. It is never run, so a
 * minifier takes it for nothing.
 */
const NAMES_OF_EXPORTS = /\b0&&\(module\.exports=\{[\w$,\s]*\}\);?\s*$/;

/** Minifies a bundle in place. Its names at the top level are its own, because each bundle is a CommonJS module. */
export async function minifyAgain(file) {
  const text = readFileSync(file, "utf8");
  const [names = ""] = NAMES_OF_EXPORTS.exec(text) ?? [];
  const { code } = await minify(text.slice(0, text.length - names.length), {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 2 },
    format: { comments: false },
  });
  writeFileSync(file, `${code}\n${names}`);
}

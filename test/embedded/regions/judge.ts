// Finds the changes of an edit outside of embedded values, without the engine.
import { isDeepStrictEqual } from "node:util";
import { load, loadAll } from "js-yaml";
import type { Embedded } from "./documents.ts";

/** The kinds of damage that an edit must not do to a document. */
export type Damage = "text around" | "values around" | "not YAML any more" | "cut off";

/** The damages of a document in a later text. */
export function damages({ form, text, start, end }: Embedded, after: string): readonly Damage[] {
  const [head, tail] = [text.slice(0, start), text.slice(end)];
  const isKept = after.startsWith(head) && after.endsWith(tail) && after.length >= head.length + tail.length;
  if (!isKept) return ["text around"];
  if (form.path?.endsWith(".tf"))
    return isClosedAt(after, tail) || !isClosedAt(text, tail) ? [] : ["cut off"];
  const [before, now] = [documentsIn(text), documentsIn(after)];
  if (before === undefined) return [];
  if (now === undefined) return ["not YAML any more"];
  const place = placeOf(form.place, before);
  if (!isDeepStrictEqual(around(before, place), around(now, place))) return ["values around"];
  if (!place.isRead) return [];
  const values = [ownValue(text, start, end), ownValue(after, start, after.length - tail.length)];
  const [old, found] = [before, now].map((documents) => valueAt(documents[place.index], place.path));
  return isDeepStrictEqual(old, values[0]) && !isDeepStrictEqual(found, values[1]) ? ["cut off"] : [];
}

/** The same when the values have moved to another file, and a list next to their key names it. */
export function damagesOfMove({ form, text }: Embedded, after: string): readonly Damage[] {
  const [before, now] = [documentsIn(text), documentsIn(after)];
  if (before === undefined) return [];
  if (now === undefined) return ["not YAML any more"];
  const place = placeOf(form.place, before);
  const outer = { ...place, path: place.path.slice(0, -1) };
  const [earlier, other] = [before, now].map((documents) => [
    around(documents, outer),
    Object.entries(valueAt(documents[outer.index], outer.path) ?? {}).filter(
      ([key]) => !key.startsWith("value"),
    ),
  ]);
  return isDeepStrictEqual(earlier, other) ? [] : ["values around"];
}

/** True if the first line that ends a text of Terraform is still the line that ended it. */
function isClosedAt(text: string, tail: string): boolean {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() === "EOT");
  return lines.slice(first).join("\n").trim() === tail.replaceAll("\r", "").trim();
}

function documentsIn(text: string): unknown[] | undefined {
  try {
    return loadAll(text, null, { json: true });
  } catch {
    return undefined;
  }
}

type Step = string | number;

/** The place of values: the document, and the path in it as far as that can be read. */
interface Place {
  readonly index: number;
  readonly path: readonly Step[];
  readonly isRead: boolean;
}

/** The deepest place that a path such as `spec.sources[1].helm["values.yaml"]` reaches in any document. */
function placeOf(written: string, documents: readonly unknown[]): Place {
  const steps = [
    ...written.replace("CHART", "cap-operator").matchAll(/\["([^"]+)"\]|\[(\d+)\]|([^.[\]]+)/g),
  ].map(([, quoted, index, key]): Step => (index === undefined ? (quoted ?? key ?? "") : Number(index)));
  const depths = documents.map((document) => depthOf(document, steps));
  const depth = Math.max(...depths);
  return { index: depths.indexOf(depth), path: steps.slice(0, depth), isRead: depth === steps.length };
}

function depthOf(document: unknown, steps: readonly Step[]): number {
  let value = document;
  for (const [depth, step] of steps.entries()) {
    const inner = opened(value);
    if (!has(inner, step)) return depth;
    value = inner[step];
  }
  return steps.length;
}

/** The YAML in a text; any other value as it is. */
function opened(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return load(value.replace(/\{\{[^{}\n]*\}\}/g, "x"), { json: true });
  } catch {
    return value;
  }
}

function has(value: unknown, step: Step): value is Record<Step, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, step);
}

/** All documents; what is at the place is left out. */
function around(documents: readonly unknown[], { index, path }: Place): unknown {
  const cut = (value: unknown, [step, ...rest]: readonly Step[]): unknown => {
    if (step === undefined) return "CUT";
    const inner = opened(value);
    if (!has(inner, step)) return inner;
    const copy = Array.isArray(inner) ? [...(inner as unknown[])] : { ...inner };
    (copy as Record<Step, unknown>)[step] = cut(inner[step], rest);
    return copy;
  };
  return documents.map((document, number) => (number === index ? cut(document, path) : document));
}

function valueAt(top: unknown, path: readonly Step[]): unknown {
  const value = path.reduce<unknown>((found, step) => {
    const inner = opened(found);
    return has(inner, step) ? inner[step] : undefined;
  }, top);
  return opened(value);
}

/** The values that their lines have on their own. */
function ownValue(text: string, start: number, end: number): unknown {
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const lines = (" ".repeat(column) + text.slice(start, end)).split(/\r?\n/);
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...widths);
  const below = lines.map((line) => ` ${line.slice(Math.min(least, line.length))}`).join("\n");
  try {
    // Below a key, three dashes are no marker of a document.
    return (load(`values:\n${below}`, { json: true }) as { values: unknown }).values;
  } catch {
    return Number.NaN;
  }
}

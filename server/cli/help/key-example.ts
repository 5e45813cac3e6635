import { dump, load } from "js-yaml";
import type { SchemaNode } from "../../core/schema/model.ts";
import { isTable } from "../../workspace/files/setting-types.ts";

/** Values that a key could have, by facts, the most telling first: examples, snippets, what is allowed, the default. */
export function exampleValues(
  node: SchemaNode,
  path: readonly (string | number)[],
  snippets: readonly string[],
): readonly unknown[] {
  const candidates = [
    ...node.examples,
    ...snippets.map((body) => valueIn(body, path)),
    ...(node.allowed ?? []).filter((value) => value !== node.default),
    ...(node.types.join() === "boolean" ? [node.default !== true] : []),
    ...(node.hasDefault ? [node.default] : []),
  ];
  const seen = new Set<string>();
  return candidates.filter((value) => {
    const text = JSON.stringify(value) ?? "";
    if (isNothing(value) || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** The text that sets a key to a value, with all keys around it. */
export function exampleText(path: readonly (string | number)[], value: unknown): string {
  const whole = path.reduceRight<unknown>(
    (inner, part) => (typeof part === "number" ? [inner] : Object.fromEntries([[part, inner]])),
    value,
  );
  return dump(whole, { lineWidth: 100 });
}

/** The value that a snippet writes at a path; `undefined` if it writes none. */
function valueIn(body: string, path: readonly (string | number)[]): unknown {
  let value: unknown;
  try {
    value = load(withoutTabStops(body));
  } catch {
    // A snippet without its tab stops need not be YAML.
    return undefined;
  }
  for (const part of path) {
    const list = typeof part === "number";
    if (list ? !Array.isArray(value) : !isTable(value) || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The text of a snippet in which every proposal is accepted. */
function withoutTabStops(body: string): string {
  const proposed = new Map<string, string>();
  const text = body.replaceAll(
    /\$\{(\d+)(?::([^{}]*)|\|([^,|{}]*)(?:,[^|{}]*)?\|)\}/g,
    (_, stop, words, choice) => {
      proposed.set(stop, words ?? choice);
      return words ?? choice;
    },
  );
  return text.replaceAll(/\$\{?(\d+)\}?/g, (_, stop) => proposed.get(stop) ?? "");
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

import type { HelmNode } from "../../server/core/values/helm-tree.ts";

const ESCAPED: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A value as the `toJson` of Helm's templates writes it, so that texts can be compared character by character. */
export function goJson(node: HelmNode): string {
  switch (node.type) {
    case "leaf":
      if (typeof node.value === "string") return text(node.value);
      return Object.is(node.value, -0) ? "-0" : String(node.value);
    case "list":
      return `[${node.items.map(goJson).join(",")}]`;
    case "map": {
      const entries = [...node.entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      return `{${entries.map(([key, child]) => `${text(key)}:${goJson(child)}`).join(",")}}`;
    }
  }
}

function text(value: string): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPED[character] ?? character);
}

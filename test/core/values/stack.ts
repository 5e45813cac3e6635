import { type Effective, effectiveValues } from "../../../server/core/values/effective.ts";
import {
  emptyMap,
  fromJson,
  type HelmMap,
  nodeAt,
  type Origin,
} from "../../../server/core/values/helm-tree.ts";
import type { Dependency } from "../../../server/core/values/merge.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import type { SetEntry } from "../../../server/core/values/set-entry.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

const DEFAULT: Origin = { kind: "chart-default", chart: "operator" };

/** A stack in short: defaults as JSON, files as texts, and entries that are `--set` when they are only a string. */
export interface ShortStack {
  readonly defaults?: object;
  readonly dependencies?: readonly Dependency[];
  readonly files?: readonly string[];
  readonly sets?: readonly (string | SetEntry)[];
  readonly helm?: HelmMajor;
}

/** The effective values of a short stack. */
export function effective(stack: ShortStack): Effective {
  const { defaults = {}, dependencies = [], files = [], sets = [], helm = 3 } = stack;
  return effectiveValues({
    helm,
    chart: { name: "operator", defaults: mapOf(defaults), dependencies },
    files: files.map((text, index) => ({ name: `${index}.yaml`, file: parseYaml(text) })),
    sets: sets.map((entry) => (typeof entry === "string" ? { flag: "set", text: entry } : entry)),
    readFile: (path) => (path === "known.txt" ? "content" : undefined),
  });
}

/** A mapping of chart defaults. */
export function mapOf(values: object): HelmMap {
  const node = fromJson(values, DEFAULT);
  return node.type === "map" ? node : emptyMap(DEFAULT);
}

/** The origin of a value in one line: the source, and the text at that place. */
export function originText(
  stack: ShortStack,
  { values }: Effective,
  path: readonly (string | number)[],
): string {
  const node = nodeAt(values, path);
  return node ? textOf(stack, node.origin) : "nothing";
}

/** An origin in one line. */
export function textOf({ files = [], sets = [] }: ShortStack, origin: Origin): string {
  switch (origin.kind) {
    case "chart-default":
      return "chart default";
    case "file": {
      const text = files[origin.file] ?? "";
      const { offset, length } = origin.value;
      const key = origin.key ? text.slice(origin.key.offset, origin.key.offset + origin.key.length) : "-";
      return `${origin.name} ${key} ${text.slice(offset, offset + length)}`;
    }
    case "set": {
      const entry = sets[origin.set] ?? "";
      const text = typeof entry === "string" ? entry : entry.text;
      const pieceOf = ({ offset, length }: { offset: number; length: number }) =>
        text.slice(offset, offset + length);
      return `set ${origin.set} ${pieceOf(origin.key)} ${pieceOf(origin.value)}`;
    }
    case "inherited":
      return `inherited from ${origin.key}`;
  }
}

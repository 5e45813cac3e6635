import { createHash } from "node:crypto";
import type { SetEntry } from "../../server/core/values/set-entry.ts";

/** One question to Helm: a chart, values files and `--set` entries. */
export interface HelmCase {
  readonly group: string;
  readonly chart: ChartName;
  readonly files: readonly string[];
  readonly sets: readonly SetEntry[];
}

export type ChartName = "empty" | "defaults" | "nulls" | "umbrella";

/** A short name of a case that changes with what it asks. */
export function caseId({ group, ...asked }: HelmCase): string {
  return `${group} ${createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 10)}`;
}

/** The values files of the charts that the cases use; the keys of `umbrella` are the chart and its dependencies. */
export const CHARTS = {
  empty: { values: "", dependencies: {} },
  defaults: {
    values: `text: default
number: 1
flag: true
empty: ""
"null": 1
list: [1, two, {three: 3}]
maps:
  - name: first
    value: 1
  - name: second
level:
  text: default
  list: [a]
  map: {a: 1, b: 2}
  deeper:
    deepest: {x: 1, y: null, z: [null]}
global:
  shared: true
`,
    dependencies: {},
  },
  nulls: {
    values: `nothing:
text: default
level:
  nothing: null
  text: default
  deeper: {nothing: ~, text: default}
untouched: {nothing: null, text: default}
`,
    dependencies: {},
  },
  umbrella: {
    values: `own: 1
global:
  shared: umbrella
  map: {a: 1}
operator:
  replicas: 2
  level: {text: umbrella, added: true}
`,
    dependencies: {
      operator: `replicas: 1
text: dependency
level: {text: dependency, other: 1}
labels: {a: 1, b: 2}
global:
  local: true
`,
    },
  },
} satisfies Record<
  ChartName,
  { readonly values: string; readonly dependencies: Readonly<Record<string, string>> }
>;

import type { KeyPath } from "../../chart/compare-charts.ts";
import { documentsFor } from "../../values/helm-documents.ts";
import { emptyMap, nodeAt } from "../../values/helm-tree.ts";
import type { ReleaseStack } from "../../values/release-stack.ts";
import { applySet } from "../../values/set-flag.ts";
import { valueAt } from "../../yaml/lookup.ts";
import type { ReleaseValues } from "../release-values.ts";

/** A source of a stack: the number of a file, or of an entry. */
export type SettingSource =
  | { readonly kind: "file"; readonly file: number }
  | { readonly kind: "set"; readonly set: number };

/** The sources of a stack that set a key or something in it, whether that takes effect or not. */
export function sourcesSetting(stack: ReleaseStack, path: KeyPath): SettingSource[] {
  return [
    ...stack.files.flatMap(({ file }, index): SettingSource[] => {
      const documents = file && file.refused === undefined ? documentsFor(file, stack.helm) : [];
      const isSet = documents.some(({ root }) => valueAt(root, path) !== undefined);
      return isSet ? [{ kind: "file", file: index }] : [];
    }),
    ...stack.sets.flatMap((_, set): SettingSource[] =>
      nodeAt(ofEntry(stack, set), [...belowKey(stack), ...path]) !== undefined ? [{ kind: "set", set }] : [],
    ),
  ];
}

/** True if the value of a release at a path comes from a file or an entry. */
export function isSetIn(release: ReleaseValues, path: KeyPath): boolean {
  const kind = release.given(path)?.origin.kind;
  return kind === "file" || kind === "set";
}

/** Entries name the keys of a dependency from the top of the chart that is installed. */
function belowKey({ chart }: ReleaseStack): KeyPath {
  return chart?.umbrella ? [chart.umbrella.key] : [];
}

/** The values that one entry sets by itself. */
function ofEntry({ sets, helm }: ReleaseStack, set: number) {
  const values = emptyMap({ kind: "chart-default", chart: "" });
  const entry = sets[set];
  if (entry) applySet(values, entry, { helm, originOf: (key, value) => ({ kind: "set", set, key, value }) });
  return values;
}

import * as l10n from "@vscode/l10n";
import { effectiveRows } from "../semantics/effective-rows.ts";
import { originPlace, originText, type ValuePlace } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { type HelmNode, type Origin, toJson } from "../values/helm-tree.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import { keyText } from "../yaml/key-path.ts";
import type { Path } from "../yaml/tree.ts";

/** A value with which the operator will run, its source, and the values that it replaced. */
export interface EffectiveDatum {
  readonly path: Path;
  /** Absent if a null removed it, or if it is a default that is described instead. */
  readonly value?: unknown;
  /** A default of the chart whose value is not known here, in words. */
  readonly described?: string;
  readonly source: DatumSource;
  /** The values of earlier sources, the oldest first. */
  readonly replaced: readonly { readonly value: unknown; readonly source: DatumSource }[];
}

/** The source of a value. */
export interface DatumSource {
  /** In a few words: `values.yaml:12`, `--set #1`, `chart default`. */
  readonly text: string;
  /** True for a default of the chart, however it gets to its place. */
  readonly isDefault: boolean;
  /** Absent without a known place. */
  readonly place?: { readonly uri: string; readonly range: ValuePlace["name"] };
}

/** A value that is not the same on two sides; absent where it is not set. */
export interface EffectiveDifference {
  /** The path in a form that can be typed again. */
  readonly key: string;
  readonly before?: EffectiveDatum;
  readonly after?: EffectiveDatum;
}

/** The values of a release one by one, in the order of the schema; those of components include inherited ones. */
export function effectiveData(found: ReleaseValues): EffectiveDatum[] {
  const { stack } = found;
  return effectiveRows(found).flatMap(({ value, described }): EffectiveDatum[] => {
    if (described) {
      const source = { text: l10n.t("chart default"), isDefault: true };
      return [{ path: described.path, described: described.words, source, replaced: [] }];
    }
    if (!value) return [];
    const { path, node, origin, replaced } = value;
    return [
      {
        path,
        ...(node && { value: toJson(node) }),
        source: sourceOf(origin, stack),
        replaced: replaced.map((node) => ({ value: toJson(node), source: sourceOf(originOf(node), stack) })),
      },
    ];
  });
}

/** The remark that a comparison of values does not render the templates, for two sides with different charts. */
export function valuesOnly(): string {
  return l10n.t("Compares values; what the templates make of them may differ.");
}

/**
 * The differences between two sides, key by key: those of the first in their order, then those that only the second has. A default that one
 * side knows in words only is no difference to another default, because nothing tells that the two differ.
 */
export function differencesOf(
  before: readonly EffectiveDatum[],
  after: readonly EffectiveDatum[],
): EffectiveDifference[] {
  const byKey = (data: readonly EffectiveDatum[]) =>
    new Map(data.map((datum) => [keyText(datum.path), datum]));
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): EffectiveDifference[] => {
    const [earlier, other] = [old.get(key), now.get(key)];
    const isUnknown = earlier?.described !== undefined || other?.described !== undefined;
    if (isUnknown && earlier?.source.isDefault && other?.source.isDefault) return [];
    if (
      earlier?.described === other?.described &&
      JSON.stringify(earlier?.value) === JSON.stringify(other?.value)
    )
      return [];
    return [{ key, before: earlier, after: other }];
  });
}

/** The origin of a mapping that several sources fill is the last of them. */
function originOf(node: HelmNode): Origin {
  return node.type === "map" ? (node.merged.at(-1) ?? node.origin) : node.origin;
}

function sourceOf(origin: Origin, stack: ReleaseStack): DatumSource {
  const place = originPlace(origin, stack);
  const from = origin.kind === "inherited" ? origin.from : origin;
  return {
    text: originText(origin, stack).text,
    isDefault: from.kind === "chart-default",
    ...(place && { place: { uri: place.uri, range: place.name } }),
  };
}

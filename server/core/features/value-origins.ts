import * as l10n from "@vscode/l10n";
import { rangeInDefaults } from "../semantics/defaults-place.ts";
import { originPlace, originText } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import type { HelmNode, Origin } from "../values/helm-tree.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import type { ValueOrigin } from "../wire/values.ts";
import type { Path } from "../yaml/tree.ts";

/** The origins of values, in the order in which they are asked for. For a value that is not set: the origin of the level that it belongs to. */
export function valueOrigins(release: ReleaseValues, paths: readonly Path[]): readonly ValueOrigin[] {
  return paths.map((path) => {
    const node = release.given(path);
    if (node !== undefined) return originOf(written(node), path, release);
    const level = levelOf(release, path);
    const { text, ...where } = level
      ? originOf(written(level.node), level.path, release)
      : beginningOf(release.stack);
    return { text: l10n.t("not set ({0})", text), ...where };
  });
}

/** The deepest mapping or list on the way to a path, below the top level. */
function levelOf(
  release: ReleaseValues,
  path: Path,
): { readonly node: HelmNode; readonly path: Path } | undefined {
  for (let length = path.length - 1; length > 0; length--) {
    const node = release.given(path.slice(0, length));
    if (node !== undefined) return { node, path: path.slice(0, length) };
  }
  return undefined;
}

/** The top level has no name, only a beginning: that of the file that takes precedence. */
function beginningOf({ files }: ReleaseStack): ValueOrigin {
  const file = files.findLast(({ uri }) => uri !== undefined);
  if (file?.uri === undefined) return { text: l10n.t("chart default") };
  const start = { line: 0, character: 0 };
  return { text: file.name, place: { uri: file.uri, range: { start, end: start } } };
}

/** The origin of a value; for a mapping that several sources fill, the last source other than the chart. */
function written(node: HelmNode): Origin {
  const origins = node.type === "map" ? [node.origin, ...node.merged.toReversed()] : [node.origin];
  return origins.find(({ kind }) => kind !== "chart-default") ?? node.origin;
}

function originOf(origin: Origin, path: Path, { stack, schemas }: ReleaseValues): ValueOrigin {
  const { text } = originText(origin, stack);
  const place = originPlace(origin, stack);
  if (origin.kind === "set") {
    const entry = stack.sets[origin.set]?.text;
    if (place) return { text, place: { uri: place.uri, range: place.name } };
    return entry === undefined ? { text } : { text: `${text} ${entry}`, entry };
  }
  if (origin.kind === "chart-default" && place === undefined) {
    const range = rangeInDefaults(schemas.model("values"), path);
    const { id } = schemas.chart;
    return range === undefined ? { text } : { text, place: { range, ...(id !== "" && { chart: id }) } };
  }
  return place === undefined ? { text } : { text, place: { uri: place.uri, range: place.name } };
}

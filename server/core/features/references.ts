import type { Position } from "vscode-languageserver-types";
import { addressIn, declarationOf, placeIn } from "../semantics/chart-places.ts";
import type { EffectiveValue } from "../semantics/effective-value.ts";
import { originPlace, type ValuePlace } from "../semantics/origin-text.ts";
import type { Semantics, Subject } from "../semantics/semantics.ts";

/**
 * The uses of the key at a position: the lines of the local chart whose templates read it, and the other sources of the release that set it.
 * With its declaration in the chart's values, if that is asked for.
 */
export function references(
  semantics: Semantics,
  position: Position,
  withDeclaration: boolean,
): readonly ValuePlace[] {
  const subject = semantics.at(semantics.analysis.text.offsetAt(position));
  if (!subject?.document.root.kind.isMerged) return [];
  const declared = withDeclaration ? declarationOf(subject.document.schemas, subject.path) : undefined;
  return [...(declared ? [declared] : []), ...readsOf(subject), ...subject.effective.flatMap(sources)];
}

function readsOf({ document, path }: Subject): ValuePlace[] {
  const { atHand } = document.schemas.chart;
  const { reads } = atHand ?? {};
  if (!atHand || !reads || reads === "pending") return [];
  // Templates take a list as a whole.
  const index = path.findIndex((segment) => typeof segment === "number");
  const keys = (index < 0 ? path : path.slice(0, index)).map(String);
  const places = reads.of(keys).filter(({ file }) => addressIn(atHand, file) !== undefined);
  return places.map((place) => placeIn(atHand, place));
}

function sources(value: EffectiveValue): ValuePlace[] {
  const { origin, release } = value;
  const others = [...(origin ? [origin] : []), ...value.replacedElsewhere];
  return others.flatMap((origin) =>
    origin.kind === "chart-default" ? [] : (originPlace(origin, release.stack) ?? []),
  );
}

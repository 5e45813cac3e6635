import type { Position, Range } from "vscode-languageserver-types";
import { declarationOf } from "../semantics/chart-places.ts";
import { rangeInDefaults } from "../semantics/defaults-place.ts";
import type { EffectiveValue } from "../semantics/effective-value.ts";
import { originPlace, type ValuePlace } from "../semantics/origin-text.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Origin } from "../values/helm-tree.ts";
import type { DocumentKind } from "../wire/documents.ts";

/**
 * The definition of a value: the value that overrides it or, if it is effective itself, the values that it overrides, the latest first, and
 * the line on which the local chart declares it. Values from the command line are in no file, so they are not among these.
 */
export function valueDefinition(semantics: Semantics, position: Position): ValuePlace[] {
  const subject = semantics.at(semantics.analysis.text.offsetAt(position));
  if (!subject || subject.written === undefined) return [];
  const { effective, written } = subject;
  const winners = effective.flatMap((value) => places(winnerOver(written, value), value));
  if (winners.length > 0) return unique(winners);
  const declared =
    subject.document.root.kind.isMerged && declarationOf(subject.document.schemas, subject.path);
  const overridden = effective.flatMap((value) => places(value.replacedElsewhere, value));
  return unique([...overridden, ...(declared ? [declared] : [])]);
}

/** The place of a key in the document of the defaults, which documents keys of a chart that is not in a folder or an archive. */
export interface DefaultsPlace {
  readonly kind: DocumentKind;
  /** The version of the published chart, or nothing for the chart of the specification. */
  readonly chart: string;
  readonly range: Range;
}

/**
 * The place of the key at a position, or of the mapping around it, among the documented defaults; while the chart is not decided, among those
 * of the likeliest.
 */
export function defaultsDefinition(semantics: Semantics, position: Position): DefaultsPlace | undefined {
  const subject = semantics.at(semantics.analysis.text.offsetAt(position));
  if (!subject?.schema) return undefined;
  const { schemas, root } = subject.document;
  const { isOfOperator, name: kind } = root.kind;
  if (!isOfOperator || schemas.chart.atHand) return undefined;
  const [shown = schemas] = schemas.chart.candidates ?? [];
  const range = rangeInDefaults(shown.model(kind), subject.path);
  return range && { kind, chart: shown.chart.id, range };
}

function winnerOver(written: number, value: EffectiveValue): Origin[] {
  const instead = value.insteadOf(written);
  switch (instead?.kind) {
    case "removed":
      return [instead.origin];
    case "whole":
    case "other":
      return [instead.node.origin];
    default:
      // A mapping that several sources fill has no single place.
      return [];
  }
}

function places(origins: readonly Origin[], { release }: EffectiveValue): ValuePlace[] {
  return origins.flatMap((origin) => originPlace(origin, release.stack) ?? []);
}

function unique(found: readonly ValuePlace[]): ValuePlace[] {
  return [...new Map(found.map((place) => [JSON.stringify([place.uri, place.name.start]), place])).values()];
}

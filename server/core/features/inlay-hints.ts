import * as l10n from "@vscode/l10n";
import {
  type InlayHint,
  InlayHintKind,
  type InlayHintLabelPart,
  type Range,
} from "vscode-languageserver-types";
import type { Semantics } from "../semantics/semantics.ts";
import { ARROW, type Unwritten, UnwrittenValues } from "../semantics/unwritten-values.ts";
import type { InlayHintMode } from "../settings.ts";
import { groupBy } from "../yaml/group-by.ts";

/** The number of characters of a line's hints that editors show before they cut them off. */
const LONGEST_LABEL = 43;
const MOST_KEYS = 3;

/**
 * Hints about keys that a text leaves out or empty: with `inherited`, the values that components inherit from the top level; with `all`,
 * every other effective value as well. The hints name keys; their values are in the tooltips.
 */
export function inlayHints(semantics: Semantics, mode: InlayHintMode, { start, end }: Range): InlayHint[] {
  if (mode === "off") return [];
  const { lines, text } = semantics.analysis;
  const [from, to] = [text.offsetAt(start), text.offsetAt(end)];
  const endOfLine = ({ property: { keyNode } }: Unwritten) => {
    const line = lines.lineAt(keyNode.offset + keyNode.length);
    return lines.start(line) + lines.text(line).trimEnd().length;
  };
  return semantics.documents.flatMap((document) => {
    const { root, releases } = document;
    if (!root.kind.isMerged || root.node?.type !== "object") return [];
    const search = new UnwrittenValues(root.node, document);
    const found = releases.flatMap((release) => [
      ...search.inherited(release),
      ...(mode === "all" ? search.leftOut(release) : []),
    ]);
    return [...groupBy(found, endOfLine)]
      .filter(([offset]) => offset >= from && offset <= to)
      .sort(([a], [b]) => a - b)
      .map(([offset, ofLine]) => ({
        position: text.positionAt(offset),
        label: labelOf(ofLine, releases.length),
        kind: InlayHintKind.Parameter,
        paddingLeft: true,
      }));
  });
}

/** Keys with the same statement for the same releases, each with its values in all of them. */
interface Statement {
  readonly lead: string;
  readonly keys: readonly (readonly Unwritten[])[];
  /** Empty if it is true of all releases. */
  readonly releases: readonly string[];
}

/** As much as fits without being cut off: first the names of keys are left out, beginning with the last, then the names of releases. */
function labelOf(found: readonly Unwritten[], count: number): InlayHintLabelPart[] {
  const statements = statementsOf(found, count);
  let parts: InlayHintLabelPart[] = [];
  for (const named of [true, false]) {
    const most = statements.map(() => MOST_KEYS);
    for (let last = most.length - 1; last >= 0; ) {
      parts = statements.flatMap((statement, index) => [
        ...leadOf(statement, statements[index - 1]),
        ...keysOf(statement, most[index] ?? 0, statements.length),
        ...whereOf(statement, named, count),
      ]);
      if (parts.reduce((length, { value }) => length + value.length, 0) <= LONGEST_LABEL) return parts;
      const left = most[last] ?? 0;
      if (left > 0) most[last] = left - 1;
      else last--;
    }
  }
  return parts;
}

function statementsOf(found: readonly Unwritten[], count: number): Statement[] {
  const inOrder = [...found].sort((a, b) => a.property.offset - b.property.offset);
  const keys = [...groupBy(inOrder, ({ lead, name }) => `${lead} ${name}`).values()];
  const releasesOf = (key: readonly Unwritten[]) =>
    key.length < count ? key.flatMap(({ release }) => release.stack.release ?? []) : [];
  const alike = groupBy(keys, (key) => [key[0]?.lead, ...releasesOf(key)].join("\n"));
  return [...alike.values()].flatMap((same) => {
    const [first = []] = same;
    return first.slice(0, 1).map(({ lead }) => ({ lead, keys: same, releases: releasesOf(first) }));
  });
}

/** The words before a statement, unless it shares them with the one before. */
function leadOf({ lead }: Statement, before: Statement | undefined): InlayHintLabelPart[] {
  const between = before ? [{ value: "; " }] : [];
  return lead.startsWith(ARROW) || lead === before?.lead ? between : [...between, { value: `${lead} ` }];
}

function keysOf({ lead, keys }: Statement, most: number, statements: number): InlayHintLabelPart[] {
  if (lead.startsWith(ARROW)) {
    const names = statements > 1 ? `${keys.map(firstName).join(", ")} ` : "";
    return [{ value: names + lead, tooltip: keys.map(explanationOf).join("\n") }];
  }
  const [shown, rest] = [keys.slice(0, most), keys.slice(most)];
  const parts = shown.flatMap((key, index): InlayHintLabelPart[] => {
    const place = key[0]?.place;
    return [
      ...(index > 0 ? [{ value: ", " }] : []),
      {
        value: firstName(key),
        tooltip: explanationOf(key),
        ...(place && { location: { uri: place.uri, range: place.name } }),
      },
    ];
  });
  const { length } = rest;
  const count = length === 1 ? l10n.t("1 key") : l10n.t("{0} keys", length);
  const more = most > 0 ? `, ${l10n.t("{0} more", length)}` : count;
  const others = length > 0 ? [{ value: more, tooltip: rest.map(explanationOf).join("\n") }] : [];
  return [...parts, ...others];
}

function whereOf({ releases }: Statement, named: boolean, count: number): InlayHintLabelPart[] {
  if (releases.length === 0) return [];
  const names = releases.join(", ");
  const where = named ? l10n.t("in {0}", names) : l10n.t("in {0} of {1} releases", releases.length, count);
  return [{ value: ` ${where}`, tooltip: names }];
}

function firstName([first]: readonly Unwritten[]): string {
  return first?.name ?? "";
}

/** One line, or one for each different explanation, with the names of its releases. */
function explanationOf(key: readonly Unwritten[]): string {
  const byText = [...groupBy(key, ({ explanation }) => explanation)];
  return byText
    .map(([text, same]) => {
      const releases = same.flatMap(({ release }) => release.stack.release ?? []).join(", ");
      return byText.length > 1 ? `${releases}: ${text}` : text;
    })
    .join("\n");
}

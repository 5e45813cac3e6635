import * as l10n from "@vscode/l10n";
import type { ValuesRoot } from "../../kinds.ts";
import { pathText } from "../../schema/markdown.ts";
import { isSameValue } from "../../semantics/effective-value.ts";
import { originText } from "../../semantics/origin-text.ts";
import type { Overridden } from "../../values/effective.ts";
import type { HelmNode } from "../../values/helm-tree.ts";
import type { ReleaseStack } from "../../values/release-stack.ts";
import { nodeAt, pathOf, rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "overridden",
  severity: "hint",
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "A later values file or `--set` entry of the release sets another value for this key, or removes it with `null`.",
    why: "Helm uses the last one, so a change here has no effect on that release. The setting `capOperator.releases` defines which files and entries belong together, and in which order.",
  },
  check({ document, root }) {
    const { releases } = document;
    const gone = new Map<PropertyNode, readonly string[]>();
    const lost = new Map<PropertyNode, Map<ReleaseStack, Overridden>>();
    for (const release of releases) {
      const { stack } = release;
      // No source overrides a single file.
      if (stack.files.length + stack.sets.length < 2) continue;
      const file = document.fileIn(release);
      // A chart has its own values so that they can be overridden.
      if (stack.files[file]?.isOfChart) continue;
      for (const loss of release.overridden) {
        const property = lostProperty(loss, file, root);
        if (!property) continue;
        const known = lost.get(property) ?? new Map<ReleaseStack, Overridden>();
        lost.set(property, known.set(stack, loss));
        gone.set(property, goneFrom(loss, release.given(loss.path)));
      }
    }
    return [...lost].map(([property, losses]) => ({
      ...finding(property, losses, gone.get(property) ?? []),
      // Greyed out only if it is effective in no release.
      ...(losses.size === releases.length ? { unnecessary: true } : {}),
    }));
  },
};

/** The property whose value another source overrides, if it is in this file under its own path. */
function lostProperty(
  { path, lost: { origin }, by: winner }: Overridden,
  file: number,
  root: ValuesRoot,
): PropertyNode | undefined {
  if (origin.kind !== "file" || origin.file !== file || !origin.key) return undefined;
  if (winner.kind === "file" && winner.file === file) return undefined;
  const property = nodeAt(root.node, origin.key.offset)?.parent;
  if (property?.type !== "property") return undefined;
  // The value of an anchor may be overridden under one of its keys and be effective under another.
  return pathText(pathOf(property)) === pathText(path) ? property : undefined;
}

function finding(
  property: PropertyNode,
  losses: ReadonlyMap<ReleaseStack, Overridden>,
  gone: readonly string[],
): Finding {
  const winners = [...losses].map(([stack, { by: winner, removed }]) => {
    const { text, link } = originText(winner, stack);
    const { release } = stack;
    const where = release === undefined ? text : l10n.t("{0} in release {1}", text, release);
    return { where, link, removed, message: winnerText(removed, release) };
  });
  const related = winners.flatMap(({ link, message }) =>
    link ? [{ uri: link.place.uri, range: link.place.name, message }] : [],
  );
  return {
    ...rangeOf(property.keyNode),
    message: [lossText(pathText(pathOf(property)), winners), ...goneText(gone)].join(" "),
    ...(gone.length > 0 ? { severity: "information" as const } : {}),
    ...(related.length > 0 ? { related } : {}),
  };
}

/** The largest number of lost entries that a message names. */
const MOST_NAMED = 3;

/** The entries of a list that are not in the list which replaces it. An empty list removes all of them on purpose. */
function goneFrom({ lost, removed }: Overridden, now: HelmNode | undefined): string[] {
  if (removed || lost.type !== "list" || now?.type !== "list" || now.items.length === 0) return [];
  return lost.items.filter((item) => !now.items.some((kept) => isSameValue(item, kept))).map(entryName);
}

/** The name of an entry: its first text, which usually is its name or its key. */
function entryName(entry: HelmNode): string {
  if (entry.type === "leaf") return shown(String(entry.value), 30);
  const below = entry.type === "map" ? [...entry.entries.values()] : entry.items;
  const text = below.find((node) => node.type === "leaf" && typeof node.value === "string");
  const [first] = text ? [text] : below;
  return first === undefined ? "{}" : entryName(first);
}

function goneText(gone: readonly string[]): string[] {
  if (gone.length === 0) return [];
  if (gone.length > MOST_NAMED)
    return [l10n.t("Helm replaces the whole list, so {0} entries are gone.", gone.length)];
  return [l10n.t("Helm replaces the whole list, so this is gone: {0}.", joinNames(gone.map(quoted), "and"))];
}

/** The sentences about all sources that override a value, and about those that remove it. */
function lossText(
  path: string,
  winners: readonly { readonly where: string; readonly removed: boolean }[],
): string {
  const placesOf = (isRemoval: boolean) =>
    winners.flatMap(({ where, removed }) => (removed === isRemoval ? [where] : [])).join(", ");
  const [overriding, removing] = [placesOf(false), placesOf(true)];
  return [
    ...(overriding === "" ? [] : [l10n.t('"{0}" is overridden by {1}.', path, overriding)]),
    ...(removing === "" ? [] : [l10n.t('"{0}" is removed by the null in {1}.', path, removing)]),
  ].join(" ");
}

function winnerText(removed: boolean, release: string | undefined): string {
  if (release === undefined) return removed ? l10n.t("This removes it.") : l10n.t("This overrides it.");
  return removed
    ? l10n.t("This removes it in release {0}.", release)
    : l10n.t("This overrides it in release {0}.", release);
}

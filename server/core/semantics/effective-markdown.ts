import * as l10n from "@vscode/l10n";
import { code, literal, pathText } from "../schema/markdown.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { type HelmNode, type Origin, toJson } from "../values/helm-tree.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import { cut } from "../yaml/shown.ts";
import type { RowValue } from "./effective-rows.ts";
import type { Instead } from "./effective-value.ts";
import { originText, type ValuePlace } from "./origin-text.ts";
import type { ReleaseValues } from "./release-values.ts";
import type { WrittenSubject } from "./semantics.ts";

const LONGEST_VALUE = 120;

/**
 * The effective value, if it differs from the written one, and its origin, as Markdown: one line for each release in which it differs, but
 * only one if it is the same in all of several releases.
 */
export function effectiveMarkdown({ effective, written }: WrittenSubject): string[] {
  if (written === undefined) return [];
  const lines = effective.flatMap((value) => {
    const instead = value.insteadOf(written);
    const { stack } = value.release;
    return instead ? [{ text: insteadText(instead, stack), release: stack.release }] : [];
  });
  const same = lines.length === effective.length && new Set(lines.map(({ text }) => text)).size === 1;
  if (same && effective.length > 1)
    return lines.slice(0, 1).map(({ text }) => `**${l10n.t("Effective:")}** ${text}`);
  return lines.map(({ text, release }) => {
    const label =
      release === undefined ? l10n.t("Effective:") : l10n.t("Effective in release {0}:", literal(release));
    return `**${label}** ${text}`;
  });
}

/** The origin of a value and the values that it replaced, the latest first, as Markdown. */
export function originMarkdown({ path, node, origin, replaced }: RowValue, { stack }: ReleaseValues): string {
  const what = node ? valueText(node) : l10n.t("removed");
  const lines = [`**${literal(pathText(path))}:** ${what}, ${source(origin, stack)}${entry(origin, stack)}`];
  const before = [...replaced]
    .reverse()
    .map((earlier) => `${valueText(earlier)}, ${source(earlier.origin, stack)}`);
  if (before.length > 0) lines.push(l10n.t("Instead of {0}", before.join("; ")));
  return lines.join("\n\n");
}

/** The text of a command-line entry, because the origin only has its number. */
function entry(origin: Origin, stack: ReleaseStack): string {
  const written = origin.kind === "inherited" ? origin.from : origin;
  const text = written.kind === "set" ? stack.sets[written.set]?.text : undefined;
  return text === undefined ? "" : `: ${code(cut(text, LONGEST_VALUE))}`;
}

function insteadText(instead: Instead, stack: ReleaseStack): string {
  switch (instead.kind) {
    case "removed":
      return l10n.t("not set, the null in {0} removes it", shownPlace(instead.origin, stack));
    case "whole":
      return l10n.t(
        "{0} replaces all of it, {1}",
        valueText(instead.node),
        source(instead.node.origin, stack),
      );
    case "joined":
      return l10n.t("{0}, merged with entries {1}", valueText(instead.node), source(instead.with, stack));
    case "other":
      return `${valueText(instead.node)}, ${source(instead.node.origin, stack)}`;
  }
}

function valueText(node: HelmNode): string {
  return code(cut(scalarText(toJson(node)), LONGEST_VALUE));
}

function source(origin: Origin, stack: ReleaseStack): string {
  const { text, link } = originText(origin, stack);
  if (origin.kind === "chart-default") {
    return link ? linked(text, link) : l10n.t("the chart's default");
  }
  const shown = link ? linked(text, link) : literal(text);
  return origin.kind === "inherited" ? shown : l10n.t("from {0}", shown);
}

function shownPlace(origin: Origin, stack: ReleaseStack): string {
  const { text, link } = originText(origin, stack);
  return link ? linked(text, link) : literal(text);
}

/** A link to the place at which a local chart declares a key, as Markdown. */
export function declarationLink(place: ValuePlace): string {
  return `[${l10n.t("Chart, line {0}", place.name.start.line + 1)}](${addressOf(place)})`;
}

function addressOf({ uri, name }: ValuePlace): string {
  return `${uri.replace(/[()\s]/g, encodeURIComponent)}#L${name.start.line + 1}`;
}

function linked(
  text: string,
  { start, end, place }: NonNullable<ReturnType<typeof originText>["link"]>,
): string {
  const address = addressOf(place);
  const [before, name, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  return `${literal(before)}[${literal(name)}](${address})${literal(after)}`;
}

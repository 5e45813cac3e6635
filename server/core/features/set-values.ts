import * as l10n from "@vscode/l10n";
import type { TextEdit } from "vscode-languageserver-types";
import { faultText } from "../fault-text.ts";
import { stringText } from "../schema/string-text.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { type Obstacle, type ScalarToSet, setScalars } from "../yaml/edits/set-scalars.ts";
import { valueAt } from "../yaml/lookup.ts";
import type { PathSegment } from "../yaml/tree.ts";

/** A value to be set: the path of its key, as `--set` takes it, and its text. */
export interface ValueToSet {
  readonly path: string;
  readonly value: string;
}

/** The edits that set values, or a sentence that says why they cannot be set in this file. */
export type SetValues = { readonly edits: readonly TextEdit[] } | { readonly problem: string };

/**
 * Sets values in the first values document of a file, the one that Helm reads: all of them or none. They are written so that Helm
 * reads each as exactly the string that was given.
 */
export function setValues(analysis: Analysis, values: readonly ValueToSet[]): SetValues {
  const root = analysis.firstValues;
  if (!root) return { problem: l10n.t("No values of the operator's chart found in this file.") };
  if (analysis.file.refused !== undefined) return { problem: faultText(analysis.file.refused) };
  const [top] = analysis.region.path;
  const scalars = [
    ...new Map(values.map(({ path, value }) => [path, { path: keysBelow(top, path), value }])).values(),
  ];
  const unclear = values.find(({ path }) => {
    const keys = keysBelow(top, path);
    return keys.length === 0 || keys.some((key) => key === "" || /\[\d+\]$/.test(key));
  });
  if (unclear) {
    return { problem: l10n.t('"{0}" is not a valid path of a key, so nothing is set.', unclear.path) };
  }
  const { edits, obstacles } = setScalars(analysis, root.node, scalars, stringText, root.document.end);
  const [obstacle] = obstacles;
  if (obstacle) return { problem: obstacleText(obstacle) };
  const made = isRight(analysis, edits, scalars, analysis.roots.indexOf(root)) && analysis.textEdits(edits);
  return made ? { edits: made } : { problem: unsafeText() };
}

/** True if the edited text has the values that were asked for. An edit to a text that is partly broken may not achieve that. */
function isRight(
  analysis: Analysis,
  edits: readonly Edit[],
  scalars: readonly ScalarToSet[],
  index: number,
): boolean {
  const edited = analysis.edited(edits);
  if (!edited || edited.file.problems.length > analysis.file.problems.length) return false;
  const root = edited.roots[index]?.node;
  return scalars.every(({ path, value }) => {
    const node = valueAt(root, path);
    return node?.type === "string" && node.value === value;
  });
}

function unsafeText(): string {
  return l10n.t("This file is written in a way that makes it unsafe to set the values. Set them by hand.");
}

function obstacleText({ at: segments, is }: Obstacle): string {
  if (segments.length === 0) {
    return is === "list"
      ? l10n.t("This file is a list, so nothing can be set there safely. Set it by hand.")
      : unsafeText();
  }
  const path = segments.join(".");
  switch (is) {
    case "alias":
      return l10n.t('"{0}" is an alias, so nothing can be set there safely. Set it by hand.', path);
    case "list":
      return l10n.t('"{0}" is a list, so nothing can be set there safely. Set it by hand.', path);
    case "mapping":
      return l10n.t('"{0}" is a mapping, so nothing can be set there safely. Set it by hand.', path);
    case "scalar":
      return l10n.t('"{0}" is a scalar, so nothing can be set there safely. Set it by hand.', path);
    case "no-room":
      return l10n.t(
        '"{0}" is written in a way that leaves no room, so nothing can be set there safely. Set it by hand.',
        path,
      );
  }
}

/** The keys of a path from the top of the values in the text; empty for a path to another part of the file. */
function keysBelow(top: PathSegment | undefined, path: string): string[] {
  const keys = keysOf(path);
  if (top === undefined) return keys;
  return keys[0] === top ? keys.slice(1) : [];
}

/** The keys of a path; a backslash escapes the dot after it. */
function keysOf(path: string): string[] {
  const keys = path.match(/(?:\\.|[^.\\])+|(?<=\.|^)(?=\.|$)/gs) ?? [];
  return keys.map((key) => key.replace(/\\(.)/gs, "$1"));
}

import * as l10n from "@vscode/l10n";
import { type CodeAction, CodeActionKind, type Position } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { newErrors } from "../rules/proof.ts";
import { childOf, holdsMapping } from "../schema/model.ts";
import type { Semantics, Subject } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { findProperty, isMergeKey, walk } from "../yaml/lookup.ts";
import { boundedSentence } from "../yaml/shown.ts";
import type { PropertyNode, YamlFile } from "../yaml/tree.ts";

/** The kinds of the actions that move a key, by which clients ask for one of them. */
export const MOVE_KINDS = {
  up: `${CodeActionKind.Refactor}.move.up`,
  down: `${CodeActionKind.Refactor}.move.down`,
} as const;

/** A move of a key, with its edits by offsets and in order; without them if it is disabled. */
interface Move {
  readonly action: CodeAction;
  readonly edits?: readonly Edit[];
}

/**
 * The actions that move the key on a line, with its comment, one level up, out of its mapping, or down, into the nearest mapping above it
 * that can contain it. If a key cannot be moved, the action is disabled and gives the reason; there are none on a line without a key.
 */
export function moveKey(semantics: Semantics, position: Position): CodeAction[] {
  return movesAt(semantics, position).map(({ action }) => action);
}

function movesAt(semantics: Semantics, { line }: Position): Move[] {
  const { lines } = semantics.analysis;
  const key = lines.structure(line)?.key;
  const subject = key && semantics.at(lines.start(line) + key.start);
  const property = subject?.property;
  if (!subject || !property || isMergeKey(property)) return [];
  return [up(semantics, subject, property), down(semantics, subject, property)];
}

/**
 * The moves of the key on a line that leave fewer faults in the text and add no error. A move with the same edits as one of `known` is not
 * repeated.
 */
export async function repairingMoves(
  semantics: Semantics,
  settings: Settings,
  position: Position,
  known: readonly CodeAction[],
): Promise<CodeAction[]> {
  const faultsIn = async (version: Semantics) =>
    (await check(version, settings)).filter((found) => severityOf(found, settings) !== "off").length;
  const before = await faultsIn(semantics);
  if (before === 0) return [];
  const isKnown = ({ edit }: CodeAction) =>
    known.some((other) => JSON.stringify(other.edit) === JSON.stringify(edit));
  const repairing: CodeAction[] = [];
  for (const { action, edits } of movesAt(semantics, position)) {
    const after = edits && !isKnown(action) ? semantics.edited(edits) : undefined;
    if (!edits || !after || (await faultsIn(after)) >= before) continue;
    if ((await newErrors(semantics, after, edits, settings)).length === 0) repairing.push(action);
  }
  return repairing;
}

function up(semantics: Semantics, { document, path }: Subject, property: PropertyNode): Move {
  const { key, parent } = property;
  const title = l10n.t('Move "{0}" up a level', key);
  const around = path.slice(0, -2);
  const owner = parent?.parent?.type === "property" ? parent.parent : undefined;
  if (path.length < 2 || typeof path.at(-2) === "number" || !owner)
    return disabled(MOVE_KINDS.up, title, l10n.t('"{0}" cannot be moved further up.', key));
  // A key whose mapping would become empty is removed: without a value, it would remove defaults.
  const isOnly = parent?.type === "object" && parent.properties.length === 1;
  const place = document.at(isOnly ? owner : property);
  const isTaken = key !== owner.key && document.at([...around, key]).node !== undefined;
  const edits = isTaken ? [] : isOnly ? place.edit.unwrap() : place.edit.moveOut();
  return moveWith(semantics, MOVE_KINDS.up, title, edits, isTaken ? taken(key) : unwritable(key));
}

function down(semantics: Semantics, { document, path }: Subject, property: PropertyNode): Move {
  const { key, parent } = property;
  const siblings = parent?.type === "object" ? parent.properties : [];
  const above = siblings.slice(0, siblings.indexOf(property)).findLast((sibling) => {
    const schema = document.at([...path.slice(0, -1), sibling.key]).schema;
    return schema && holdsMapping(schema) && childOf(schema, key) && !isMergeKey(sibling);
  });
  if (!above) {
    const reason = l10n.t('No mapping above "{0}" can contain it.', key);
    return disabled(MOVE_KINDS.down, l10n.t('Move "{0}" down a level', key), reason);
  }
  const title = l10n.t('Move "{0}" down a level, into "{1}"', key, above.key);
  const isTaken = findProperty(above.valueNode, key) !== undefined;
  const edits = isTaken ? [] : document.at(property).edit.moveInto(above);
  return moveWith(semantics, MOVE_KINDS.down, title, edits, isTaken ? taken(key) : unwritable(key));
}

function taken(key: string): string {
  return l10n.t('"{0}" is already set there.', key);
}

function unwritable(key: string): string {
  return l10n.t('"{0}" is written in a way that makes it unsafe to move. Move it by hand.', key);
}

/** A move with these edits; disabled if there are none, or if the text with them would be unreadable or would not have the same texts in it. */
function moveWith(
  semantics: Semantics,
  kind: string,
  title: string,
  edits: readonly Edit[],
  reason: string,
): Move {
  const { analysis } = semantics;
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const edited = ordered.length === 0 ? undefined : analysis.edited(ordered);
  if (!edited || edited.file.problems.length > analysis.file.problems.length)
    return disabled(kind, title, reason);
  if (String(textsIn(edited.file)) !== String(textsIn(analysis.file))) return disabled(kind, title, reason);
  const made = analysis.textEdits(ordered);
  if (made === undefined) return disabled(kind, title, reason);
  const changes = { [analysis.text.uri]: made };
  return { action: { title: boundedSentence(title), kind, edit: { changes } }, edits: ordered };
}

/** The block scalars in a file, wherever they are: an empty line that is moved may become part of one, or be lost. */
function textsIn({ documents }: YamlFile): string[] {
  const texts: string[] = [];
  for (const { root } of documents) {
    walk(root, (node) => {
      if (node.type === "string" && (node.style === "literal" || node.style === "folded"))
        texts.push(JSON.stringify(node.value));
    });
  }
  return texts.sort();
}

function disabled(kind: string, title: string, reason: string): Move {
  return { action: { title: boundedSentence(title), kind, disabled: { reason: boundedSentence(reason) } } };
}

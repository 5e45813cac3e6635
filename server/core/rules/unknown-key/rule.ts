import * as l10n from "@vscode/l10n";
import { childOf } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode, ValueNode } from "../../yaml/tree.ts";
import { holdsAnchor, isUsedElsewhere } from "../engine/anchors.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import { isReadByKubernetes } from "../engine/meanings.ts";
import { closestMatches, isMisspelled } from "../engine/rank.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { droppedText, labelOf } from "../engine/sentences.ts";
import { absenceText } from "../topics/absence-text.ts";
import { canBeNested, nestFix } from "../topics/nest-key.ts";
import { changeKeyFix, indentBelowFix } from "../topics/other-key.ts";
import { laterKey, type UnknownProperty, unknownProperties } from "../topics/unknown-properties.ts";
import { hasType } from "../topics/value-fits.ts";
import { moveContentFix } from "./unwrap.ts";

const MOST_SUGGESTIONS = 5;

export const rule: Rule = {
  code: "unknown-key",
  severity: "warning",
  docs: {
    what: "The chart does not have this key. It may belong to another version, or be the name that another chart of the operator uses. It is an information for a key that was removed, while no version of the chart is named.",
    why: "Helm passes unknown keys to the templates, where nothing reads them: they are silently ignored. Inside a Kubernetes type the key reaches the API server, which drops an unknown field (Helm 3) or rejects the object (Helm 4).",
    fix: "Renames the key: to the most similar key, or to the only one that accepts its value. If it belongs elsewhere, indents it, or moves its entries there with their comments. Turns a key with dots into nested keys. Otherwise, removes the key.",
  },
  check(context) {
    return unknownProperties(context)
      .filter((unknown) => unknown.homes.length === 0 && !isHolder(context, unknown))
      .map((unknown) => finding(context, unknown));
  },
};

/** The beginnings of keys that are only there to hold an anchor, by convention. */
const HOLDER = /^(?:x-|\.)/;

/** True for a key that holds an anchor for the rest of the text. A key that is nearly one of the chart may be a typing error instead. */
function isHolder({ root }: RuleContext, { place, property, free }: UnknownProperty): boolean {
  if (!root.kind.isMerged || place.path.length > 0 || !isUsedElsewhere(root, property)) return false;
  return HOLDER.test(property.key) || closestMatches(property.key, free).length === 0;
}

/** Signs after which a key has more words, which a rename would remove. */
const OTHER_WORDS = /[\s:;=]/;

function finding(context: RuleContext, unknown: UnknownProperty): Finding {
  const { document } = context;
  const { place, property, taken, known, translation } = unknown;
  const { value } = property.keyNode;
  if (unknown.nested) return dottedFinding(context, unknown);
  const matches = closestMatches(value, known).filter(
    (key) => takesTypeOf(place, key, property.valueNode) || isMisspelled(value, key),
  );
  const [nearest] = matches;
  // If the nearest key is already set, the user does not mean the next best one.
  const twin = translation === undefined && taken.some((key) => key === nearest) ? nearest : undefined;
  const likely = translation === undefined ? matches.filter((key) => !taken.includes(key)) : [translation];
  const best = twin === undefined ? likely[0] : undefined;
  return {
    ...rangeOf(property.keyNode),
    ...(isOfEarlierVersion(document, unknown) && { severity: "information" }),
    message: sentence(context, unknown, best, twin),
    fixes: () => {
      const byValue = best === undefined && twin === undefined ? changeKeyFix(context, place, property) : [];
      const isRenamed = twin !== undefined || translation !== undefined;
      const unwrapped = byValue.length === 0 && !isRenamed ? moveContentFix(context, unknown) : [];
      return [
        ...indentBelowFix(context, place, property),
        ...likely.slice(0, MOST_SUGGESTIONS).flatMap((key) => {
          const title = l10n.t('Change to "{0}"', key);
          const how = {
            preferred: key === best && !OTHER_WORDS.test(value),
            // The entry is read for the first time, so that the rename is not to blame for its faults, alone or beside the others.
            ...(key === best && {
              reveals: rangeOf(place.path.length > 0 ? place.node : property.valueNode),
            }),
          };
          return fixWith(title, document.at(property).edit.rename(key), how);
        }),
        ...byValue,
        ...unwrapped.map((fix) => ({ ...fix, preferred: fix.preferred === true && best === undefined })),
        ...removeKeyFix(context, property, {
          // For a key of another version, only the user knows if the key or the version is wrong.
          preferred:
            best === undefined &&
            byValue.length === 0 &&
            unwrapped.length === 0 &&
            unknown.absence === undefined &&
            !isBlock(property) &&
            !holdsAnchor(property),
        }),
      ];
    },
  };
}

/** Checks that a key of a mapping takes the type of a value; a value that is not written yet can become anything. */
function takesTypeOf({ schemas }: Place, key: string, value: ValueNode): boolean {
  const children = schemas.flatMap((schema) => childOf(schema, key) ?? []);
  return value.type === "null" || children.length === 0 || children.some((child) => hasType(value, child));
}

/** True if an earlier version has a key, and the newest is only assumed. */
function isOfEarlierVersion(document: RuleContext["document"], { absence }: UnknownProperty): boolean {
  return absence !== undefined && "removed" in absence && document.assumesVersion;
}

/** Reports a key with dots, which Helm does not split. */
function dottedFinding(context: RuleContext, unknown: UnknownProperty): Finding {
  const { property } = unknown;
  const { value } = property.keyNode;
  const isHelms = context.root.kind.isMerged;
  return {
    ...rangeOf(property.keyNode),
    message: dottedText(value, isHelms, canBeNested(context, unknown)),
    fixes: () => [...nestFix(context, unknown), ...removeKeyFix(context, property)],
  };
}

/** The sentence about a key with dots, with the remedy if there is one. */
function dottedText(key: string, isHelms: boolean, isNestable: boolean): string {
  if (isHelms) {
    return isNestable
      ? l10n.t('"{0}" is one key; Helm does not split it at the dots. Nest it.', key)
      : l10n.t('"{0}" is one key; Helm does not split it at the dots.', key);
  }
  return isNestable
    ? l10n.t('"{0}" is one key; Kubernetes does not split it at the dots. Nest it.', key)
    : l10n.t('"{0}" is one key; Kubernetes does not split it at the dots.', key);
}

function sentence(
  context: RuleContext,
  { place, property, translation, absence }: UnknownProperty,
  best: string | undefined,
  twin: string | undefined,
): string {
  const { key } = property;
  const { chart } = context.document.schemas;
  const name = chart.resource?.name || chart.name;
  if (translation !== undefined) return l10n.t('"{0}" is called "{1}" in {2}.', key, translation, name);
  if (absence !== undefined) return absenceText({ ...chart, name }, [...place.path, key], absence);
  const holder = labelOf(place);
  const fault =
    holder === undefined
      ? l10n.t('Unknown key "{0}" at the top level.', key)
      : l10n.t('Unknown key "{0}" in "{1}".', key, holder);
  const effect = isReadByKubernetes(context, place) ? droppedText() : l10n.t("Helm ignores it.");
  return [fault, effect, ...hints(context, { place, property }, best, twin)].join(" ");
}

/** The key that was meant, if it can be set; otherwise the reason why it cannot. */
function hints(
  context: RuleContext,
  { place, property }: Pick<UnknownProperty, "place" | "property">,
  best: string | undefined,
  twin: string | undefined,
): string[] {
  if (best !== undefined) return [l10n.t('Did you mean "{0}"?', best)];
  if (twin !== undefined) return [l10n.t('"{0}" is already set.', twin)];
  const later = laterKey(context, place.path, property.key);
  return later ? [l10n.t('"{0}" was added in {1}.', later.key, later.since)] : [];
}

/** True for a key with a block, which is not lightly removed. */
function isBlock({ valueNode: { type } }: PropertyNode): boolean {
  return type === "object" || type === "array";
}

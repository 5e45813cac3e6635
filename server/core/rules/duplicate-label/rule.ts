import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { fixWith } from "../engine/fixes.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { repeated } from "../topics/entries.ts";
import { labelEntries } from "../topics/label-lists.ts";

export const rule: Rule = {
  code: "duplicate-label",
  severity: "error",
  docs: {
    what: "Two entries of a list of labels have the same name.",
    why: "A label has only one value. No gateway has both, or one of the two entries is lost.",
    fix: "Removes the entry.",
  },
  check(context) {
    return placesMeaning(context, "label-list").flatMap(({ node, schemas: [schema] }) => {
      if (node.type !== "array" || node.alias || !schema) return [];
      const entries = labelEntries(node, schema);
      return repeated(entries, ({ name }) => name.value).map(({ entry: { item, name, value }, first }) => ({
        ...rangeOf(name),
        message: l10n.t(
          'The label "{0}" is already set on line {1}. Remove one of the two.',
          name.value,
          context.analysis.lines.lineAt(first.name.offset) + 1,
        ),
        related: [
          { ...rangeOf(first.name), message: l10n.t('Here "{0}" is "{1}".', name.value, first.value) },
        ],
        fixes: () => {
          const title = l10n.t('Remove this entry for "{0}"', name.value);
          const edits = context.document.at(item).edit.remove();
          return fixWith(title, edits, { preferred: value === first.value });
        },
      }));
    });
  },
};

import * as l10n from "@vscode/l10n";
import { isUnset } from "../../semantics/effective-value.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";

export const rule: Rule = {
  code: "image-missing",
  severity: "warning",
  only: "chart",
  docs: {
    what: "The repository of an image is empty.",
    why: "This removes the chart's own image. A template may reject that; otherwise it renders an image without a name, and the pods cannot start.",
    fix: "Removes the key, so that the chart's own image is used.",
  },
  check(context) {
    const { document, root } = context;
    return placesMeaning(context, "image-repository").flatMap(({ node, property, path, schemas }) => {
      const isEmpty = node.type === "null" || (node.type === "string" && node.value.trim() === "");
      // A value in a later file replaces this one.
      if (!isEmpty || !property || !isUnset(document.release.given(path))) return [];
      // A key without any value is reported as that where the chart has a default that is known.
      if (node.type === "null" && node.style === "empty" && schemas[0]?.hasDefault) return [];
      return [
        {
          ...rangeOf(node.length > 0 ? node : property.keyNode),
          message: l10n.t(
            'An empty "{0}" removes the chart\'s image. Set an image, or remove the key.',
            property.key,
          ),
          fixes: () => {
            const edits = holdsAnchor(property) ? [] : document.at(property).edit.remove(root.node);
            return fixWith(l10n.t('Remove "{0}"', property.key), edits, { preferred: true });
          },
        },
      ];
    });
  },
};

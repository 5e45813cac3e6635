import * as l10n from "@vscode/l10n";
import { accepts } from "../../schema/model.ts";
import { placeholderIn } from "../../schema/types/placeholders.ts";
import type { HelmNode } from "../../values/helm-tree.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { isKeyBeingTyped } from "../engine/being-typed.ts";
import type { Rule } from "../engine/rule.ts";
import { shapeFault } from "../topics/shapes.ts";

export const rule: Rule = {
  code: "table-replaced",
  severity: "warning",
  only: "chart",
  docs: {
    what: "A scalar or a list where the chart has a mapping, or the other way around.",
    why: "Helm cannot merge the two. It prints a warning that is easily missed and keeps the value here, so all defaults under the key are lost and the templates fail or render nothing.",
  },
  check(context) {
    const { document, placeOf } = context;
    return document.release.conflicts.flatMap(({ path, kept, lost }) => {
      const { origin, type } = kept;
      const { node: written } = document.at(path);
      if (origin.kind !== "file" || !document.isHere(origin) || !origin.key || !written) return [];
      const { schema } = document.at(path);
      // A mapping or list that is not allowed here has the wrong type, which is reported at the same key. A placeholder may be filled in with
      // the right type.
      const place = placeOf(written);
      if (
        (place && shapeFault(place)) ||
        (written.type === "string" && placeholderIn(written.value) === written.value.trim()) ||
        (schema && isKeyBeingTyped(context, written, schema)) ||
        (type !== "leaf" && schema && !accepts(schema, type === "map" ? "object" : "array"))
      )
        return [];
      const key = path.at(-1) ?? "";
      const message = type === "map" ? mappingText(key, lost) : otherText(key, kept);
      return [{ ...rangeOf(origin.key), about: written, message, unfinished: rangeOf(written) }];
    });
  },
};

/** The sentence about a mapping over another kind of value of the chart. */
function mappingText(key: string | number, { type }: HelmNode): string {
  return type === "list"
    ? l10n.t(
        'The chart has a list for "{0}". Helm cannot merge a mapping with it and drops the default.',
        key,
      )
    : l10n.t(
        'The chart has a scalar for "{0}". Helm cannot merge a mapping with it and drops the default.',
        key,
      );
}

/** The sentence about a list or a scalar over a mapping of the chart. */
function otherText(key: string | number, { type }: HelmNode): string {
  return type === "list"
    ? l10n.t(
        'The chart has a mapping for "{0}". Helm cannot merge a list with it and drops all defaults in it.',
        key,
      )
    : l10n.t(
        'The chart has a mapping for "{0}". Helm cannot merge a scalar with it and drops all defaults in it.',
        key,
      );
}

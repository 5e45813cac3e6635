import * as l10n from "@vscode/l10n";
import { accepts, type SchemaNode } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { fixWith, quoteFix } from "../engine/fixes.ts";
import type { Place, Rule, RuleContext } from "../engine/rule.ts";
import { hasType } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "ambiguous-scalar",
  severity: "warning",
  docs: {
    what: "An unquoted value that Helm reads differently from what it looks like.",
    why: "Helm reads YAML 1.1: `1.10` is the number 1.1, `0755` is 493, `on` is true. The intended text is lost before a template sees it. It is an error where the key takes only text, such as the tag of an image.",
    fix: "Puts the value in quotes, or removes the leading zeros where a number is expected.",
  },
  check(context) {
    return context.groups
      .flatMap((group) => [...group.places("number"), ...group.places("boolean")])
      .filter((place) => isAmbiguous(context, place))
      .map(({ node, schemas }) => {
        const source = context.analysis.source(node);
        const value = "value" in node ? String(node.value) : "";
        const decimal = takesNumber(schemas) ? decimalOf(source) : undefined;
        return {
          ...rangeOf(node),
          // A value that lost a digit is an error if the text as written would be one.
          ...(schemas.every((schema) => !hasType(node, schema)) && { severity: "error" as const }),
          message: sentence(context.root.kind.reader, node.type, source, value, decimal),
          fixes: () =>
            decimal === undefined
              ? quoteFix(context, node, schemas[0]?.annotations.meaning)
              : // Not safe: only the user knows which of the two numbers is meant.
                fixWith(l10n.t("Change to {0}", decimal), context.document.at(node).edit.replace(decimal), {
                  preferred: isUnshared(node),
                }),
        };
      });
  },
};

function sentence(
  reader: string,
  type: ValueNode["type"],
  source: string,
  value: string,
  decimal: string | undefined,
): string {
  if (decimal !== undefined) {
    return l10n.t(
      "{0} reads {1} as the number {2}. Write {3} if you mean the decimal number.",
      reader,
      source,
      value,
      decimal,
    );
  }
  return type === "boolean"
    ? l10n.t(
        "{0} reads {1} as the boolean {2}. Put it in quotes if you mean the text.",
        reader,
        source,
        value,
      )
    : l10n.t(
        "{0} reads {1} as the number {2}. Put it in quotes if you mean the text.",
        reader,
        source,
        value,
      );
}

function takesNumber(schemas: readonly SchemaNode[]): boolean {
  return schemas.some((schema) => accepts(schema, "number", "integer"));
}

/** The number that people read in digits after a leading zero. */
function decimalOf(source: string): string | undefined {
  return /^[-+]?0\d+(?:\.\d+)?$/.test(source)
    ? source.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1")
    : undefined;
}

/** Tells if Helm's reading of a plain scalar differs from its text, at a place that needs the text or the decimal number. */
function isAmbiguous({ analysis }: RuleContext, { node, schemas }: Place): boolean {
  if ((node.type !== "number" && node.type !== "boolean") || node.style !== "plain" || node.alias)
    return false;
  if (schemas.length === 0) return false;
  const source = analysis.source(node);
  if (node.type === "number" && takesNumber(schemas)) {
    // A leading zero makes a number octal, which people expect of a file mode, but not of a port or an amount.
    if (schemas.some(({ annotations }) => annotations.octal)) return false;
    return /^[-+]?0\d/.test(source) && String(node.value) !== source.replace(/^\+/, "");
  }
  return schemas.some((schema) => accepts(schema, "string")) && String(node.value) !== source;
}

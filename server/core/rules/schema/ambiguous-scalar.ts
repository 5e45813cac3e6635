import { accepts, type SchemaNode } from "../../schema/model.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { quoteFix } from "../engine/quote-fix.ts";
import { READERS } from "../engine/reader.ts";
import type { Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { isClaimed } from "./claimed.ts";
import { missedValues } from "./value-fits.ts";

export const ambiguousScalar: Rule = {
  code: "ambiguous-scalar",
  severity: "warning",
  docs: {
    what: "A value without quotes that Helm reads as something else than it looks like.",
    why: "Helm reads YAML 1.1: `1.10` is the number 1.1, `0755` is 493, `on` is true. The text that was meant is lost before a template sees it.",
    wrong: "image:\n  tag: 1.10",
    right: 'image:\n  tag: "1.10"',
    fix: "The value is put in quotes; where a number is wanted, the zeros in front of it are removed.",
  },
  check(context) {
    return context.groups
      .flatMap((group) => [...group.places("number"), ...group.places("boolean")])
      .filter((place) => isAmbiguous(context, place) && !isClaimed(place))
      .map(({ node, schemas }) => {
        const source = context.analysis.file.text.slice(node.offset, node.offset + node.length);
        const value = "value" in node ? String(node.value) : "";
        const decimal = takesNumber(schemas) ? decimalOf(source) : undefined;
        const remedy =
          decimal === undefined
            ? "Put it in quotes if the text is meant."
            : `Write ${decimal} if the decimal number is meant.`;
        return {
          start: node.offset,
          end: node.offset + node.length,
          message: `${READERS[context.root.kind]} reads ${source} as the ${node.type} ${value}. ${remedy}`,
          fixes: () =>
            decimal === undefined
              ? quoteFix(node, source, schemas[0]?.annotations.meaning)
              : [decimalFix(node, decimal)],
        };
      });
  },
};

function takesNumber(schemas: readonly SchemaNode[]): boolean {
  return schemas.some((schema) => accepts(schema, "number", "integer"));
}

/** The number that a person reads in digits behind a zero. */
function decimalOf(source: string): string | undefined {
  return /^[-+]?0+(\d+(?:\.\d+)?)$/.test(source)
    ? source.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1")
    : undefined;
}

/** Which of the two numbers is meant is for the person to decide. */
function decimalFix({ offset, length, anchor }: ValueNode, decimal: string): Fix {
  return {
    title: `Change to ${decimal}`,
    edits: [{ start: offset, end: offset + length, text: decimal }],
    preferred: anchor === undefined,
  };
}

/** Whether Helm's reading of a plain scalar differs from its text, where the text or the decimal number is what counts. */
export function isAmbiguous({ analysis, isBroken }: RuleContext, { node, schemas }: Place): boolean {
  if ((node.type !== "number" && node.type !== "boolean") || node.style !== "plain" || node.alias)
    return false;
  if (schemas.length === 0 || isBroken(node)) return false;
  const source = analysis.file.text.slice(node.offset, node.offset + node.length);
  if (node.type === "number" && takesNumber(schemas)) {
    // A leading zero makes a number octal, which nobody expects of a port or an amount, but of the mode of a file.
    if (schemas.some(({ annotations }) => annotations.octal)) return false;
    return /^[-+]?0\d/.test(source) && String(node.value) !== source.replace(/^\+/, "");
  }
  if (!schemas.some((schema) => accepts(schema, "string")) || missedValues(node, schemas, source))
    return false;
  return String(node.value) !== source;
}

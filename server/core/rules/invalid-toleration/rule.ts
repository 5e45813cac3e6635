import * as l10n from "@vscode/l10n";
import { groupBy } from "../../yaml/group-by.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import type { ObjectNode } from "../../yaml/tree.ts";
import { isBeingTypedIn } from "../engine/being-typed.ts";
import { removeFieldFix, setFieldFix } from "../engine/fixes.ts";
import { placesMeaning } from "../engine/meanings.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { fieldMark, fieldOf } from "../topics/fields.ts";
import { renameFix } from "../topics/other-key.ts";
import { unknownProperties } from "../topics/unknown-properties.ts";

export const rule: Rule = {
  code: "invalid-toleration",
  severity: "error",
  docs: {
    what: "Fields of a toleration that contradict each other.",
    why: "The API server rejects the pod: `operator: Exists` takes no value, a toleration without a key requires `operator: Exists`, and `tolerationSeconds` requires `effect: NoExecute`.",
    fix: "Removes the field that does not fit, sets the operator or effect that it needs, or changes an unknown key to `key`.",
  },
  check(context) {
    const found: Finding[] = [];
    for (const { node } of placesMeaning(context, "toleration")) {
      if (node.type === "object" && !node.alias) for (const each of findings(context, node)) found.push(each);
    }
    return found;
  },
};

function findings(context: RuleContext, toleration: ObjectNode): Finding[] {
  const operator = fieldText(toleration, "operator");
  const needsNoValue = operator === "Exists" && fieldText(toleration, "value") !== "";
  const needsExists = operator !== "Exists" && fieldText(toleration, "key") === "";
  const hasSeconds = scalarOf(toleration, "tolerationSeconds") !== undefined;
  const needsNoExecute = hasSeconds && fieldText(toleration, "effect") !== "NoExecute";
  if (!needsNoValue && !needsExists && !needsNoExecute) return [];
  // A field that holds a mapping or a list, is being typed, or is on a line that cannot be read may be anything.
  if (FIELDS.some((name) => isDoubtful(context, toleration, name))) return [];
  const found: Finding[] = [];
  const report = (name: string, message: string, fixes: () => Fix[]) => {
    found.push({ ...rangeOf(fieldMark(toleration, name)), unfinished: rangeOf(toleration), message, fixes });
  };
  const set = (name: string, value: string) => setFieldFix(context, toleration, name, value);
  const remove = (name: string) => removeFieldFix(context, toleration, name);
  if (needsNoValue) {
    const message = l10n.t('"operator: Exists" takes no value. Remove "value", or use "operator: Equal".');
    report("value", message, () => [...set("operator", "Equal"), ...remove("value")]);
  }
  if (needsExists) {
    const message = l10n.t(
      'A toleration without a key needs "operator: Exists", and then tolerates every taint.',
    );
    report(findProperty(toleration, "key") ? "key" : "operator", message, () => [
      ...keyFix(context, toleration),
      ...set("operator", "Exists"),
    ]);
  }
  if (needsNoExecute) {
    const message = l10n.t('"tolerationSeconds" is allowed only with "effect: NoExecute".');
    report("tolerationSeconds", message, () => [
      ...set("effect", "NoExecute"),
      ...remove("tolerationSeconds"),
    ]);
  }
  return found;
}

/** The only unknown key may be a misspelled `key`. */
function keyFix(context: RuleContext, toleration: ObjectNode): Fix[] {
  const [unknown, ...others] = unknownIn(context).get(toleration) ?? [];
  const isText = unknown?.property.valueNode.type === "string";
  if (!unknown || !isText || others.length > 0 || findProperty(toleration, "key")) return [];
  return renameFix(context, unknown.property, "key");
}

const unknownIn = memo((context: RuleContext) =>
  groupBy(unknownProperties(context), ({ place }) => place.node),
);

const FIELDS = ["key", "operator", "value", "effect", "tolerationSeconds"];

function isDoubtful(context: RuleContext, toleration: ObjectNode, name: string): boolean {
  const node = findProperty(toleration, name)?.valueNode;
  if (node === undefined) return isBeingTypedIn(context, toleration, name);
  return context.isBroken(node) || node.type === "object" || node.type === "array";
}

function fieldText(toleration: ObjectNode, name: string): string {
  return String(scalarOf(toleration, name) ?? "");
}

function scalarOf(toleration: ObjectNode, name: string): string | number | boolean | undefined {
  const value = fieldOf(toleration, name);
  return value && "value" in value && value.value !== null ? value.value : undefined;
}

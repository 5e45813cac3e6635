import * as l10n from "@vscode/l10n";
import type { FieldDemand } from "../../schema/annotations.ts";
import type { SchemaNode } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { ObjectNode, ValueNode } from "../../yaml/tree.ts";
import { isBeingTypedIn } from "../engine/being-typed.ts";
import { removeFieldFix, setFieldFix } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";
import { fieldMark, fieldOf } from "../topics/fields.ts";
import { hasType } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "conflicting-fields",
  severity: "error",
  docs: {
    what: "Fields of a Kubernetes object that exclude each other, or of which one requires another: an operator and its values, `Localhost` and its profile, `minDomains` and `ScheduleAnyway`.",
    why: "The API server rejects the pod. `In` and `NotIn` require values, `Exists` and `DoesNotExist` take none, `Gt` and `Lt` take one; a profile is set for `Localhost` only; `minDomains` requires `DoNotSchedule`; a mount has `subPath` or `subPathExpr`; a privileged container, or one with `CAP_SYS_ADMIN`, requires privilege escalation; `matchLabelKeys` requires a `labelSelector`.",
    fix: "Sets the value that is needed, or removes one of the fields.",
  },
  check(context) {
    return context.groups.flatMap(({ schemas: [schema], nodes }) => {
      const demands = schema?.annotations.demands;
      if (!schema || !demands) return [];
      return nodes.object.flatMap((node) =>
        node.alias === undefined ? demands.flatMap((demand) => findings(context, node, schema, demand)) : [],
      );
    });
  },
};

function findings(
  context: RuleContext,
  mapping: ObjectNode,
  schema: SchemaNode,
  demand: FieldDemand,
): Finding[] {
  const { field, other } = demand;
  const deciding = fieldOf(mapping, field);
  if (!isSet(deciding) || (demand.is && !demand.is.includes(scalarOf(deciding) ?? ""))) return [];
  if (demand.lacks) return entriesThere(context, mapping, demand, demand.lacks);
  const found = fieldOf(mapping, other);
  // A field of another type, or one that is missing anyway, is reported by another rule.
  const otherSchema = schema.properties.get(other);
  if (found && (found.type === "null" ? schema.required.has(other) : !isAllowed(found, otherSchema)))
    return [];
  if (!found && (schema.required.has(other) || isBeingTypedIn(context, mapping, other))) return [];
  const subject = quoted(demand.is ? `${field}: ${scalarOf(deciding)}` : field);
  const message = fault(demand, subject, found);
  if (message === undefined) return [];
  if ([deciding, found].some((node) => node && context.isBroken(node))) return [];
  return [
    {
      ...rangeOf(fieldMark(mapping, found && found.type !== "null" ? other : field)),
      unfinished: rangeOf(mapping),
      message,
      fixes: () => fixes(context, mapping, demand, found),
    },
  ];
}

/** The entries of a list that it must not have while another field has its value. */
function entriesThere(
  { isBroken }: RuleContext,
  mapping: ObjectNode,
  { field, is, other }: FieldDemand,
  lacks: readonly string[],
): Finding[] {
  const [holder = "", list = ""] = other.split(".");
  const outer = fieldOf(mapping, holder);
  const entries = outer?.type === "object" ? fieldOf(outer, list) : undefined;
  if (entries?.type !== "array") return [];
  return entries.items.flatMap((item) => {
    if (item.type !== "string" || !lacks.includes(item.value) || isBroken(item)) return [];
    return {
      ...rangeOf(item),
      message: l10n.t(
        '"{0}" cannot have {1} for {2}. Change one of the two.',
        other,
        item.value,
        quoted(`${field}: ${is?.join()}`),
      ),
    };
  });
}

/** The sentence about the fault with its remedy; `undefined` if the demand is met. */
function fault(demand: FieldDemand, subject: string, found: ValueNode | undefined): string | undefined {
  const { field, is, other, needs, needsOneOf } = demand;
  switch (needs) {
    case "value":
      if (isSet(found)) return undefined;
      return l10n.t('{0} needs "{1}". Set it, or change "{2}".', subject, other, field);
    case "one-value": {
      const count = found?.type === "array" ? found.items.length : 0;
      if (count === 1) return undefined;
      return l10n.t('{0} needs exactly one entry in "{1}", not {2}.', subject, other, count);
    }
    case "nothing":
    case "no-text":
      if (needs === "nothing" ? !isSet(found) : found === undefined || found.type === "null")
        return undefined;
      return is
        ? l10n.t('{0} takes no "{1}". Remove it, or change "{2}".', subject, other, field)
        : l10n.t('"{0}" and {1} cannot both be set. Remove one of the two.', other, subject);
  }
  const options = needsOneOf ?? [];
  const value = isSet(found) ? (scalarOf(found) ?? "") : null;
  if (options.includes(value)) return undefined;
  const wanted = options.filter((option) => option !== null);
  if (value === null) {
    const fields = wanted.map((option) => quoted(`${other}: ${option}`));
    return l10n.t("{0} needs {1}.", subject, joinNames(fields, "or"));
  }
  return l10n.t(
    '"{0}" must be {1} for {2}, not {3}. Change one of the two.',
    other,
    joinNames(wanted.map(String), "or"),
    subject,
    value,
  );
}

function fixes(
  context: RuleContext,
  mapping: ObjectNode,
  { field, is, other, needs, needsOneOf }: FieldDemand,
  found: ValueNode | undefined,
): Fix[] {
  const remove = (name: string) => removeFieldFix(context, mapping, name);
  if (needs === "nothing" || needs === "no-text") return [...remove(other), ...(is ? [] : remove(field))];
  const [value] = (needsOneOf ?? []).filter((option) => option !== null);
  if (value === undefined) return [];
  const isFreed = isSet(found) && needsOneOf?.includes(null);
  return [
    ...(isFreed ? remove(other) : setFieldFix(context, mapping, other, value)),
    ...(is ? [] : remove(field)),
  ];
}

/** True if a field is there and not empty, as the validation of Kubernetes asks (`len(...) > 0`). */
function isSet(node: ValueNode | undefined): node is ValueNode {
  if (node === undefined || node.type === "null") return false;
  if (node.type === "array") return node.items.length > 0;
  return node.type !== "string" || node.value !== "";
}

function scalarOf(node: ValueNode): string | boolean | undefined {
  return node.type === "string" || node.type === "boolean" ? node.value : undefined;
}

/** True unless another rule reports that the field cannot have this value. */
function isAllowed(node: ValueNode, schema: SchemaNode | undefined): boolean {
  if (!schema) return true;
  return hasType(node, schema) && (!schema.allowed || schema.allowed.includes(scalarOf(node)));
}

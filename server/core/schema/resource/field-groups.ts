import { shown } from "../../yaml/shown.ts";

/** A validation rule of a custom resource definition: an expression in CEL about the mapping that has it (`self`). */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
}

/** Fields of one mapping of which some number must be set. */
export interface FieldGroup {
  readonly fields: readonly string[];
  readonly least: number;
  readonly most: number;
  /** The definition's message for a violation, on one line. */
  readonly message: string;
}

/** The largest length of a rule's message. */
const LONGEST_MESSAGE = 300;
/** The largest number of fields that a rule may name; a longer list is not readable. */
const MOST_FIELDS = 50;

const HEAD = "[";
const TAIL = /^\]\.filter\(x,\s?x\s?==\s?true\)\.size\(\)\s?(==|<=|>=)\s?(\d{1,3})$/;
const HAS = /^has\(self\.([A-Za-z_]\w*)\)$/;

/**
 * The fields that a rule counts. The rules that occur are those that kubebuilder's markers `ExactlyOneOf`, `AtMostOneOf` and
 * `AtLeastOneOf` write: `[has(self.a),has(self.b)].filter(x,x==true).size() == 1`. No other form of CEL is understood: `undefined`.
 */
export function fieldGroupOf({ rule, message }: ValidationRule): FieldGroup | undefined {
  const end = rule.indexOf("]");
  if (!rule.startsWith(HEAD) || end < 0) return undefined;
  const [, sign, number = ""] = TAIL.exec(rule.slice(end)) ?? [];
  const listed = rule.slice(HEAD.length, end).split(",");
  if (sign === undefined || listed.length > MOST_FIELDS) return undefined;
  const fields = listed.flatMap((term) => HAS.exec(term.trim())?.[1] ?? []);
  if (fields.length !== listed.length) return undefined;
  const count = Number(number);
  const [least, most] = sign === "==" ? [count, count] : sign === "<=" ? [0, count] : [count, fields.length];
  // The API server words a rule without a message like this.
  const said = message === undefined || message.trim() === "" ? `failed rule: ${rule}` : message.trim();
  return { fields, least, most, message: shown(said, LONGEST_MESSAGE) };
}

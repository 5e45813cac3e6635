// Rules get the wording with which the API server reports those of kubebuilder.
import { findProperty } from "../../yaml/lookup.ts";
import type { ObjectNode, ValueNode } from "../../yaml/tree.ts";
import type { ValidationRule } from "./field-groups.ts";

/** The largest number of fields that are combined: no definition has more, and the combinations double with each. */
const MOST_FIELDS = 6;
const DEEPEST_FORMULA = 6;
const MOST_PARTS = 100;

const COMBINED = ["allOf", "anyOf", "oneOf"] as const;

/** A condition on the set fields. */
type Formula = (set: ReadonlySet<string>) => boolean;

/**
 * The rules that a schema states without CEL, by `required` inside `oneOf`, `anyOf`, `allOf` and `not`, in the form in which
 * `field-groups.ts` reads them: exactly one, at most one or at least one of some fields. Other conditions are left out.
 */
export function formulaRules(schema: ObjectNode): ValidationRule[] {
  return COMBINED.flatMap((keyword) => {
    const value = findProperty(schema, keyword)?.valueNode;
    const reader = new FormulaReader();
    const formula = value && reader.combined(keyword, value, 0);
    const fields = [...reader.fields];
    if (!formula || fields.length < 2 || fields.length > MOST_FIELDS) return [];
    const said = countOf(formula, fields);
    if (said === undefined) return [];
    const listed = fields.map((field) => `has(self.${field})`).join(",");
    return [
      {
        rule: `[${listed}].filter(x,x==true).size() ${said.sign} 1`,
        message: `${said.words} one of the fields in [${fields.join(" ")}] ${said.sign === "<=" ? "may" : "must"} be set`,
      },
    ];
  });
}

class FormulaReader {
  readonly fields = new Set<string>();
  #parts = 0;

  combined(keyword: (typeof COMBINED)[number], list: ValueNode, depth: number): Formula | undefined {
    if (list.type !== "array" || list.alias !== undefined || list.items.length === 0) return undefined;
    const parts = list.items.map((item) => this.#read(item, depth + 1));
    const all = parts.filter((part) => part !== undefined);
    if (all.length < parts.length) return undefined;
    if (keyword === "allOf") return (set) => all.every((part) => part(set));
    if (keyword === "anyOf") return (set) => all.some((part) => part(set));
    return (set) => all.filter((part) => part(set)).length === 1;
  }

  /** The condition of a part that only has conditions. */
  #read(node: ValueNode, depth: number): Formula | undefined {
    this.#parts += 1;
    if (
      depth > DEEPEST_FORMULA ||
      this.#parts > MOST_PARTS ||
      node.type !== "object" ||
      node.alias !== undefined
    )
      return undefined;
    const conditions = node.properties.map(({ key, valueNode }): Formula | undefined => {
      if (key === "required") return this.#required(valueNode);
      if (key === "not") {
        const inner = this.#read(valueNode, depth + 1);
        return inner && ((set) => !inner(set));
      }
      const keyword = COMBINED.find((word) => word === key);
      return keyword && this.combined(keyword, valueNode, depth);
    });
    const all = conditions.filter((condition) => condition !== undefined);
    return all.length < conditions.length ? undefined : (set) => all.every((condition) => condition(set));
  }

  #required(node: ValueNode): Formula | undefined {
    if (node.type !== "array" || node.alias !== undefined) return undefined;
    const names = node.items.map((item) => (item.type === "string" ? item.value : undefined));
    if (names.some((name) => name === undefined || !/^[A-Za-z_]\w{0,99}$/.test(name))) return undefined;
    for (const name of names) if (name !== undefined) this.fields.add(name);
    return (set) => names.every((name) => name !== undefined && set.has(name));
  }
}

/** The number of fields that a formula demands, found by trying all combinations; `undefined` if their number alone does not decide. */
function countOf(formula: Formula, fields: readonly string[]) {
  const accepted = new Set<number>();
  const refused = new Set<number>();
  for (let bits = 0; bits < 2 ** fields.length; bits++) {
    const set = new Set(fields.filter((_, index) => (bits >> index) % 2 === 1));
    (formula(set) ? accepted : refused).add(set.size);
  }
  // If combinations with the same number of fields differ, the number does not decide.
  if ([...accepted].some((size) => refused.has(size))) return undefined;
  const sizes = [...accepted].toSorted((a, b) => a - b).join();
  const all = fields.map((_, index) => index + 1).join();
  if (sizes === "1") return { sign: "==", words: "exactly" };
  if (sizes === "0,1") return { sign: "<=", words: "at most" };
  return sizes === all ? { sign: ">=", words: "at least" } : undefined;
}

import { withArticle } from "../../sentence-parts.ts";
import { HIDDEN } from "../redact.ts";

/** What the API server says about one field. */
export interface FieldError {
  /** Its path; `WHOLE` for the object as a whole. */
  readonly field: string;
  readonly reason: string;
}

/** How a field error names the object as a whole. */
const WHOLE = "the object";

/** A message that comes along with other errors, and that a person can do nothing about. */
const UNCHECKED =
  /(?:, |\n\* )<nil>: Invalid value: "?null"?: some validation rules were not checked[^\n\]]*/g;

const STARTS =
  /(?:^|, )(?=(?:[\w.[\]-]+|<nil>): (?:Required value|Invalid value|Forbidden|Unsupported value|Duplicate value|Too long|Too many|Not found|Internal error))/;

/** The errors after `is invalid:`. Helm shows several in brackets, kubectl as a list. */
export function readFieldErrors(why: string): readonly FieldError[] {
  const text = why
    .replaceAll(UNCHECKED, "")
    .trim()
    .replace(/^\[([\s\S]*)\]$/, "$1")
    .replace(/(?:^|\n)\* /g, ", ")
    .replace(/^, /, "");
  return text
    .split(STARTS)
    .filter((part) => part !== "")
    .map((part) => {
      const [, field = part, reason = ""] = /^([^:\s]+): ([\s\S]*)$/.exec(part.trim()) ?? [];
      if (field === "[]" || field === "<nil>") {
        return { field: WHOLE, reason: reason.replace(/^Invalid value: (?:"object": )?/, "") };
      }
      return {
        field,
        reason: reason.replace(/, regex used for validation is .*$/s, ")").replace(`${field} in body `, ""),
      };
    });
}

/** One error as part of a sentence. */
export function fieldText({ field, reason }: FieldError): string {
  if (field === WHOLE) return reason;
  if (reason === "Required value") return `${field} is required`;
  const [, given, wanted] = /^Invalid value: "(\w+)": must be of type (\w+): "\1"$/.exec(reason) ?? [];
  if (given !== undefined && wanted !== undefined)
    return `${field} is ${withArticle(given)}, but must be ${withArticle(wanted)}`;
  return `${field}: ${reason}`;
}

/** An error about a value of the wrong type in an applied object. Some messages quote the value, which is hidden here. */
export function typedPatchText(why: string): string {
  return why
    .trim()
    .replace(/^\./, "")
    .replace(/&value\.valueUnstructured\{.*\}$/s, HIDDEN);
}

/** `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32` */
export function jsonTypeText(why: string): string {
  const [, given, field, wanted] =
    /cannot unmarshal (\w+) into Go struct field \w+\.([\w.]+) of type (\S+)/.exec(why) ?? [];
  return field === undefined
    ? why.trim()
    : `${field} is ${withArticle(given ?? "")}, but must be ${goType(wanted)}`;
}

/** `unrecognized type: int32`, or `cannot convert int64 to string`: for a patch, the API server does not name the field. */
export function patchText(why: string): string {
  const [, only] = /^unrecognized type: (\S+)$/.exec(why) ?? [];
  if (only !== undefined) return `a value has the wrong type: ${goType(only)} is expected`;
  const [, given, wanted] = /^cannot convert (\S+) to (\S+)$/.exec(why) ?? [];
  if (given === undefined) return why;
  return `a value has the wrong type: it is ${goType(given)}, but ${goType(wanted)} is expected`;
}

/** `int32` and the like are integers, and a struct such as `v1.Affinity` is an object. */
function goType(type = ""): string {
  if (/^u?int\d*$/.test(type)) return "an integer";
  if (type === "bool") return "a boolean";
  if (type === "string") return "a string";
  if (type.startsWith("[]")) return "an array";
  return /^map\[/.test(type) ? "an object" : `an object (${type})`;
}

import * as l10n from "@vscode/l10n";
import { HIDDEN } from "../redact.ts";
import { typeMismatch, typeText } from "../schema-errors.ts";

/** What the API server says about one field. */
export interface FieldError {
  /** Its path; for the object as a whole, what sentences call it. */
  readonly field: string;
  readonly isWhole?: boolean;
  readonly reason: string;
}

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
        return {
          field: l10n.t("the object"),
          isWhole: true,
          reason: reason.replace(/^Invalid value: (?:"object": )?/, ""),
        };
      }
      return {
        field,
        // Not translated: what the API server writes.
        reason: reason.replace(/, regex used for validation is .*$/s, ")").replace(`${field} in body `, ""),
      };
    });
}

/** One error as part of a sentence. */
export function fieldText({ field, reason, isWhole = false }: FieldError): string {
  if (isWhole) return reason;
  if (/^Required value$/.test(reason)) return l10n.t("{0} is required", field);
  const [, given, wanted] = /^Invalid value: "(\w+)": must be of type (\w+): "\1"$/.exec(reason) ?? [];
  if (given !== undefined && wanted !== undefined)
    return typeMismatch(field, typeText(given), typeText(wanted));
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
  const [, given = "", field, wanted] =
    /cannot unmarshal (\w+) into Go struct field \w+\.([\w.]+) of type (\S+)/.exec(why) ?? [];
  return field === undefined ? why.trim() : typeMismatch(field, typeText(given), goType(wanted));
}

/** `unrecognized type: int32`, or `cannot convert int64 to string`: for a patch, the API server does not name the field. */
export function patchText(why: string): string {
  const [, only] = /^unrecognized type: (\S+)$/.exec(why) ?? [];
  if (only !== undefined) return l10n.t("a value has the wrong type: {0} is expected", goType(only));
  const [, given, wanted] = /^cannot convert (\S+) to (\S+)$/.exec(why) ?? [];
  if (given === undefined) return why;
  return l10n.t("a value has the wrong type: it is {0}, but {1} is expected", goType(given), goType(wanted));
}

/** `int32` and the like are integers, and a struct such as `v1.Affinity` is an object. */
function goType(type = ""): string {
  if (/^u?int\d*$/.test(type)) return typeText("integer");
  if (type === "bool" || type === "string") return typeText(type);
  if (type.startsWith("[]")) return typeText("array");
  return /^map\[/.test(type) ? typeText("object") : l10n.t("an object ({0})", type);
}

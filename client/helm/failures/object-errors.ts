import type { FieldName } from "../../../server/lsp/protocol.ts";
import { listed } from "../../texts/sentence-parts.ts";

/** The reasons for which the API server rejects an object; of a Secret only the fields, as some reasons quote its content. */
export function reasonsOf(kind: string, why: string): string {
  const errors = /(?<![\w.[\]-])([\w.[\]-]+): [A-Z]/g;
  if (kind === "Secret") return listed(Array.from(why.matchAll(errors), ([, field = ""]) => field));
  return why
    .trim()
    .replace(/^\[([\s\S]*)\]$|^\* |^: /, "$1")
    .replace(/, regex used for validation is [^\n]*/, ")")
    .replaceAll("\n* ", ", ")
    .replace(/, <nil>: Invalid value: "?null"?: some validation rules were not checked[\s\S]*$/, "");
}

/** The kinds of errors about a field (apimachinery: `ErrorType` in pkg/util/validation/field/errors.go). */
const FIELD_ERRORS =
  /: (?:Not found|Required value|Duplicate value|Invalid value|Unsupported value|Forbidden|Too long|Too many|Too few|Internal error)\b/g;

/** More than a person selects from. */
const MOST_FIELDS = 20;

type ObjectOf = Omit<FieldName, "path">;

/** The fields of an object that an error is about; `known` is the object if the error does not name it. */
export function rejectedFields(error: string, known?: ObjectOf): readonly FieldName[] {
  const object = known ?? objectOf(error);
  if (object === undefined) return [];
  const [, , afterInvalid] = /( is invalid: )([\s\S]*)/.exec(error) ?? [];
  const paths = [
    ...(afterInvalid === undefined ? [] : invalidFields(afterInvalid)),
    ...Array.from(error.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g), ([, path = ""]) => path),
    ...Array.from(error.matchAll(/(?:\): |^ {2})\.(\S+): /gm), ([, path = ""]) => path),
    ...Array.from(error.matchAll(/Go struct field \w+\.(\S+) of type/g), ([, path = ""]) => path),
    ...readConflicts(error).map(({ field }) => field),
  ];
  return [...new Set(paths)].slice(0, MOST_FIELDS).map((path) => ({ ...object, path }));
}

/** The paths of fields before each kind of error; values, which are quoted, are not searched. */
function invalidFields(why: string): readonly string[] {
  const bare = why.replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '""');
  let end = 0;
  return Array.from(bare.matchAll(FIELD_ERRORS), (found) => {
    const before = bare.slice(end, found.index);
    end = found.index + found[0].length;
    const start = Math.max(before.lastIndexOf(" "), before.lastIndexOf("\n")) + 1;
    const word = before.slice(start).replace(/^\[/, "");
    return /(?:^|, |\* |\n)$/.test(before.slice(0, start)) ? word : "";
  }).filter((path) => path !== "" && path !== "<nil>");
}

/** The object that an error is about, in the words of the API server, of Helm 4 or of server-side apply; of a request that it cannot read only the kind. */
function objectOf(error: string): ObjectOf | undefined {
  const [, type, called] = /(?<![\w.-])([A-Z][\w.-]*) "([^"]+)" is invalid: /.exec(error) ?? [];
  if (type !== undefined && called !== undefined) return { kind: kindOf(type), name: called };
  const [, namespace, name, kind] = /object \(?([\w.-]*)\/([^\s;]+);? \S*, Kind=(\w+)/.exec(error) ?? [];
  if (name !== undefined && kind !== undefined) return { kind, name, ...(namespace && { namespace }) };
  const [, alone] = /(\w+) in version "[^"]*" cannot be handled as/.exec(error) ?? [];
  return alone === undefined ? undefined : { kind: alone };
}

/** The kinds that the cluster does not have, according to an error, each once. */
export function missingKinds(
  error: string,
): readonly { readonly kind: string; readonly apiVersion: string }[] {
  const found = error.matchAll(/no matches for kind "([^"]+)" in version "([^"]+)"/g);
  const kinds = Array.from(found, ([, kind = "", apiVersion = ""]) => ({ kind, apiVersion }));
  return [...new Map(kinds.map((kind) => [`${kind.apiVersion}/${kind.kind}`, kind])).values()];
}

/** `conflict with "a": .spec.x`, or `conflicts with "a":` and a line `- .spec.x` for each field. kubectl adds advice. */
export function readConflicts(text: string): readonly { readonly owner: string; readonly field: string }[] {
  const parts = text.split(/conflicts? with /).slice(1);
  return parts.flatMap((part) => {
    const [, owner = "", fields = ""] = /^"([^"]*)"[^:]*:([\s\S]*)$/.exec(part) ?? [];
    return Array.from(fields.matchAll(/^(?: |- )\.(\S.*)$/gm), ([, field = ""]) => ({ owner, field }));
  });
}

/** `Certificate.group.example.org` is a Certificate. */
export function kindOf(type: string): string {
  return type.split(".")[0] ?? type;
}

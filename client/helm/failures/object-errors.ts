import { listed } from "../../texts/sentence-parts.ts";

/** Why the API server rejects an object; of a Secret only the fields, as some reasons quote its content. */
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

/** The kinds that an error says the cluster does not have, each once. */
export function missingKinds(
  error: string,
): readonly { readonly kind: string; readonly apiVersion: string }[] {
  const found = error.matchAll(/no matches for kind "([^"]+)" in version "([^"]+)"/g);
  const kinds = Array.from(found, ([, kind = "", apiVersion = ""]) => ({ kind, apiVersion }));
  return [...new Map(kinds.map((one) => [`${one.apiVersion}/${one.kind}`, one])).values()];
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

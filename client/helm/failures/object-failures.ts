import { listed } from "../../sentence-parts.ts";
import { type FailureRow, inTerminal } from "../failure-row.ts";
import { HIDDEN } from "../hidden.ts";

/** Objects that the API server does not take. */
export const objectFailures: readonly FailureRow[] = [
  {
    kind: "kind-missing",
    pattern: /no matches for kind "[^"]+" in version "[^"]+"/,
    say(_found, _scene, error) {
      const found = error.matchAll(/no matches for kind "([^"]+)" in version "([^"]+)"/g);
      const kinds = [...new Set(Array.from(found, ([, kind, version]) => `${kind} (${version})`))];
      return {
        sentence: `The cluster does not know ${listed(kinds)}.`,
        next: "Install what brings this kind first: CAP Operator: Check Prerequisites says what is missing. Or choose another certificate manager, or switch monitoring off, in the values.",
      };
    },
  },
  {
    kind: "conflict",
    pattern: /Apply failed with \d+ conflicts?: ([\s\S]*)$/,
    say([, conflicts = ""], _scene, error) {
      const owned = readConflicts(conflicts);
      const [, name, kind] = /applying object (\S+) \S+, Kind=(\w+)/.exec(error) ?? [];
      const object = kind === undefined ? "the object" : `${kind} ${name?.split("/").at(-1)}`;
      const named = [...new Set(owned.map(({ owner }) => owner))];
      const owners = named.length > 0 ? named : ["Something else"];
      return {
        sentence: `${listed(owners)} ${owners.length === 1 ? "owns" : "own"} fields of ${object} that this would change.`,
        next: "Nothing was forced. Leave these fields to their owner, or have it give them up, and try again.",
        ...(owned.length > 0 && { details: owned.map(({ owner, field }) => `${field}: owned by ${owner}`) }),
      };
    },
  },
  {
    kind: "immutable-field",
    pattern:
      /(\S+) "([^"]+)" is invalid: ([\s\S]*(?:immutable|may not be changed|may not change once set)[\s\S]*)$/,
    say([, type = "", name, why = ""], { at }) {
      const kind = kindOf(type);
      const fields = reasonsOf(why).map(({ field }) => field);
      return {
        sentence: `${listed(fields)} of ${kind} ${name} cannot be changed once it exists.`,
        next: `Keep the old value. Or delete the object, which is then made anew by the next attempt: kubectl delete ${kind.toLowerCase()} ${name} --namespace ${at.namespace} ${inTerminal(at)}`,
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /(\S+) "([^"]+)" is invalid: ([\s\S]*)$/,
    say([, type = "", name, why = ""]) {
      const kind = kindOf(type);
      const details = reasonsOf(why).map(({ field, reason }) =>
        kind === "Secret" ? field : `${field}: ${reason}`,
      );
      return {
        sentence: `The cluster refuses ${kind} ${name}${details.length > 2 ? ` in ${details.length} places` : `: ${listed(details)}`}.`,
        next: "Correct the values that this comes from.",
        details,
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /failed to create typed patch object \(([^;]+); [^,]*, Kind=(\w+)\): ([\s\S]*)$/,
    say: ([, name = "", kind, why = ""]) => ({
      sentence: `The cluster refuses ${kind} ${name.split("/").at(-1)}: ${typeError(why)}.`,
      next: "Correct the values that this comes from.",
    }),
  },
  {
    kind: "invalid-object",
    pattern:
      /failed to convert new object \(([^;]+); [^,]*, Kind=(\w+)\) to proper version: [\s\S]*: ([^:\n]+)$/,
    say: ([, name = "", kind, why]) => ({
      sentence: `The cluster refuses ${kind} ${name.split("/").at(-1)}: ${why}.`,
      next: "Correct the values that this comes from.",
    }),
  },
  {
    kind: "invalid-object",
    pattern: /(\w+) in version "[^"]+" cannot be handled as a \w+: ([^\n]*)/,
    say: ([, kind, why = ""]) => ({
      sentence: `The cluster refuses a ${kind}: ${goTypeError(why)}.`,
      next: "Correct the values that this comes from.",
    }),
  },
];

/** `conflict with "a": .spec.x`, or `conflicts with "a":` and a line `- .spec.x` for each field. kubectl adds advice. */
function readConflicts(text: string): readonly { readonly owner: string; readonly field: string }[] {
  const parts = text.split(/conflicts? with /).slice(1);
  return parts.flatMap((part) => {
    const [, owner = "", fields = ""] = /^"([^"]*)"[^:]*:([\s\S]*)$/.exec(part) ?? [];
    return Array.from(fields.matchAll(/^(?: |- )\.(\S.*)$/gm), ([, field = ""]) => ({ owner, field }));
  });
}

/** `Certificate.group.example.org` is a Certificate. */
function kindOf(type: string): string {
  return type.split(".")[0] ?? type;
}

/** What the API server says about one field each; several stand in brackets. */
function reasonsOf(why: string): readonly { readonly field: string; readonly reason: string }[] {
  const text = why
    .trim()
    .replace(/^\[([\s\S]*)\]$/, "$1")
    .replace(/(?:^|\n)\* /g, ", ")
    .replace(/^, /, "");
  const starts =
    /(?:^|, )(?=[\w.[\]-]+: (?:Required value|Invalid value|Forbidden|Unsupported value|Duplicate value|Too long|Too many|Not found|Internal error))/;
  return text
    .split(starts)
    .filter((part) => part !== "")
    .map((part) => {
      const [, field = part, reason = ""] = /^([^:\s]+): ([\s\S]*)$/.exec(part.trim()) ?? [];
      return {
        field,
        reason: reason
          .replace(/, regex used for validation is .*$/s, ")")
          .replace(/^Required value$/, "it is required"),
      };
    });
}

/** A value of the wrong type, of which some messages show the value itself. */
function typeError(why: string): string {
  return why
    .trim()
    .replace(/^\./, "")
    .replace(/&value\.valueUnstructured\{.*\}$/s, HIDDEN);
}

/** `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32` */
function goTypeError(why: string): string {
  const [, given, field, wanted] =
    /cannot unmarshal (\w+) into Go struct field \w+\.([\w.]+) of type (\S+)/.exec(why) ?? [];
  return field === undefined ? why.trim() : `${field} is a ${given}, and has to be of type ${wanted}`;
}

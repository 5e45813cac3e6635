import { listed } from "../../sentence-parts.ts";
import { type Failure, type FailureRow, type FailureScene, inCluster } from "../failure-row.ts";
import { HIDDEN } from "../hidden.ts";
import { EDIT_VALUES, RETRY, type RecoveryAction, terminal } from "../recovery.ts";
import type { ReleaseAt } from "../release.ts";
import { howToGetKinds, missingKinds } from "./missing-kinds.ts";

/** What Helm applies comes from values, what kubectl applies is a text of its own. */
function correctSource({ run }: FailureScene): Pick<Failure, "next" | "recovery"> {
  return run.program === "helm"
    ? { next: "Correct the values that this comes from.", recovery: [EDIT_VALUES] }
    : { next: "Correct the resource, then try again.", recovery: [RETRY] };
}

/** Objects that the API server does not take. */
export const objectFailures: readonly FailureRow[] = [
  {
    kind: "kind-missing",
    pattern: /no matches for kind "[^"]+" in version "[^"]+"/,
    say(_found, _scene, error) {
      const kinds = missingKinds(error);
      const [only, ...others] = kinds.map(({ kind, apiVersion }) => `${kind} (${apiVersion})`);
      const names = listed(kinds.map(({ kind }) => kind));
      const { details, ...step } = howToGetKinds(kinds);
      return {
        sentence: `The cluster does not have the ${others.length === 0 ? `kind ${only}` : `kinds ${names}`}.`,
        ...step,
        details: [...(only === undefined || others.length === 0 ? [] : [only, ...others]), ...details],
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
      const owners = named.length > 0 ? named : ["Another tool"];
      return {
        sentence: `${listed(owners)} ${owners.length === 1 ? "owns" : "own"} fields of ${object} that this would change.`,
        next: "Leave these fields to their owner, or have it give them up, then try again.",
        recovery: [RETRY, EDIT_VALUES],
        ...(owned.length > 0 && { details: owned.map(({ owner, field }) => `${field}: owned by ${owner}`) }),
      };
    },
  },
  {
    kind: "immutable-field",
    pattern:
      /(\S+) "([^"]+)" is invalid: ([\s\S]*(?:immutable|may not be changed|may not change once set)[\s\S]*)$/,
    say([, type = "", name = "", why = ""], { at }) {
      const kind = kindOf(type);
      const fields = reasonsOf(why).map(({ field }) => field);
      return {
        sentence: `${listed(fields)} of ${kind} ${name} cannot be changed once it exists.`,
        next: "Keep the old value, or delete the object in a terminal and try again.",
        recovery: [EDIT_VALUES, deletion(kind, name, at), RETRY],
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /(\S+) "([^"]+)" is invalid: ([\s\S]*)$/,
    say([, type = "", name, why = ""], scene) {
      const kind = kindOf(type);
      const reasons = reasonsOf(why);
      const details = reasons.map(({ field, reason }) => {
        if (kind === "Secret") return field;
        return reason === REQUIRED ? `${field} is required` : `${field}: ${reason}`;
      });
      const fields = reasons.slice(0, 3).map(({ field }) => field);
      const more = reasons.length > fields.length ? [`${reasons.length - fields.length} more`] : [];
      return {
        sentence:
          details.length === 1
            ? `The cluster refuses ${kind} ${name}: ${details[0]}.`
            : `The cluster refuses ${kind} ${name} in ${details.length} places: ${listed([...fields, ...more])}.`,
        ...correctSource(scene),
        details,
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /failed to create typed patch object \(([^;]+); [^,]*, Kind=(\w+)\): ([\s\S]*)$/,
    say: ([, name = "", kind, why = ""], scene) => ({
      sentence: `The cluster refuses ${kind} ${name.split("/").at(-1)}: ${typeError(why)}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern:
      /failed to convert new object \(([^;]+); [^,]*, Kind=(\w+)\) to proper version: [\s\S]*: ([^:\n]+)$/,
    say: ([, name = "", kind, why], scene) => ({
      sentence: `The cluster refuses ${kind} ${name.split("/").at(-1)}: ${why}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /(\w+) in version "[^"]+" cannot be handled as a \w+: ([^\n]*)/,
    say: ([, kind, why = ""], scene) => ({
      sentence: `The cluster refuses a ${kind}: ${goTypeError(why)}.`,
      ...correctSource(scene),
    }),
  },
];

function deletion(kind: string, name: string, at: ReleaseAt): RecoveryAction {
  return terminal(
    "kubectl",
    ...["delete", kind.toLowerCase(), name],
    ...["--namespace", at.namespace],
    ...inCluster(at),
  );
}

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

const REQUIRED = "Required value";

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
        reason: reason.replace(/, regex used for validation is .*$/s, ")").replace(`${field} in body `, ""),
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

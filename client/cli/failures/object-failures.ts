import { listed, withArticle } from "../../sentence-parts.ts";
import type { Failure, FailureRow, FailureScene } from "../failure.ts";
import { EDIT_VALUES, inCluster, RETRY, type RecoveryAction, terminal } from "../recovery.ts";
import type { ReleaseRef } from "../release.ts";
import { fieldText, jsonTypeText, patchText, readFieldErrors, typedPatchText } from "./field-errors.ts";

/** Objects of a chart come from the values; anything else that kubectl applies is a resource of its own. */
function correctSource({ run, chart }: FailureScene): Pick<Failure, "next" | "recovery"> {
  return run.program === "helm" || chart !== undefined
    ? { next: "Correct the values that produce it.", recovery: [EDIT_VALUES] }
    : { next: "Correct the resource, then try again.", recovery: [RETRY] };
}

/** Objects that the API server does not accept. */
export const objectFailures: readonly FailureRow[] = [
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
        sentence: `${listed(owners)} ${owners.length === 1 ? "manages" : "manage"} fields of ${object} that this would change.`,
        next: "Leave these fields out, or make the other manager give them up, then try again.",
        recovery: [RETRY, EDIT_VALUES],
        ...(owned.length > 0 && {
          details: owned.map(({ owner, field }) => `${field}: managed by ${owner}`),
        }),
      };
    },
  },
  {
    kind: "changed-meanwhile",
    pattern: /Operation cannot be fulfilled on (\S+) "([^"]+)": /,
    say: ([, resource, name]) => ({
      sentence: `${resource}/${name} was changed by somebody else at the same time.`,
      next: "Check what exists now, then try again.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "already-exists",
    pattern: /(\S+) "([^"]+)" already exists/,
    say: ([, resource, name]) => ({
      sentence: `${resource}/${name} already exists.`,
      next: "Remove it or choose another name, then try again.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "object-missing",
    pattern: /^Error from server \(NotFound\): (?:error when [^:]*: )?(\S+) "([^"]+)" not found/,
    say: ([, resource, name], { at }) => ({
      sentence: `${resource}/${name} was not found in the namespace ${at.namespace} of ${at.context}.`,
      next: "Check the name and the namespace.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "unknown-field",
    pattern: /(?:unknown|duplicate) field "|field not declared in schema/,
    say(_found, scene, error) {
      const kind = kindIn(error);
      const unknown = [
        ...fieldsIn(error, /unknown field "([^"]+)"/g),
        ...fieldsIn(error, /(?:^|[\s:])\.(\S+): field not declared in schema/g),
      ];
      const twice = fieldsIn(error, /duplicate field "([^"]+)"/g);
      const [wrong, more] = unknown.length > 0 ? [unknown, twice] : [twice, []];
      const fields = `${wrong.length === 1 ? "field" : "fields"} ${listed(wrong)}`;
      return {
        sentence: unknown.length > 0 ? `${kind} has no ${fields}.` : `${kind} sets the ${fields} twice.`,
        ...correctSource(scene),
        ...(more.length > 0 && { details: more.map((field) => `${field} is set twice`) }),
      };
    },
  },
  {
    kind: "port-taken",
    pattern:
      /(\S+) "([^"]+)" is invalid: (?:[\s\S]*?[\s[])??([a-z][\w.[\]]*): Invalid value: \[?"?([\w.:]+)"?\]?: (?:[^\n]*?)provided (port|IP) is already allocated/,
    say: ([, type = "", name, field, value, what], scene) => ({
      sentence: `The ${what === "IP" ? "address" : "port"} ${value} of ${kindOf(type)} ${name} (${field}) is already used by another Service.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "immutable-field",
    pattern:
      /(\S+) "([^"]+)" is invalid: ([\s\S]*(?:immutable|may not be changed|may not change once set|cannot change roleRef|updates to statefulset spec)[\s\S]*)$/,
    say([, type = "", name = "", why = ""], { at }) {
      const kind = kindOf(type);
      const fields = readFieldErrors(why).map(({ field }) => field);
      return {
        sentence: `${listed(fields)} of ${kind} ${name} cannot be changed after creation.`,
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
      const reasons = readFieldErrors(why);
      // Some reasons quote the content of a Secret.
      const details = reasons.map((error) => (kind === "Secret" ? error.field : fieldText(error)));
      const fields = reasons.slice(0, 3).map(({ field }) => field);
      const more = reasons.length > fields.length ? [`${reasons.length - fields.length} more`] : [];
      return {
        sentence:
          details.length === 1
            ? `The cluster rejects ${kind} ${name}: ${details[0]}.`
            : `The cluster rejects ${kind} ${name} in ${details.length} places: ${listed([...fields, ...more])}.`,
        ...correctSource(scene),
        details,
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /failed to create typed patch object \(([^;]+); [^,]*, Kind=(\w+)\): ([\s\S]*)$/,
    say: ([, name = "", kind, why = ""], scene) => ({
      sentence: `The cluster rejects ${kind} ${name.split("/").at(-1)}: ${typedPatchText(why)}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern:
      /failed to convert new object \(([^;]+); [^,]*, Kind=(\w+)\) to proper version: [\s\S]*: ([^:\n]+)$/,
    say: ([, name = "", kind, why], scene) => ({
      sentence: `The cluster rejects ${kind} ${name.split("/").at(-1)}: ${why}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /(\w+) in version "[^"]+" cannot be handled as a \w+: ([^\n]*)/,
    say: ([, kind, why = ""], scene) => ({
      sentence: `The cluster rejects ${withArticle(kind ?? "")}: ${jsonTypeText(why)}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    // Helm and kubectl read names, labels and annotations themselves, before anything is sent. Neither says which object it is about.
    pattern: /unable to decode "[^"]*": (json: cannot unmarshal [^\n]*)/,
    say: ([, why = ""], scene) => ({
      sentence: `An object cannot be sent to the cluster: ${jsonTypeText(why)}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    // The patch that it quotes may be for a Secret.
    pattern: /The request is invalid: patch: Invalid value: "(?:[^"\\]|\\.)*": ([^\n]*)$/,
    say: ([, why = ""], scene) => ({
      sentence: `The cluster rejects the change: ${patchText(why)}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /[Rr]equest (?:entity|is) too large[^\n]*/,
    say: ([whole = ""], scene) => ({
      sentence: `The object is too large for the API server: ${whole}.`,
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /error validating data: ([^\n]*?)(?:; if you choose to ignore these errors, [^\n]*)?$/m,
    say: ([, why], scene) => ({
      sentence: `The manifest is not valid: ${why}.`,
      ...correctSource(scene),
    }),
  },
];

/** The kind that a refusal names, as the beginning of a sentence. */
function kindIn(error: string): string {
  const [, kind] =
    /(\w+) in version "[^"]+" cannot be handled|\bKind=(\w+)\)|ValidationError\((\w+)[.)]/
      .exec(error)
      ?.filter((part, index) => index === 0 || part !== undefined) ?? [];
  return kind ?? "The object";
}

function fieldsIn(error: string, pattern: RegExp): readonly string[] {
  return Array.from(error.matchAll(pattern), ([, field = ""]) => field);
}

function deletion(kind: string, name: string, at: ReleaseRef): RecoveryAction {
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

import * as l10n from "@vscode/l10n";
import { listed } from "../../sentence-parts.ts";
import { EDIT_VALUES, inCluster, RETRY, type RecoveryAction, terminal } from "../recovery.ts";
import type { ReleaseRef } from "../release.ts";
import { fieldText, jsonTypeText, patchText, readFieldErrors, typedPatchText } from "./field-errors.ts";
import type { Failure, FailureRow, FailureScene } from "./row.ts";

/** Objects of a chart come from the values; anything else that kubectl applies is a resource of its own. */
function correctSource({ run, chart }: FailureScene): Pick<Failure, "next" | "recovery"> {
  return run.program === "helm" || chart !== undefined
    ? { next: l10n.t("Correct the values that produce it."), recovery: [EDIT_VALUES] }
    : { next: l10n.t("Correct the resource, then try again."), recovery: [RETRY] };
}

/** Objects that the API server does not accept. */
export const objectFailures: readonly FailureRow[] = [
  {
    kind: "conflict",
    pattern: /Apply failed with \d+ conflicts?: ([\s\S]*)$/,
    say([, conflicts = ""], _scene, error) {
      const owned = readConflicts(conflicts);
      const [, name, kind] = /applying object (\S+) \S+, Kind=(\w+)/.exec(error) ?? [];
      const object = kind === undefined ? undefined : `${kind} ${name?.split("/").at(-1)}`;
      const named = [...new Set(owned.map(({ owner }) => owner))];
      return {
        sentence: conflictText(named, object),
        next: l10n.t("Leave these fields out, or have the other manager give them up, then try again."),
        recovery: [RETRY, EDIT_VALUES],
        ...(owned.length > 0 && {
          details: owned.map(({ owner, field }) => l10n.t("{0}: managed by {1}", field, owner)),
        }),
      };
    },
  },
  {
    kind: "changed-meanwhile",
    pattern: /Operation cannot be fulfilled on (\S+) "([^"]+)": /,
    say: ([, resource = "", name = ""]) => ({
      sentence: l10n.t("{0}/{1} was changed by someone else at the same time.", resource, name),
      next: l10n.t("Check what exists now, then try again."),
      recovery: [RETRY],
    }),
  },
  {
    kind: "already-exists",
    pattern: /(\S+) "([^"]+)" already exists/,
    say: ([, resource = "", name = ""]) => ({
      sentence: l10n.t("{0}/{1} already exists.", resource, name),
      next: l10n.t("Remove it or choose another name, then try again."),
      recovery: [RETRY],
    }),
  },
  {
    kind: "object-missing",
    pattern: /^Error from server \(NotFound\): (?:error when [^:]*: )?(\S+) "([^"]+)" not found/,
    say: ([, resource = "", name = ""], { at }) => ({
      sentence: l10n.t(
        "{0}/{1} was not found in the namespace {2} of {3}.",
        resource,
        name,
        at.namespace,
        at.context,
      ),
      next: l10n.t("Check the name and the namespace."),
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
      const fields = listed(wrong);
      const areSeveral = wrong.length > 1;
      return {
        sentence:
          unknown.length > 0
            ? areSeveral
              ? l10n.t("{0} has no fields {1}.", kind, fields)
              : l10n.t("{0} has no field {1}.", kind, fields)
            : areSeveral
              ? l10n.t("{0} sets the fields {1} twice.", kind, fields)
              : l10n.t("{0} sets the field {1} twice.", kind, fields),
        ...correctSource(scene),
        ...(more.length > 0 && { details: more.map((field) => l10n.t("{0} is set twice", field)) }),
      };
    },
  },
  {
    kind: "port-taken",
    pattern:
      /(\S+) "([^"]+)" is invalid: (?:[\s\S]*?[\s[])??([a-z][\w.[\]]*): Invalid value: \[?"?([\w.:]+)"?\]?: (?:[^\n]*?)provided (port|IP) is already allocated/,
    say: ([, type = "", name = "", field = "", value = "", what], scene) => ({
      sentence:
        what === "IP"
          ? l10n.t(
              "The address {0} of {1} {2} ({3}) is already used by another Service.",
              value,
              kindOf(type),
              name,
              field,
            )
          : l10n.t(
              "The port {0} of {1} {2} ({3}) is already used by another Service.",
              value,
              kindOf(type),
              name,
              field,
            ),
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
        sentence: l10n.t("{0} of {1} {2} cannot be changed after creation.", listed(fields), kind, name),
        next: l10n.t("Keep the old value, or delete the object in a terminal and try again."),
        recovery: [EDIT_VALUES, deletion(kind, name, at), RETRY],
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /(\S+) "([^"]+)" is invalid: ([\s\S]*)$/,
    say([, type = "", name = "", why = ""], scene) {
      const kind = kindOf(type);
      const reasons = readFieldErrors(why);
      // Some reasons quote the content of a Secret.
      const details = reasons.map((error) => (kind === "Secret" ? error.field : fieldText(error)));
      const fields = reasons.slice(0, 3).map(({ field }) => field);
      const more = reasons.length > fields.length ? [l10n.t("{0} more", reasons.length - fields.length)] : [];
      return {
        sentence:
          details.length === 1
            ? l10n.t("The cluster rejects {0} {1}: {2}.", kind, name, details[0] ?? "")
            : l10n.t(
                "The cluster rejects {0} {1} in {2} places: {3}.",
                kind,
                name,
                details.length,
                listed([...fields, ...more]),
              ),
        ...correctSource(scene),
        details,
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /failed to create typed patch object \(([^;]+); [^,]*, Kind=(\w+)\): ([\s\S]*)$/,
    say: ([, name = "", kind = "", why = ""], scene) => ({
      sentence: l10n.t(
        "The cluster rejects {0} {1}: {2}.",
        kind,
        name.split("/").at(-1) ?? "",
        typedPatchText(why),
      ),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern:
      /failed to convert new object \(([^;]+); [^,]*, Kind=(\w+)\) to proper version: [\s\S]*: ([^:\n]+)$/,
    say: ([, name = "", kind = "", why = ""], scene) => ({
      sentence: l10n.t("The cluster rejects {0} {1}: {2}.", kind, name.split("/").at(-1) ?? "", why),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /(\w+) in version "[^"]+" cannot be handled as a \w+: ([^\n]*)/,
    say: ([, kind = "", why = ""], scene) => ({
      sentence: /^[AEIOU]/.test(kind)
        ? l10n.t("The cluster rejects an {0}: {1}.", kind, jsonTypeText(why))
        : l10n.t("The cluster rejects a {0}: {1}.", kind, jsonTypeText(why)),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    // Helm and kubectl read names, labels and annotations themselves, before anything is sent. Neither says which object it is about.
    pattern: /unable to decode "[^"]*": (json: cannot unmarshal [^\n]*)/,
    say: ([, why = ""], scene) => ({
      sentence: l10n.t("An object cannot be sent to the cluster: {0}.", jsonTypeText(why)),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    // The patch that it quotes may be for a Secret.
    pattern: /The request is invalid: patch: Invalid value: "(?:[^"\\]|\\.)*": ([^\n]*)$/,
    say: ([, why = ""], scene) => ({
      sentence: l10n.t("The cluster rejects the change: {0}.", patchText(why)),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /[Rr]equest (?:entity|is) too large[^\n]*/,
    say: ([whole = ""], scene) => ({
      sentence: l10n.t("The object is too large for the API server: {0}.", whole),
      ...correctSource(scene),
    }),
  },
  {
    kind: "invalid-object",
    pattern: /error validating data: ([^\n]*?)(?:; if you choose to ignore these errors, [^\n]*)?$/m,
    say: ([, why = ""], scene) => ({
      sentence: l10n.t("The manifest is not valid: {0}.", why),
      ...correctSource(scene),
    }),
  },
];

/** Who manages fields of an object, if that is known; the object has no name in some errors. */
function conflictText(owners: readonly string[], object: string | undefined): string {
  const names = listed(owners);
  if (object === undefined) {
    if (owners.length === 0)
      return l10n.t("Another tool manages fields of the object that this would change.");
    return owners.length === 1
      ? l10n.t("{0} manages fields of the object that this would change.", names)
      : l10n.t("{0} manage fields of the object that this would change.", names);
  }
  if (owners.length === 0)
    return l10n.t("Another tool manages fields of {0} that this would change.", object);
  return owners.length === 1
    ? l10n.t("{0} manages fields of {1} that this would change.", names, object)
    : l10n.t("{0} manage fields of {1} that this would change.", names, object);
}

/** The kind that a refusal names, as the beginning of a sentence. */
function kindIn(error: string): string {
  const [, kind] =
    /(\w+) in version "[^"]+" cannot be handled|\bKind=(\w+)\)|ValidationError\((\w+)[.)]/
      .exec(error)
      ?.filter((part, index) => index === 0 || part !== undefined) ?? [];
  return kind ?? l10n.t("The object");
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

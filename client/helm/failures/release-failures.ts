import { listed } from "../../sentence-parts.ts";
import type { FailureRow, FailureScene, Said } from "../failure-row.ts";

/** Failures that wrap others, or are about the release itself. */
export const releaseFailures: readonly FailureRow[] = [
  {
    kind: "rolled-back",
    pattern:
      /^release (\S+) failed, and has been (uninstalled|rolled back) due to [\w-]+ being set: ([\s\S]*)$/,
    say([, release, how, cause = ""], { explain }) {
      const { sentence, next, details } = explain(cause);
      const back = how === "uninstalled" ? "removed again" : "rolled back to what it was";
      return { sentence: `${sentence} ${release} has been ${back}.`, next, ...(details && { details }) };
    },
  },
  {
    kind: "rollback-failed",
    pattern:
      /an error occurred while (?:rolling back|uninstalling) the release\. original (?:upgrade|install) error: ([\s\S]*?): release \S+ failed: ([\s\S]*)$/,
    say([, cause = "", second = ""], { explain, at }) {
      const first = explain(cause);
      const undoing = explain(second);
      const details = [...(first.details ?? []), ...(undoing.details ?? [])];
      return {
        sentence: `${first.sentence} Helm could not undo it either: ${undoing.sentence}`,
        next: `Look at the status of ${at.release} and of its pods. ${first.next}`,
        ...(details.length === 0 ? {} : { details }),
      };
    },
  },
  {
    kind: "pending",
    pattern: /another operation \(install\/upgrade\/rollback\) is in progress/,
    say: (_found, { at }) => ({
      sentence: `Another operation on ${at.release} is in progress, or was stopped before its end.`,
      next: "When nobody else is at work on it, roll back to the last revision that was deployed; if there is none, uninstall.",
    }),
  },
  {
    kind: "not-owned",
    pattern: /cannot re-?use a name that is still in use/,
    say: (_found, { at }) => ({
      sentence: `There is a release named ${at.release} in ${at.namespace} already.`,
      next: "Upgrade that release, or choose another name.",
    }),
  },
  {
    kind: "not-owned",
    pattern:
      /(\S+) "([^"]+)" in namespace "([^"]*)" exists and cannot be imported into the current release: ([\s\S]*)$/,
    say([, kind, name, namespace, why = ""]) {
      const other = /"meta\.helm\.sh\/release-name" must equal "[^"]*": current value is "([^"]*)"/.exec(
        why,
      )?.[1];
      const place = namespace === "" ? "" : ` in ${namespace}`;
      const owner = other === undefined ? "Helm did not make it" : `it belongs to the release ${other}`;
      return {
        sentence: `${kind} ${name}${place} exists already, and ${owner}.`,
        next:
          other === undefined
            ? "The operator seems to be installed in another way, such as through its manager: remove that installation first."
            : `Upgrade the release ${other} instead, or uninstall it first.`,
      };
    },
  },
  {
    kind: "release-not-found",
    pattern: /release has no (\S+) version/,
    say: ([, revision], { at }) => ({
      sentence: `${at.release} has no revision ${revision}.`,
      next: "The history shows the revisions that there are.",
    }),
  },
  {
    kind: "release-not-found",
    pattern: /release: not found/,
    say: (_found, { at }) => ({
      sentence: `There is no release ${at.release} in the namespace ${at.namespace} of ${at.context}.`,
      next: "Check context, namespace and name, or install it.",
    }),
  },
  {
    kind: "timeout",
    pattern: /resource \S+ not ready\. status: \w+, message: /,
    say: (_found, scene, error) => timedOut(scene, error, notReady(error)),
  },
  {
    kind: "timeout",
    pattern:
      /^(?!.*(?:cluster unreachable|Unable to connect|"https?:)).*(context deadline exceeded|timed out waiting for the condition)/s,
    say: (_found, scene, error) => timedOut(scene, error, []),
  },
  {
    kind: "interrupted",
    pattern: /context canceled$/,
    say: (_found, { at }) => ({
      sentence: "Helm was interrupted.",
      next: `Look at the status of ${at.release} before you go on.`,
    }),
  },
];

/** What Helm 4 names: `resource Deployment/namespace/name not ready. status: ..., message: ...`. */
function notReady(error: string): readonly { readonly name: string; readonly why: string }[] {
  const found = error.matchAll(/resource (\S+)\/\S+\/(\S+) not ready\. status: (\w+), message: (.*)/g);
  return Array.from(found, ([, kind, name, status, message]) => ({
    name: `${kind} ${name}`,
    why: `${kind} ${name}: ${status}, ${message}`,
  }));
}

function timedOut(
  { run, at }: FailureScene,
  error: string,
  waitedFor: readonly { readonly name: string; readonly why: string }[],
): Said {
  const within = run.args[run.args.indexOf("--timeout") + 1];
  const time = run.args.includes("--timeout") ? `within ${within}` : "in time";
  const hook = /failed (pre|post)-(\w+)/.exec(error)?.[0]?.replace("failed ", "");
  const hooked = hook === undefined ? "" : ` (a ${hook} hook of the chart)`;
  const names = listed(waitedFor.map(({ name }) => name));
  const waited = names === "" ? (hook === undefined ? "What was installed" : "What the chart runs") : names;
  return {
    sentence: `${waited} did not become ready ${time}${hooked}.`,
    next: `Look at the pods in ${at.namespace} and at their events; or wait longer (setting capOperator.install.timeout).`,
    ...(waitedFor.length === 0 ? {} : { details: waitedFor.map(({ why }) => why) }),
  };
}

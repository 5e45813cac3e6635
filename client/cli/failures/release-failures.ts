import { listed } from "../../sentence-parts.ts";
import type { FailureRow, FailureScene, Said } from "../failure.ts";
import { RETRY, ROLL_BACK, SHOW_HISTORY, SHOW_STATUS, setting, UNINSTALL } from "../recovery.ts";

/** Whether Helm failed to undo a change, whatever it then says about the state of the release. */
export function couldNotUndo(stderr: string): boolean {
  return /an error occurred while (?:rolling back|uninstalling) the release/.test(stderr);
}

/** Failures that wrap others, or are about the release itself. */
export const releaseFailures: readonly FailureRow[] = [
  {
    kind: "rolled-back",
    pattern:
      /^release (\S+) failed, and has been (uninstalled|rolled back) due to [\w-]+ being set: ([\s\S]*)$/,
    say([, release, how, cause = ""], { explain }) {
      const { kind, ...first } = explain(cause);
      const back = how === "uninstalled" ? "removed again" : "rolled back";
      return { ...first, cause: kind, outcome: `so ${release} was ${back}` };
    },
  },
  {
    kind: "rollback-failed",
    pattern:
      /an error occurred while (?:rolling back|uninstalling) the release\. original (?:upgrade|install) error: ([\s\S]*?): (?:release \S+ failed: ([\s\S]*)|(failed to delete release[\s\S]*))$/,
    say([, cause = "", second, third = ""], { explain }) {
      const { kind, ...first } = explain(cause);
      const undoing = explain(second ?? third);
      return {
        ...first,
        cause: kind,
        outcome: "and Helm could not undo it",
        recovery: [SHOW_STATUS, ...first.recovery],
        details: [
          ...(first.details ?? []),
          `Undoing it failed: ${undoing.sentence}`,
          ...(undoing.details ?? []),
        ],
      };
    },
  },
  {
    kind: "pending",
    pattern: /another operation \(install\/upgrade\/rollback\) is in progress/,
    say: (_found, { at }) => ({
      sentence: `Another operation on ${at.release} is in progress, or was interrupted before it finished.`,
      next: "If nobody is working on it, roll it back, or uninstall it if it never ran.",
      recovery: [ROLL_BACK, UNINSTALL],
    }),
  },
  {
    kind: "not-owned",
    pattern: /cannot re-?use a name that is still in use/,
    say: (_found, { at }) => ({
      sentence: `There is already a release named ${at.release} in ${at.namespace}.`,
      next: "Upgrade that release, or choose another name (capOperator.releaseName).",
      recovery: [setting("releaseName")],
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
      const owner = other === undefined ? "was not created by Helm" : `belongs to the release ${other}`;
      return {
        sentence: `${kind} ${name} already exists${place} and ${owner}.`,
        next:
          other === undefined
            ? "Remove the other installation first. CAP Operator Manager may have made it."
            : `Upgrade the release ${other} instead, or remove it first.`,
        recovery: [RETRY],
      };
    },
  },
  {
    kind: "release-not-found",
    pattern: /release has no (\S+) version/,
    say: ([, revision], { at }) => ({
      sentence: `${at.release} has no revision ${revision}.`,
      next: "Show History lists the revisions.",
      recovery: [SHOW_HISTORY],
    }),
  },
  {
    kind: "release-not-found",
    pattern: /release: not found/,
    say: (_found, { at }) => ({
      sentence: `There is no release ${at.release} in the namespace ${at.namespace} of ${at.context}.`,
      next: "Check the context, the namespace (capOperator.namespace) and the name.",
      recovery: [setting("namespace")],
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
    // The API server says the same about its own store.
    say: (_found, scene, error) => (scene.run.program === "helm" ? timedOut(scene, error, []) : undefined),
  },
  {
    kind: "interrupted",
    pattern: /context canceled$/,
    say: (_found, { at }) => ({
      sentence: "Helm was interrupted.",
      next: `Show Status shows the current state of ${at.release}.`,
      recovery: [SHOW_STATUS],
    }),
  },
];

/** The objects that Helm 4 names: `resource Deployment/namespace/name not ready. status: ..., message: ...`. */
function notReady(error: string): readonly { readonly name: string; readonly why: string }[] {
  const found = error.matchAll(/resource (\S+)\/\S+\/(\S+) not ready\. status: (\w+), message: (.*)/g);
  return Array.from(found, ([, kind, name, status, message]) => ({
    name: `${kind} ${name}`,
    why: `${kind} ${name}: ${status}, ${message}`,
  }));
}

function timedOut(
  { run }: FailureScene,
  error: string,
  waitedFor: readonly { readonly name: string; readonly why: string }[],
): Said {
  const within = run.args[run.args.indexOf("--timeout") + 1];
  const time = run.args.includes("--timeout") ? `within ${within}` : "in time";
  const hook = /failed (pre|post)-(\w+)/.exec(error)?.[0]?.replace("failed ", "");
  const names = listed(waitedFor.map(({ name }) => name));
  const waited = names === "" ? "The objects of the release" : names;
  const hooked = names === "" ? `A ${hook} hook of the chart` : `${names} (a ${hook} hook of the chart)`;
  return {
    sentence:
      hook === undefined ? `${waited} did not become ready ${time}.` : `${hooked} did not finish ${time}.`,
    next: "Show Status has the reason. If it only needs more time, raise capOperator.install.timeout.",
    recovery: [SHOW_STATUS, setting("install.timeout"), RETRY],
    ...(waitedFor.length === 0 ? {} : { details: waitedFor.map(({ why }) => why) }),
  };
}

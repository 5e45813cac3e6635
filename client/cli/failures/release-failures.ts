import * as l10n from "@vscode/l10n";
import { listed } from "../../sentence-parts.ts";
import { RETRY, ROLL_BACK, SHOW_HISTORY, SHOW_STATUS, setting, UNINSTALL } from "../recovery.ts";
import type { FailureRow, FailureScene, Said } from "./row.ts";

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
    say([, release = "", how, cause = ""], { explain }) {
      const { kind, ...first } = explain(cause);
      return { ...first, cause: kind, outcome: undoneText(release, how === "uninstalled") };
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
        outcome: l10n.t("and Helm could not undo it"),
        recovery: [SHOW_STATUS, ...first.recovery],
        details: [
          ...(first.details ?? []),
          l10n.t("Undoing it failed: {0}", undoing.sentence),
          ...(undoing.details ?? []),
        ],
      };
    },
  },
  {
    kind: "pending",
    pattern: /another operation \(install\/upgrade\/rollback\) is in progress/,
    say: (_found, { at }) => ({
      sentence: l10n.t(
        "Another operation on {0} is in progress, or was interrupted before it finished.",
        at.release,
      ),
      next: l10n.t("If nobody is working on it, roll it back, or uninstall it if it never ran."),
      recovery: [ROLL_BACK, UNINSTALL],
    }),
  },
  {
    kind: "not-owned",
    pattern: /cannot re-?use a name that is still in use/,
    say: (_found, { at }) => ({
      sentence: l10n.t("A release named {0} already exists in {1}.", at.release, at.namespace),
      next: l10n.t("Upgrade that release, or choose another name (capOperator.releaseName)."),
      recovery: [setting("releaseName")],
    }),
  },
  {
    kind: "not-owned",
    pattern:
      /(\S+) "([^"]+)" in namespace "([^"]*)" exists and cannot be imported into the current release: ([\s\S]*)$/,
    say([, kind = "", name = "", namespace = "", why = ""]) {
      const other = /"meta\.helm\.sh\/release-name" must equal "[^"]*": current value is "([^"]*)"/.exec(
        why,
      )?.[1];
      const object = `${kind} ${name}`;
      const sentence =
        other === undefined
          ? namespace === ""
            ? l10n.t("{0} already exists and was not created by Helm.", object)
            : l10n.t("{0} already exists in {1} and was not created by Helm.", object, namespace)
          : namespace === ""
            ? l10n.t("{0} already exists and belongs to the release {1}.", object, other)
            : l10n.t("{0} already exists in {1} and belongs to the release {2}.", object, namespace, other);
      return {
        sentence,
        next:
          other === undefined
            ? l10n.t("Remove the other installation first. CAP Operator Manager may have created it.")
            : l10n.t("Upgrade the release {0} instead, or remove it first.", other),
        recovery: [RETRY],
      };
    },
  },
  {
    kind: "release-not-found",
    pattern: /release has no (\S+) version/,
    say: ([, revision = ""], { at }) => ({
      sentence: l10n.t("{0} has no revision {1}.", at.release, revision),
      next: l10n.t("Show History lists the revisions."),
      recovery: [SHOW_HISTORY],
    }),
  },
  {
    kind: "release-not-found",
    pattern: /release: not found/,
    say: (_found, { at }) => ({
      sentence: l10n.t(
        "No release {0} found in the namespace {1} of {2}.",
        at.release,
        at.namespace,
        at.context,
      ),
      next: l10n.t("Check the context, the namespace (capOperator.namespace) and the release name."),
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
      sentence: l10n.t("Helm was interrupted."),
      next: l10n.t("Show Status shows the current state of {0}.", at.release),
      recovery: [SHOW_STATUS],
    }),
  },
];

/** What Helm did with a release after a failure, as the end of a sentence. */
export function undoneText(release: string, isUninstalled: boolean): string {
  return isUninstalled
    ? l10n.t("so {0} was uninstalled", release)
    : l10n.t("so {0} was rolled back", release);
}

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
  const time = run.args.includes("--timeout") ? run.args[run.args.indexOf("--timeout") + 1] : undefined;
  const hook = /failed (pre|post)-(\w+)/.exec(error)?.[0]?.replace("failed ", "");
  const names = listed(waitedFor.map(({ name }) => name));
  return {
    sentence: hook === undefined ? notReadyText(names, time) : notFinishedText(names, hook, time),
    next: l10n.t(
      "Show Status has the reason. If it only needs more time, raise capOperator.install.timeout.",
    ),
    recovery: [SHOW_STATUS, setting("install.timeout"), RETRY],
    ...(waitedFor.length === 0 ? {} : { details: waitedFor.map(({ why }) => why) }),
  };
}

function notReadyText(names: string, time: string | undefined): string {
  if (names === "") {
    return time === undefined
      ? l10n.t("The objects of the release did not become ready in time.")
      : l10n.t("The objects of the release did not become ready within {0}.", time);
  }
  return time === undefined
    ? l10n.t("{0} did not become ready in time.", names)
    : l10n.t("{0} did not become ready within {1}.", names, time);
}

function notFinishedText(names: string, hook: string, time: string | undefined): string {
  if (names === "") {
    return time === undefined
      ? l10n.t("A {0} hook of the chart did not finish in time.", hook)
      : l10n.t("A {0} hook of the chart did not finish within {1}.", hook, time);
  }
  return time === undefined
    ? l10n.t("{0} (a {1} hook of the chart) did not finish in time.", names, hook)
    : l10n.t("{0} (a {1} hook of the chart) did not finish within {2}.", names, hook, time);
}

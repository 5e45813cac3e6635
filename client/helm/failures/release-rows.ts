import * as l10n from "@vscode/l10n";
import { fileName } from "../../texts/file-name.ts";
import { networkTrouble } from "../network-trouble.ts";
import {
  CHANGE_CONTEXT,
  EDIT_VALUES,
  RETRY,
  ROLL_BACK,
  SHOW_HISTORY,
  SHOW_STATUS,
  setting,
  terminal,
  UNINSTALL,
} from "../recovery.ts";
import { namesOf, readSchemaErrors } from "../schema-errors.ts";
import { lateText } from "./late-objects.ts";
import type { FailureRow, RowContext } from "./row.ts";

/** The failures that Helm reports about a release, a chart and its values. */
export const releaseRows: readonly FailureRow[] = [
  {
    kind: "pending",
    pattern: /another operation \(install\/upgrade\/rollback\) is in progress/,
    say: (_found, { target }) => ({
      sentence: l10n.t(
        "Another operation on {0} is in progress, or was interrupted before it finished.",
        target.release,
      ),
      next: l10n.t("If nobody is working on it, roll it back, or uninstall it if it never ran."),
      recovery: [ROLL_BACK, UNINSTALL],
    }),
  },
  {
    kind: "not-owned",
    pattern: /cannot re-?use a name that is still in use/,
    say: (_found, { target }) => ({
      sentence: l10n.t("A release named {0} already exists in {1}.", target.release, target.namespace),
      next: l10n.t("Upgrade that release, or choose another name (capOperator.releaseName)."),
      recovery: [setting("releaseName")],
    }),
  },
  {
    kind: "not-owned",
    pattern:
      /\b(\w+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported into the current release: ([\s\S]*)/,
    say([, kind = "", name = "", why = ""]) {
      const other = /release-name" must equal "[^"]*": current value is "([^"]*)"/.exec(why)?.[1];
      const object = `${kind} ${name}`;
      return {
        sentence:
          other === undefined
            ? l10n.t("{0} already exists and was not created by Helm.", object)
            : l10n.t("{0} already exists and belongs to the release {1}.", object, other),
        next: l10n.t("Remove the other installation first. CAP Operator Manager may have created it."),
        recovery: [RETRY],
      };
    },
  },
  {
    kind: "release-not-found",
    pattern: /release has no (\S+) version/,
    say: ([, revision = ""], { target }) => ({
      sentence: l10n.t("{0} has no revision {1}.", target.release, revision),
      next: l10n.t("Show History lists the revisions."),
      recovery: [SHOW_HISTORY],
    }),
  },
  {
    kind: "release-not-found",
    pattern: /release: not found/,
    say: (_found, { target: { release, namespace, context } }) => ({
      sentence: l10n.t("No release {0} found in the namespace {1} of {2}.", release, namespace, context),
      next: l10n.t("Check the context, the namespace (capOperator.namespace) and the release name."),
      recovery: [CHANGE_CONTEXT, setting("namespace")],
    }),
  },
  {
    kind: "timeout",
    pattern:
      /resource \S+ not ready\. status: \w+, message: |context deadline exceeded|timed out waiting for the condition/,
    say(_found, { run, error }) {
      // The API server reports the same of its own store, and a registry of its network.
      if (run.program === "kubectl" || /"https?:/.test(error)) return undefined;
      return {
        sentence: lateText(error),
        next: l10n.t("Show Status has the reason. If it needs more time, raise capOperator.install.timeout."),
        recovery: [SHOW_STATUS, setting("install.timeout"), RETRY],
      };
    },
  },
  {
    kind: "registry-login",
    pattern: /failed to fetch \S+ : 40[13]|basic credential not found|response status code 40[13]\b/,
    say(_found, context) {
      const host = hostIn(context);
      const isRegistry = context.chart?.ref.startsWith("oci:") ?? false;
      return {
        sentence: l10n.t("{0} requires a login to fetch the chart.", host),
        next: isRegistry
          ? l10n.t("Log in to the registry in a terminal, then try again: helm registry login {0}", host)
          : l10n.t("Add it as a repository with your credentials, then name the chart as repository/name."),
        recovery: isRegistry
          ? [terminal("helm", "registry", "login", host), RETRY]
          : [terminal("helm", "repo", "add", "--username"), setting("chart")],
      };
    },
  },
  {
    kind: "chart-not-found",
    pattern: /no cached repo found|chart "([^"]+)" (?:version "([^"]+)" |matching (\S*) )?not found/,
    say: ([, name, version, range = ""]) => ({
      sentence:
        name === undefined
          ? l10n.t("Helm has not downloaded the index of the chart repository yet.")
          : l10n.t("The repository has no chart {0}.", `${name} ${version ?? range}`.trim()),
      next: l10n.t("Update Helm's index in a terminal, then try again: helm repo update"),
      recovery: [terminal("helm", "repo", "update"), RETRY, setting("chartVersion"), setting("chart")],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /^repo (\S+) not found/,
    say: ([, repository = ""]) => ({
      sentence: l10n.t("No chart repository or folder named {0} found.", repository),
      next: l10n.t("Add the repository in a terminal, or start the path of a folder with ./"),
      recovery: [terminal("helm", "repo", "add", repository), setting("chart")],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /on source: \S+: not found|ould not locate a version matching provided version string/,
    say: (_found, { chart }) => ({
      sentence:
        chart?.version === undefined
          ? l10n.t("{0} has no version that is not a pre-release.", chart?.ref ?? "")
          : l10n.t("{0} has no version {1}.", chart.ref, chart.version),
      next: l10n.t("Correct capOperator.chartVersion, or the version of the release in the settings."),
      recovery: [setting("chartVersion")],
    }),
  },
  {
    kind: "chart-broken",
    // Also of a chart that was stored under another name: the sentence has the name that the person knows.
    pattern: /does not appear to be a gzipped archive|Chart\.yaml file is missing|^unexpected EOF/,
    say: (_found, { chart: { ref } = { ref: "" } }) =>
      /\.(?:tgz|tar\.gz)$/i.test(ref)
        ? {
            sentence: l10n.t("{0} is not a valid chart archive.", fileName(ref)),
            next: l10n.t("Package or download it again, or use another chart."),
            recovery: [setting("chart"), RETRY],
            details: [l10n.t("Archive: {0}", ref)],
          }
        : undefined,
  },
  {
    kind: "chart-not-found",
    pattern:
      /path "[^"]+" not found|Chart\.yaml file is missing|unable to detect chart at|does not appear to be a gzipped archive|response status code 404: name unknown|failed to fetch \S+ : 404/,
    say: (_found, { chart, error }) => ({
      sentence: l10n.t("No chart found at {0}.", chart?.ref ?? error),
      next: l10n.t("Correct capOperator.chart, or the chart of the release in the settings."),
      recovery: [setting("chart")],
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /http: server gave HTTP response to HTTPS client/,
    say: (_found, context) =>
      context.chart?.ref.startsWith("oci:")
        ? {
            sentence: l10n.t("The chart cannot be fetched: {0} does not use TLS.", hostIn(context)),
            next: l10n.t("If you trust this registry, turn on capOperator.install.plainHttp."),
            recovery: [setting("install.plainHttp")],
          }
        : undefined,
  },
  {
    kind: "registry-unreachable",
    pattern: /(?:^|on source: )(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]+)/,
    say([, why = ""], context) {
      const host = hostIn(context);
      return {
        sentence: l10n.t("The chart cannot be fetched: {0}.", networkTrouble(why, host) ?? `${host}: ${why}`),
        next: l10n.t("Check the network and the proxy, and the address in capOperator.chart."),
        recovery: [setting("chart"), RETRY],
      };
    },
  },
  {
    kind: "chart-broken",
    pattern: /found in Chart\.yaml, but missing in charts\/ directory: ([^\n]*)/,
    say: ([, missing = ""], { chart }) => ({
      sentence: l10n.t("The chart's dependencies are missing: {0}.", missing),
      next: l10n.t("Fetch them in a terminal (helm dependency build), then try again."),
      recovery: [terminal("helm", "dependency", "build", chart?.ref ?? "."), RETRY],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /chart requires kubeVersion: ([^\n]+?) which is incompatible with Kubernetes (\S+)/,
    say: ([, wanted = "", given = ""], { target: { context } }) => ({
      sentence: l10n.t(
        "The chart needs Kubernetes {0}, but the cluster of {1} has {2}.",
        wanted,
        context,
        given,
      ),
      next: l10n.t("Choose another version of the chart (capOperator.chartVersion), or upgrade the cluster."),
      recovery: [setting("chartVersion"), CHANGE_CONTEXT],
    }),
  },
  {
    kind: "values-refused",
    pattern: /execution error at \([^()]+\): ([^\n]*)/,
    say: ([, message = ""]) => ({
      sentence: l10n.t("The chart rejects the values: {0}.", message),
      next: l10n.t("Correct the values."),
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "chart-broken",
    pattern:
      /YAML parse error on (\S+): ([^\n]*)|^(?:template: )?([\w./-]+:\d+):\d+(?!\d)[\s\S]* at <[^>]*>:\s*([\s\S]*)$/,
    say: ([, file, why, line, reason]) => ({
      sentence: l10n.t(
        "With these values, the chart's template {0} fails: {1}.",
        file ?? line ?? "",
        why ?? reason ?? "",
      ),
      next: l10n.t("Check the values: one is missing, has the wrong type, or is not quoted by the chart."),
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "name-invalid",
    pattern: /release name is invalid: (\S+)/,
    say: ([, name = ""]) => ({
      sentence: l10n.t("{0} is not a valid release name.", name),
      next: l10n.t("Use up to 53 lowercase letters, digits and hyphens (capOperator.releaseName)."),
      recovery: [setting("releaseName")],
    }),
  },
  {
    kind: "values-refused",
    pattern:
      /values don't meet the specifications of the schema\(s\) in the following chart\(s\):\n([\s\S]*)$/,
    say([, errors = ""], { chart }) {
      const refused = readSchemaErrors(errors, chart?.ref ?? "");
      const details = refused.map(({ words }) => words);
      return {
        sentence:
          details.length < 2
            ? l10n.t("The chart rejects the values: {0}.", details[0] ?? errors)
            : l10n.t("The chart rejects the values in {0} places: {1}.", details.length, namesOf(refused)),
        next: l10n.t("Correct the values."),
        recovery: [EDIT_VALUES],
        details,
        refused,
      };
    },
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): (?:.*(?=yaml: ))?([^\n]*)/,
    say: ([, file = "", why = ""]) => ({
      sentence: l10n.t("Helm cannot read {0}: {1}.", file, why),
      next: l10n.t("Correct the file."),
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed parsing (--set[\w-]*) data:? ([^\n]*)/,
    say: ([, flag = "", why = ""]) => ({
      sentence: l10n.t("Helm cannot read an entry of {0}: {1}.", flag, why),
      next: l10n.t("Correct the entry of the release in capOperator.releases."),
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern:
      /parse "[^"]+": invalid URL escape.*|^read .+: is a directory|^open .+: (?:no such file or directory|The system cannot find the (?:file|path) specified)/,
    say: ([why = ""]) => ({
      sentence: l10n.t("Helm cannot read a values file: {0}.", why),
      next: l10n.t("Correct the path in capOperator.releases, or save the file."),
      recovery: [setting("releases")],
    }),
  },
];

/** The host that an error is about, otherwise that of the chart. */
function hostIn({ error, chart }: RowContext): string {
  const host = (text: string) => /[a-z]:\/\/(?:[^\s/"@]*@)?([^\s/"]+)/i.exec(text)?.[1];
  return host(error) ?? host(chart?.ref ?? "") ?? l10n.t("The registry");
}

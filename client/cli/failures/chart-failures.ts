import * as l10n from "@vscode/l10n";
import { networkTrouble } from "../network-trouble.ts";
import { EDIT_VALUES, RETRY, setting, terminal } from "../recovery.ts";
import type { FailureRow, FailureScene } from "./row.ts";

const correctChart = () => ({
  next: l10n.t("Correct capOperator.chart, or the chart of the release in the settings."),
  recovery: [setting("chart")],
});

/** Charts that Helm cannot find, fetch, read or render. */
export const chartFailures: readonly FailureRow[] = [
  {
    kind: "registry-login",
    pattern: /failed to fetch (\S+) : 40[13]/,
    say: (_found, scene, error) => ({
      sentence: l10n.t("{0} requires a login to fetch the chart.", hostIn(error, scene)),
      next: l10n.t("Add it as a repository with your credentials, then name the chart as repository/name."),
      recovery: [terminal("helm", "repo", "add", "--username"), setting("chart")],
    }),
  },
  {
    kind: "registry-login",
    pattern: /basic credential not found|response status code 40[13]\b/,
    say: (_found, scene, error) => {
      const host = hostIn(error, scene);
      return {
        sentence: l10n.t("{0} requires a login to fetch the chart.", host),
        next: l10n.t("Log in to the registry in a terminal, then try again: helm registry login {0}", host),
        recovery: [terminal("helm", "registry", "login", host), RETRY],
      };
    },
  },
  {
    kind: "chart-not-found",
    pattern: /path "([^"]+)" not found/,
    say: ([, path = ""]) => ({ sentence: l10n.t("No chart found at {0}.", path), ...correctChart() }),
  },
  {
    kind: "chart-not-found",
    pattern: /Chart\.yaml file is missing|unable to detect chart at/,
    say: (_found, { chart }) => ({
      sentence:
        chart === undefined
          ? l10n.t("The folder is not a chart: it has no Chart.yaml.")
          : l10n.t("{0} is not a chart: it has no Chart.yaml.", chart.ref),
      ...correctChart(),
    }),
  },
  {
    kind: "chart-broken",
    pattern: /file '([^']+)' does not appear to be a gzipped archive/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("{0} is not a packaged chart.", file),
      next: l10n.t("Package or download the chart again."),
      recovery: [setting("chart"), RETRY],
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
    pattern: /no cached repo found\. \(try 'helm repo update'\)/,
    say: () => ({
      sentence: l10n.t("Helm has not downloaded the index of the chart repository yet."),
      next: l10n.t("Download it in a terminal, then try again: helm repo update"),
      recovery: [terminal("helm", "repo", "update"), RETRY],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /chart "([^"]+)" (?:version "([^"]+)" not found|matching (\S*) not found|not found)/,
    say: ([, name = "", version, range]) => ({
      sentence:
        version || range
          ? l10n.t("The repository has no version {0} of the chart {1}.", version ?? range ?? "", name)
          : l10n.t("The repository has no chart {0}.", name),
      next: l10n.t("Update Helm's index in a terminal, then try again: helm repo update"),
      recovery: [
        terminal("helm", "repo", "update"),
        RETRY,
        setting(version || range ? "chartVersion" : "chart"),
      ],
      details: [l10n.t("To see what is available: helm search repo {0} --versions", name)],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /response status code 404: name unknown|failed to fetch (\S+) : 404/,
    say: ([, address], { chart }) => ({
      sentence: l10n.t("No chart found at {0}.", chart?.ref ?? address ?? ""),
      ...correctChart(),
    }),
  },
  {
    kind: "chart-not-found",
    pattern:
      /failed to perform "\w+" on source: (\S+): not found|ould not locate a version matching provided version string (\S+)/,
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
    kind: "registry-unreachable",
    pattern: /Get "([^"]+)": http: server gave HTTP response to HTTPS client/,
    say: (_found, scene, error) => ({
      sentence: l10n.t("The chart cannot be fetched: {0} does not use TLS.", hostIn(error, scene)),
      ...(scene.chart?.ref.startsWith("oci:")
        ? {
            next: l10n.t("If you trust this registry, turn on capOperator.install.plainHttp."),
            recovery: [setting("install.plainHttp")],
          }
        : {
            next: l10n.t(
              "Use an address with TLS, or download the chart and name the file in capOperator.chart.",
            ),
            recovery: [setting("chart")],
          }),
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:.*on source: )?(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]*x509: [^\n]*)/,
    say: ([, why = ""], scene, error) => ({
      sentence: l10n.t("The chart cannot be fetched: {0}.", networkTrouble(why, hostIn(error, scene)) ?? why),
      next: l10n.t("Trust the CA of the registry on this machine, and check the proxy."),
      recovery: [RETRY],
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:.*on source: )?(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]+)/,
    say: ([, why = ""], scene, error) => {
      const host = hostIn(error, scene);
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
    pattern: /chart requires kubeVersion: (.+?) which is incompatible with Kubernetes (\S+)/,
    say: ([, wanted = "", given = ""], { at }) => ({
      sentence: l10n.t(
        "The chart needs Kubernetes {0}, but the cluster of {1} has {2}.",
        wanted,
        at.context,
        given,
      ),
      next: l10n.t("Choose another version of the chart (capOperator.chartVersion), or upgrade the cluster."),
      recovery: [setting("chartVersion")],
    }),
  },
  {
    kind: "values-refused",
    pattern: /execution error at \(([^)]+)\): ([^\n]*)/,
    say: ([, place = "", message = ""]) => ({
      sentence: l10n.t("The chart rejects the values: {0}.", message),
      next: l10n.t("Correct the values."),
      recovery: [EDIT_VALUES],
      details: [l10n.t("The message comes from {0}.", place)],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /YAML parse error on (\S+): (?:error converting YAML to JSON: )?(?:yaml: )?([^\n]*)/,
    say: ([, place = "", why = ""]) => ({
      sentence: l10n.t(
        "With these values, the chart's template {0} does not give valid YAML: {1}.",
        place,
        why,
      ),
      next: l10n.t("Check for a value that the chart does not quote, such as a text with a colon."),
      recovery: [EDIT_VALUES],
      details: [l10n.t("If the values are right, report this to the chart maintainer.")],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /^(?:template: )?([\w./-]+):(\d+):\d+[\s\S]* at <([^>]*)>:\s*([\s\S]*)$/,
    say: ([, file = "", line = "", expression = "", why = ""]) => ({
      sentence: l10n.t(
        "With these values, line {0} of the chart's template {1} fails: {2}.",
        line,
        file,
        why.trim(),
      ),
      next: l10n.t("Check the values: one that the template needs is missing or has the wrong type."),
      recovery: [EDIT_VALUES],
      details: [
        l10n.t("It fails at {0}", expression),
        l10n.t("If the values are right, report this to the chart maintainer."),
      ],
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
];

/** The host that an error is about, otherwise that of the chart. */
function hostIn(error: string, { chart }: FailureScene): string {
  const host = (text: string) => /[a-z]+:\/\/(?:[^\s/"@]*@)?([^\s/"]+)/i.exec(text)?.[1];
  return host(error) ?? host(chart?.ref ?? "") ?? l10n.t("The registry");
}

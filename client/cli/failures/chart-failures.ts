import type { FailureRow, FailureScene } from "../failure.ts";
import { networkTrouble } from "../network-trouble.ts";
import { EDIT_VALUES, RETRY, setting, terminal } from "../recovery.ts";

const CORRECT_CHART = {
  next: "Correct capOperator.chart, or the chart of the release in the settings.",
  recovery: [setting("chart")],
};

/** Charts that Helm cannot find, fetch, read or render. */
export const chartFailures: readonly FailureRow[] = [
  {
    kind: "registry-login",
    pattern: /failed to fetch (\S+) : 40[13]/,
    say: (_found, scene, error) => ({
      sentence: `${hostIn(error, scene)} requires a login to fetch the chart.`,
      next: "Add it as a repository with your credentials, then name the chart as repository/name.",
      recovery: [terminal("helm", "repo", "add", "--username"), setting("chart")],
    }),
  },
  {
    kind: "registry-login",
    pattern: /basic credential not found|response status code 40[13]\b/,
    say: (_found, scene, error) => {
      const host = hostIn(error, scene);
      return {
        sentence: `${host} requires a login to fetch the chart.`,
        next: `Log in in a terminal, then try again: helm registry login ${host}`,
        recovery: [terminal("helm", "registry", "login", host), RETRY],
      };
    },
  },
  {
    kind: "chart-not-found",
    pattern: /path "([^"]+)" not found/,
    say: ([, path]) => ({ sentence: `No chart found at ${path}.`, ...CORRECT_CHART }),
  },
  {
    kind: "chart-not-found",
    pattern: /Chart\.yaml file is missing|unable to detect chart at/,
    say: (_found, { chart }) => ({
      sentence: `${chart?.ref ?? "The folder"} is not a chart: it has no Chart.yaml.`,
      ...CORRECT_CHART,
    }),
  },
  {
    kind: "chart-broken",
    pattern: /file '([^']+)' does not appear to be a gzipped archive/,
    say: ([, file]) => ({
      sentence: `${file} is not a packaged chart.`,
      next: "Package or download the chart again.",
      recovery: [setting("chart"), RETRY],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /^repo (\S+) not found/,
    say: ([, repository = ""]) => ({
      sentence: `Helm has no chart repository ${repository}, and there is no folder of this name.`,
      next: "Add the repository in a terminal, or start the path of a folder with ./",
      recovery: [terminal("helm", "repo", "add", repository), setting("chart")],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /no cached repo found\. \(try 'helm repo update'\)/,
    say: () => ({
      sentence: "Helm has not downloaded the index of the chart repository yet.",
      next: "Download it in a terminal, then try again: helm repo update",
      recovery: [terminal("helm", "repo", "update"), RETRY],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /chart "([^"]+)" (?:version "([^"]+)" not found|matching (\S*) not found|not found)/,
    say: ([, name = "", version, range]) => ({
      sentence: `The repository has no ${version || range ? `version ${version ?? range} of the ` : ""}chart ${name}.`,
      next: "Update Helm's index in a terminal, then try again: helm repo update",
      recovery: [
        terminal("helm", "repo", "update"),
        RETRY,
        setting(version || range ? "chartVersion" : "chart"),
      ],
      details: [`To see what is available: helm search repo ${name} --versions`],
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /response status code 404: name unknown|failed to fetch (\S+) : 404/,
    say: ([, address], { chart }) => ({
      sentence: `No chart found at ${chart?.ref ?? address}.`,
      ...CORRECT_CHART,
    }),
  },
  {
    kind: "chart-not-found",
    pattern:
      /failed to perform "\w+" on source: (\S+): not found|ould not locate a version matching provided version string (\S+)/,
    say: (_found, { chart }) => ({
      sentence: `${chart?.ref} has no version ${chart?.version ?? "that is not a pre-release"}.`,
      next: "Correct capOperator.chartVersion, or the version of the release in the settings.",
      recovery: [setting("chartVersion")],
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /Get "([^"]+)": http: server gave HTTP response to HTTPS client/,
    say: (_found, scene, error) => ({
      sentence: `The chart cannot be fetched: ${hostIn(error, scene)} does not use TLS.`,
      ...(scene.chart?.ref.startsWith("oci:")
        ? {
            next: "If you trust this registry, switch on capOperator.install.plainHttp.",
            recovery: [setting("install.plainHttp")],
          }
        : {
            next: "Use an address with TLS, or download the chart and name the file in capOperator.chart.",
            recovery: [setting("chart")],
          }),
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:.*on source: )?(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]*x509: [^\n]*)/,
    say: ([, why = ""], scene, error) => ({
      sentence: `The chart cannot be fetched: ${networkTrouble(why, hostIn(error, scene)) ?? why}.`,
      next: "Trust the CA of the registry on this machine, and check the proxy.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:.*on source: )?(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]+)/,
    say: ([, why = ""], scene, error) => {
      const host = hostIn(error, scene);
      return {
        sentence: `The chart cannot be fetched: ${networkTrouble(why, host) ?? `${host} says ${why}`}.`,
        next: "Check the network and the proxy, and the address in capOperator.chart.",
        recovery: [setting("chart"), RETRY],
      };
    },
  },
  {
    kind: "chart-broken",
    pattern: /found in Chart\.yaml, but missing in charts\/ directory: ([^\n]*)/,
    say: ([, missing], { chart }) => ({
      sentence: `The chart's dependencies are missing: ${missing}.`,
      next: "Fetch them in a terminal (helm dependency build), then try again.",
      recovery: [terminal("helm", "dependency", "build", chart?.ref ?? "."), RETRY],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /chart requires kubeVersion: (.+?) which is incompatible with Kubernetes (\S+)/,
    say: ([, wanted, given], { at }) => ({
      sentence: `The chart needs Kubernetes ${wanted}, but the cluster of ${at.context} has ${given}.`,
      next: "Choose another version of the chart (capOperator.chartVersion), or upgrade the cluster.",
      recovery: [setting("chartVersion")],
    }),
  },
  {
    kind: "values-refused",
    pattern: /execution error at \(([^)]+)\): ([^\n]*)/,
    say: ([, place, message]) => ({
      sentence: `The chart rejects the values: ${message}.`,
      next: "Correct the values.",
      recovery: [EDIT_VALUES],
      details: [`The message comes from ${place}.`],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /YAML parse error on (\S+): (?:error converting YAML to JSON: )?(?:yaml: )?([^\n]*)/,
    say: ([, place, why]) => ({
      sentence: `With these values, the chart's template ${place} does not give valid YAML: ${why}.`,
      next: "Look for a value that the chart does not quote, such as a text with a colon.",
      recovery: [EDIT_VALUES],
      details: ["If the values are right, report this to the author of the chart."],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /^(?:template: )?([\w./-]+):(\d+):\d+[\s\S]* at <([^>]*)>:\s*([\s\S]*)$/,
    say: ([, file, line, expression, why = ""]) => ({
      sentence: `With these values, line ${line} of the chart's template ${file} fails: ${why.trim()}.`,
      next: "Check the values: one that the template needs is missing or has the wrong type.",
      recovery: [EDIT_VALUES],
      details: [
        `It fails at ${expression}`,
        "If the values are right, report this to the author of the chart.",
      ],
    }),
  },
  {
    kind: "name-invalid",
    pattern: /release name is invalid: (\S+)/,
    say: ([, name]) => ({
      sentence: `${name} is not a valid release name.`,
      next: "Use up to 53 lower-case letters, digits and hyphens (capOperator.releaseName).",
      recovery: [setting("releaseName")],
    }),
  },
];

/** The host that an error is about, otherwise that of the chart. */
function hostIn(error: string, { chart }: FailureScene): string {
  const host = (text: string) => /[a-z]+:\/\/(?:[^\s/"@]*@)?([^\s/"]+)/i.exec(text)?.[1];
  return host(error) ?? host(chart?.ref ?? "") ?? "The registry";
}

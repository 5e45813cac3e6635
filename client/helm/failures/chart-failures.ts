import type { FailureRow, FailureScene } from "../failure-row.ts";

const CHECK_REF = "Check the chart reference (setting capOperator.chart, or the release in the settings).";

/** Charts that Helm cannot find, fetch, read or render. */
export const chartFailures: readonly FailureRow[] = [
  {
    kind: "registry-login",
    pattern: /basic credential not found|response status code 40[13]\b|failed to fetch (\S+) : 40[13]/,
    say: (_found, scene, error) => {
      const host = hostIn(error, scene);
      return {
        sentence: `${host} gives the chart only to those who are logged in to it.`,
        next: `Log in to it in a terminal, and try again: helm registry login ${host}`,
      };
    },
  },
  {
    kind: "chart-not-found",
    pattern: /path "([^"]+)" not found/,
    say: ([, path]) => ({ sentence: `There is no chart at ${path}.`, next: CHECK_REF }),
  },
  {
    kind: "chart-not-found",
    pattern: /Chart\.yaml file is missing|unable to detect chart at/,
    say: (_found, { chart }) => ({
      sentence: `${chart?.ref ?? "The folder"} holds no chart: it has no Chart.yaml.`,
      next: CHECK_REF,
    }),
  },
  {
    kind: "chart-broken",
    pattern: /file '([^']+)' does not appear to be a gzipped archive/,
    say: ([, file]) => ({
      sentence: `${file} is no packaged chart.`,
      next: "Package the chart anew (helm package), or download it again.",
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /^repo (\S+) not found/,
    say: ([, repository]) => ({
      sentence: `Helm knows no chart repository ${repository}, and there is no such folder either.`,
      next: `Add the repository: helm repo add ${repository} <its address>. A folder of the workspace begins with ./`,
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /no cached repo found\. \(try 'helm repo update'\)/,
    say: () => ({
      sentence: "Helm has not read yet what the chart repository offers.",
      next: "Run in a terminal: helm repo update",
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /chart "([^"]+)" (?:version "([^"]+)" not found|matching (\S*) not found|not found)/,
    say: ([, name, version, range]) => ({
      sentence: `The repository has no chart ${name}${version || range ? ` in version ${version ?? range}` : ""}.`,
      next: `Bring what Helm knows of it up to date (helm repo update), and see what there is: helm search repo ${name} --versions`,
    }),
  },
  {
    kind: "chart-not-found",
    pattern: /response status code 404: name unknown|failed to fetch (\S+) : 404/,
    say: ([, address], { chart }) => ({
      sentence: `There is no chart at ${chart?.ref ?? address}.`,
      next: CHECK_REF,
    }),
  },
  {
    kind: "chart-not-found",
    pattern:
      /failed to perform "\w+" on source: (\S+): not found|ould not locate a version matching provided version string (\S+)/,
    say: (_found, { chart }) => ({
      sentence: `${chart?.ref} has no version ${chart?.version ?? "that is not a pre-release"}.`,
      next: "Check the version (setting capOperator.chartVersion, or the release in the settings).",
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:Get|Head|GET|HEAD) "([^"]+)": (?:.*: )?lookup (\S+?)(?: on \S+)?: no such host/,
    say: ([, , host]) => ({
      sentence: `The chart cannot be fetched: there is no host ${host}.`,
      next: "Check the chart reference, the network and the proxy.",
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /Get "([^"]+)": http: server gave HTTP response to HTTPS client/,
    say: (_found, scene, error) => ({
      sentence: `The chart cannot be fetched: ${hostIn(error, scene)} does not speak TLS.`,
      next: "Use a registry that does, or download the chart and name the file.",
    }),
  },
  {
    kind: "registry-unreachable",
    pattern: /^(?:.*on source: )?(?:Get|Head|GET|HEAD) "[^"]+": ([^\n]+)/,
    say: ([, why], scene, error) => ({
      sentence: `The chart cannot be fetched from ${hostIn(error, scene)}: ${why}.`,
      next: "Check the chart reference, the network and the proxy.",
    }),
  },
  {
    kind: "chart-broken",
    pattern: /found in Chart\.yaml, but missing in charts\/ directory: ([^\n]*)/,
    say: ([, missing], { chart }) => ({
      sentence: `The chart needs other charts that are not in it: ${missing}.`,
      next: `Fetch them in a terminal: helm dependency build ${chart?.ref ?? "<chart>"}`,
    }),
  },
  {
    kind: "chart-broken",
    pattern: /chart requires kubeVersion: (.+?) which is incompatible with Kubernetes (\S+)/,
    say: ([, wanted, given], { at }) => ({
      sentence: `The chart needs Kubernetes ${wanted}, and the cluster of ${at.context} has ${given}.`,
      next: "Choose a version of the chart that fits, or upgrade the cluster.",
    }),
  },
  {
    kind: "values-refused",
    pattern: /execution error at \(([^)]+)\): ([^\n]*)/,
    say: ([, place, message]) => ({
      sentence: `The chart refuses the values: ${message}.`,
      next: "Correct the values.",
      details: [`said by ${place}`],
    }),
  },
  {
    kind: "chart-broken",
    pattern: /YAML parse error on (\S+): (?:error converting YAML to JSON: )?(?:yaml: )?([^\n]*)/,
    say: ([, place, why]) => ({
      sentence: `With these values, ${place} of the chart does not give YAML: ${why}.`,
      next: "Look for a value that the chart does not put into quotes, such as a text with a colon; or tell who wrote the chart.",
    }),
  },
  {
    kind: "chart-broken",
    pattern: /^(?:template: )?([\w./-]+):(\d+):\d+[\s\S]* at <([^>]*)>:\s*([\s\S]*)$/,
    say: ([, file, line, expression, why = ""]) => ({
      sentence: `With these values, line ${line} of ${file} in the chart fails: ${why.trim()}.`,
      next: "A value that it needs is missing or is of another type; or tell who wrote the chart.",
      details: [`at ${expression}`],
    }),
  },
  {
    kind: "name-invalid",
    pattern: /release name is invalid: (\S+)/,
    say: ([, name]) => ({
      sentence: `${name} cannot be the name of a release.`,
      next: "Use lower-case letters, digits and hyphens, at most 53 of them.",
    }),
  },
];

/** The host that an error is about, else the one of the chart. */
function hostIn(error: string, { chart }: FailureScene): string {
  const host = (text: string) => /[a-z]+:\/\/(?:[^\s/"@]*@)?([^\s/"]+)/i.exec(text)?.[1];
  return host(error) ?? host(chart?.ref ?? "") ?? "The registry";
}

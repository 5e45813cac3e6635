/** The files of a chart; an archive is written as the files in it. */
export type Files = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** A small changed chart, values for it, and what a person must see there. */
export interface Shape {
  readonly what: string;
  /** Files that are added to the chart, or are there instead of its own. */
  readonly files?: Files;
  /** What follows the two required values. */
  readonly values: string;
  /** What Helm says to them, if it is asked. */
  readonly refusal?: string;
  /** Everything that is reported, as `code text`; nothing else may be. */
  readonly said?: readonly string[];
  /** Keys about which nothing is said although Helm renders the same without them: only other values bring them into play. */
  readonly idle?: readonly string[];
  /** By a key in the values: what its hover contains. */
  readonly hover?: Readonly<Record<string, readonly string[]>>;
  /** Instead of the values: a text, and all that is offered at its end. */
  readonly offers?: readonly [text: string, labels: readonly string[]];
}

/** The chart that the shapes change. */
export const CHART: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: my-operator\nversion: 7.1.0\n",
  "values.yaml":
    'controller:\n  replicas: 1\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook:\n  replicas: 1\n',
  "templates/base.yaml":
    "a: {{ .Values.controller.replicas }}\nb: {{ toJson .Values.subscriptionServer }}\nc: {{ .Values.webhook.replicas }}\n",
};

/** The values that every chart of the operator requires. */
export const REQUIRED =
  "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";

/** The `Chart.yaml` with entries of `dependencies`. */
export function depends(...entries: readonly string[]): Readonly<Record<string, string>> {
  return { "Chart.yaml": `${CHART["Chart.yaml"]}dependencies: [${entries.join(", ")}]\n` };
}

/** The files of a chart of our own in the folder of another one. */
export function chartIn(
  folder: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** A template that is added to the chart. */
export function template(text: string): Readonly<Record<string, string>> {
  return { "templates/x.yaml": `x: ${text}\n` };
}

/** More values of the chart, before its own. */
export function values(text: string): Readonly<Record<string, string>> {
  return { "values.yaml": text + CHART["values.yaml"] };
}

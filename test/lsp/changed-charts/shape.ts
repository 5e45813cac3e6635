import { type NamedCase, readCases } from "../../core/support/case-files.ts";

/** The files of a chart; an archive is written as the files in it. */
export type Files = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** A small changed chart, values for it, and what a person must see there. */
export interface Shape extends NamedCase {
  readonly case: string;
  /** Files that are added to the chart, or are there instead of its own. */
  readonly files?: Files;
  /** More values of the chart, before its own. */
  readonly chartValues?: string;
  /** The values after the two required ones. */
  readonly values: string;
  /** Helm's refusal of these values, if Helm is asked. */
  readonly refusal?: string;
  /** Everything that is reported, as `code text`; nothing else may be. */
  readonly said?: readonly string[];
  /** Keys about which nothing is reported although Helm renders the same without them: only other values bring them into play. */
  readonly idle?: readonly string[];
  /** The texts in the hover of a key in the values, by the key. */
  readonly hover?: Readonly<Record<string, readonly string[]>>;
  /** Instead of the values: a text, at the end of which is offered what `offers` names. */
  readonly typed?: string;
  readonly offers?: readonly string[];
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

/** All small changed charts. */
export const SHAPES: readonly Shape[] = readCases<Shape>("test/lsp/changed-charts/cases.yaml", {
  case: true,
  text: true,
  files: true,
  chartValues: true,
  values: true,
  refusal: true,
  said: true,
  idle: true,
  hover: true,
  typed: true,
  offers: true,
}).flatMap(({ cases }) => cases.map(withChartValues));

function withChartValues(shape: Shape): Shape {
  const { chartValues, files } = shape;
  if (chartValues === undefined) return shape;
  return { ...shape, files: { ...files, "values.yaml": chartValues + CHART["values.yaml"] } };
}

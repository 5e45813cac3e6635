import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/repository.ts";

/** A values file, and whether it fits the schema of the chart. */
export interface SchemaCase {
  readonly name: string;
  readonly text: string;
  readonly good: boolean;
  /** Helm 4 cannot read a directive before `---`. */
  readonly onlyHelm3?: boolean;
}

const BAD = {
  "unknown key": "domain: operator.example.com\n",
  "misplaced key": "subscriptionServer: {certificateConfig: {issuerName: x}}\n",
  "text for a number": "controller: {replicas: two}\n",
  "number for a text": "image: {tag: 1.10}\n",
  "boolean for a text": "subscriptionServer: {domain: yes}\n",
  "text for a boolean": "monitoring: {enabled: 'true'}\n",
  "mapping for a list": "tolerations: {key: a}\n",
  "list for a mapping": "podLabels: [a]\n",
  "text for a mapping": "webhook: text\n",
  "not one of the allowed": "subscriptionServer: {certificateManager: certcontroller}\n",
  "port too large": "webhook: {service: {port: 70000}}\n",
  "port of zero": "subscriptionServer: {port: 0}\n",
  "negative replicas": "webhook: {replicas: -1}\n",
  "fraction of a replica": "webhook: {replicas: 1.5}\n",
  "label that is a number": "podLabels: {release: 1}\n",
  "annotation that is a boolean": "controller: {podAnnotations: {inject: off}}\n",
  "volumes of the webhook": "webhook: {volumes: []}\n",
  "volume of a wrong shape": "controller: {volumes: [data]}\n",
  "secret of a wrong shape": "imagePullSecrets: [regcred]\n",
} as const;

/** The good files of the repository, the example with mistakes, and one file for each kind of mistake. */
export function schemaCases(): SchemaCase[] {
  const read = (name: string, good: boolean): SchemaCase => {
    const text = readFileSync(path.join(repository, name), "utf8");
    return { name, text, good, onlyHelm3: /^%/.test(text) };
  };
  const good = globSync(["examples/workspace/values*.yaml", "test/core/fixtures/values/*.yaml"], {
    cwd: repository,
  });
  return [
    ...good
      .map((name) => read(name.split(path.sep).join("/"), true))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    read("examples/workspace/mistakes-values.yaml", false),
    ...Object.entries(BAD).map(([name, text]) => ({ name, text, good: false })),
  ];
}

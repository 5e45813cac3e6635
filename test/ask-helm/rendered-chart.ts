import { mkdirSync } from "node:fs";
import path from "node:path";
import { CLEAN, folderWith } from "../cli/run.ts";
import { fakeHelm } from "./fake-helm.ts";

const CHART = {
  "mine/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
  "mine/values.yaml":
    'controller: {replicas: 1, dnsTarget: ""}\nsubscriptionServer: {domain: "", dnsTarget: ""}\nwebhook: {}\nmonitoring: {enabled: false, level: 1}\n',
  "mine/templates/x.yaml": "{{ toYaml .Values }}\n",
  "v.yaml": `${CLEAN}monitoring:\n  level: 1\n`,
};

/** A Helm that renders the number of replicas, a level where monitoring is on, a Secret, and a text that is another one each time. */
export const RENDERS = `
  const texts = process.argv.filter((one) => one.startsWith("--values=")).map((one) => fs.readFileSync(one.slice(9), "utf8"));
  const last = (name, first) => texts.reduce((found, text) => new RegExp(name + '"?: *([\\\\w.]+)').exec(text)?.[1] ?? found, first);
  const print = (name, text) => process.stdout.write("---\\n# Source: mine/templates/" + name + "\\n" + text);
  const set = process.argv.find((one) => one.startsWith("--set="))?.split("=").at(-1);
  const replicas = set ?? last('controller"?: *{"replicas', "1");
  if (replicas > 100) { fs.writeSync(2, "Error: execution error at (mine/templates/x.yaml:1:4): too many\\n"); process.exit(1); }
  print("x.yaml", "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: web, annotations: {at: '" + process.hrtime.bigint() + "'}}\\nspec: {replicas: " + replicas + ", selector: {}, template: {spec: {containers: [{name: web}]}}}\\n");
  if (last("enabled", "false") === "true") print("m.yaml", "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: level}\\ndata: {level: '" + last("level", "1") + "'}\\n");
  print("s.yaml", "apiVersion: v1\\nkind: Secret\\nmetadata: {name: access}\\nstringData: {key: s3cr3t}\\n");
`;

/** A folder with the chart, values over it and other files, and the environment in which there is the Helm. */
export function renderedChart(body = RENDERS, files: Readonly<Record<string, string>> = {}) {
  const folder = folderWith({ ...CHART, ...files });
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  fakeHelm(bin, body);
  return { folder, env: { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` } };
}

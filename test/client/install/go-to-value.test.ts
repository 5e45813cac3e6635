import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import type { FieldKeys } from "../../../server/lsp/protocol.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { config, DEPLOYED, helmWorld, told } from "./helm-world.ts";

const FILE = "file:///home/me/deploy/values.yaml";
const CHART = { name: "cap-operator-chart", version: "0.12.0" };
const AS = { release: "cap-operator", namespace: "cap-operator-system" };
const OBJECTS = { of: { uri: FILE }, chart: CHART, as: AS };
const RANGE = { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } };
const FOUND = {
  fieldKeys: { keys: [{ key: "controller.replicas", path: ["controller", "replicas"] }] },
  origins: { "controller.replicas": { text: "values.yaml:2", place: { uri: FILE, range: RANGE } } },
};
const HISTORIES = [[DEPLOYED]];

/** Helm 4 and the API server, as in failures.json. */
const INVALID =
  'UPGRADE FAILED: server-side apply failed for object ops/cop /v1, Kind=ConfigMap: ConfigMap "cop" is invalid: [data.replicas: Invalid value: "x": no, metadata.labels: Required value]';

async function failedInstall(world: World, stderr = INVALID) {
  const answers = { "helm upgrade --install --kube": { exitCode: 1, stderr: `Error: ${stderr}\n` } };
  const ports = fakePorts(
    helmWorld({ histories: HISTORIES, answers }, { confirm: true, press: "Go to Value", ...world }),
  );
  await install.run(ports);
  return told(ports.seen);
}

/** The messages and questions after the message about the failure. */
function behind(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findIndex((line) => line.includes("[Go to Value]")) + 1);
}

describe("from an object that the API server rejects to the value that makes the field", () => {
  test("a failed upgrade leads there; of several fields, the person selects one", async () => {
    const lines = await failedInstall({ ...FOUND, pick: "data.replicas" });
    const field = { kind: "ConfigMap", name: "cop", path: "data.replicas" };
    assert.deepEqual(behind(lines), [
      "pick: CAP Operator: Rejected Fields | Select a field to go to its value",
      `ask keys: ${JSON.stringify({ ...OBJECTS, field })}`,
      `opened: ${FILE} at 1:2`,
    ]);
  });

  test("several values that make it are listed with their places, also a chart's default", async () => {
    const keys = ["controller.replicas", "replicas"].map((key) => ({ key, path: key.split(".") }));
    const origins = {
      ...FOUND.origins,
      replicas: { text: "chart default", place: { range: RANGE, chart: "cap-operator 0.34.0" } },
    };
    const lines = await failedInstall(
      { fieldKeys: { keys }, origins, pick: "replicas" },
      'Service "cop" is invalid: spec.x: Forbidden: no',
    );
    assert.equal(behind(lines)[1], "pick: CAP Operator: Rejected Values | Select a value to go to it");
    assert.equal(lines.at(-1), `opened: ${FILE} at 1:2`);
  });

  for (const problem of [
    "No key of the values changes data.replicas in ConfigMap/cop.",
    "Helm needs the chart. Fetch it with CAP Operator: Fetch Chart, or set its folder or archive as capOperator.chart.",
  ]) {
    test(`what is not known is one sentence: ${problem}`, async () => {
      const fieldKeys: FieldKeys = { keys: [], problem };
      const lines = await failedInstall({ fieldKeys, pick: "data.replicas" });
      assert.equal(lines.at(-1), `info: ${problem}`);
    });
  }

  test("a failure that names no field leads to the file, as before", async () => {
    const lines = await failedInstall(
      { press: "" },
      'ConfigMap "cop" is invalid: : the label team is needed',
    );
    assert.ok(
      lines.some((line) => line.startsWith("error: ") && line.includes("[Open values.yaml]")),
      lines.join("\n"),
    );
  });

  const REFUSING: World = {
    missing: [],
    ...FOUND,
    programs(line) {
      if (!line.startsWith("kubectl")) return undefined;
      return line.includes("--dry-run=server")
        ? { exitCode: 1, stderr: 'The ConfigMap "cop" is invalid: data.replicas: Invalid value: "x": no\n' }
        : { exitCode: 1, stderr: "error: no\n" };
    },
  };
  const state = { histories: HISTORIES, planned: config(3) };
  const asked = `ask keys: ${JSON.stringify({
    ...OBJECTS,
    field: { kind: "ConfigMap", name: "cop", path: "data.replicas" },
  })}`;

  test("the message of a preview leads there", async () => {
    const ports = fakePorts(helmWorld(state, { ...REFUSING, press: "Go to Value" }));
    await previewInstallation.run(ports);
    const lines = told(ports.seen);
    assert.match(
      lines.find((line) => line.startsWith("warn: ")) ?? "",
      /1 would be rejected\. \[Go to Value\] \[Read Details\]$/,
    );
    assert.deepEqual(behind(lines), [asked, `opened: ${FILE} at 1:2`]);
    assert.deepEqual(ports.compared, [OBJECTS]);
  });

  test("so does the question before an installation that will fail", async () => {
    const ports = fakePorts(helmWorld(state, { ...REFUSING, choose: ["Go to Value"] }));
    await install.run(ports);
    const lines = told(ports.seen);
    const question = lines.findIndex((line) => line.startsWith("confirm: "));
    assert.match(
      lines[question] ?? "",
      /\[Read Details\] \[Preview Changes\] \[Go to Value\] \[Upgrade Anyway\] \[Change Context\.\.\.\]$/,
    );
    assert.deepEqual(lines.slice(lines.indexOf(asked)), [
      asked,
      `opened: ${FILE} at 1:2`,
      "info: Upgrade cap-operator in dev? [Upgrade Anyway...]",
    ]);
  });

  test("values that were only entered are in no file, so that nothing leads there", async () => {
    const ports = fakePorts(
      helmWorld(state, {
        ...REFUSING,
        file: undefined,
        pick: ["Enter domain", "Install with them"],
        input: ["cop.example.org", "in.example.org"],
      }),
    );
    await previewInstallation.run(ports);
    assert.doesNotMatch(ports.seen.join("\n"), /Go to Value/);
  });
});

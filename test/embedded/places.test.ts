// Releases of the settings that take their values from a place in a file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import type { Diagnostic } from "vscode-languageserver-types";
import type {
  EffectiveValuesDocument,
  EntryProblemsParams,
  FileStatus,
  ReleaseSummary,
  ValuesProblem,
} from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect } from "../lsp/client.ts";
import { workspace } from "../lsp/workspace.ts";
import { embeddedClient } from "./client.ts";

interface Case {
  readonly case: string;
  readonly values: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly text: string;
  readonly version?: string;
  readonly chart?: string;
  readonly places?: readonly string[];
  readonly finds?: readonly string[];
  readonly settings?: readonly string[];
  readonly effective?: string;
}

const CASES = load(readFileSync(new URL("places.yaml", import.meta.url), "utf8")) as readonly Case[];
const SETTINGS = ".cap-operator.yaml";

/** A workspace with one release, whose document is open. */
async function opened(
  { values, files, text, version }: Pick<Case, "values" | "files" | "text" | "version">,
  initialize: object = {},
) {
  const chart = version === undefined ? "" : `  chart: cap-operator\n  version: ${version}\n`;
  const settings = `releases:\n- name: prod\n  values: ${JSON.stringify(values)}\n${chart}`;
  const ws = workspace({ ...files, [SETTINGS]: settings, "cop.yaml": text });
  const client = await embeddedClient({ workspaceFolders: [{ uri: ws.uri, name: "git" }], ...initialize });
  const uri = ws.at("cop.yaml");
  client.open(uri, text);
  client.open(ws.at(SETTINGS), settings);
  const problems = async (name: string) => {
    const asked = { textDocument: { uri: ws.at(name) } };
    const { items } = await client.request<{ items: Diagnostic[] }>("textDocument/diagnostic", asked);
    return items.toSorted((a, b) => a.range.start.line - b.range.start.line);
  };
  const effective = async (target: object) =>
    client.request<EffectiveValuesDocument>("capOperator/effectiveValues", { of: target, form: "changed" });
  return { ws, client, uri, problems, effective };
}

suite("releases with values from a place in a file", () => {
  for (const { case: name, places, finds = [], settings = [], effective, chart, ...testCase } of CASES) {
    test(name, async () => {
      const { client, uri, problems, ...open } = await opened(testCase);
      // Problems of the release as a whole are at the top of its files, too.
      const found = (await problems("cop.yaml")).filter(({ code }) => code !== undefined);
      assert.deepEqual(
        found.map(({ range, code }) => `${range.start.line + 1} ${code}`),
        finds,
        JSON.stringify(found.map(({ message }) => message)),
      );
      const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
      if (places) assert.deepEqual(status.embedded?.map(({ place }) => place) ?? [], places);
      if (chart) assert.equal(status.embedded?.[0]?.chart?.name, chart);
      const ofSettings = await problems(SETTINGS);
      assert.deepEqual(
        ofSettings.map(({ message }) => message),
        settings,
      );
      for (const { range } of ofSettings) assert.equal(range.start.line, 2);
      if (effective === undefined) return;
      const { text } = await open.effective({ release: "prod" });
      const body = text.replace(/^#.*\n/gm, "").replace(/ {2,}#/g, "  #");
      assert.equal(body.replace(/\n+/g, "\n").trim(), effective.trim());
    });
  }
});

const RELEASE =
  "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop}\nspec:\n  chart: {spec: {chart: cap-operator, version: 0.34.0}}\n  values:\n    controller:\n      replicas: two\n";
const BASE = { "base.yaml": "subscriptionServer: {domain: a.corp.internal, dnsTarget: b.corp.internal}\n" };
const PLACED = { values: ["base.yaml", "cop.yaml#spec.values"], files: BASE, text: RELEASE };

suite("a document with values of a release", () => {
  test("is listed with its place, and found by its file", async () => {
    const { ws, client, uri } = await opened(PLACED);
    const wanted = [ws.at("base.yaml"), `${uri}#spec.values`];
    for (const params of [{}, { uri }]) {
      const [release] = await client.request<ReleaseSummary[]>("capOperator/releases", params);
      assert.deepEqual(release?.values, wanted);
    }
  });

  test("has its problems among those of the release, at its lines", async () => {
    const { client, uri } = await opened(PLACED);
    const found = await client.request<ValuesProblem[]>("capOperator/problems", { release: "prod" });
    assert.deepEqual(
      found.map((problem) => [problem.uri, problem.range?.start.line, problem.code]),
      [[uri, 7, "wrong-type"]],
    );
    const quoted = `quoted: 'controller: {replicas: two}'\n`;
    const other = await opened({
      ...PLACED,
      values: ["base.yaml", "cop.yaml#quoted"],
      text: `\n\n${quoted}`,
    });
    const [problem] = await other.client.request<ValuesProblem[]>("capOperator/problems", {
      release: "prod",
    });
    assert.deepEqual([problem?.range?.start, problem?.code], [{ line: 2, character: 0 }, "wrong-type"]);
  });

  test("shows the effective values of the release, which follow it and its other files", async () => {
    const { ws, client, uri, effective, problems } = await opened(PLACED);
    const target = { uri: `${uri}#spec.values` };
    assert.equal((await effective(target)).text, (await effective({ release: "prod" })).text);
    client.open(ws.at("base.yaml"), BASE["base.yaml"]);
    client.change(ws.at("base.yaml"), 2, "webhook: {replicas: 9}\n");
    assert.match((await effective(target)).text, /replicas: 9 .*base\.yaml:1/);
    assert.deepEqual(
      (await problems("cop.yaml")).map(({ code }) => code),
      ["required-for-install", "wrong-type"],
    );
  });

  test("which is changed so that the place is gone makes that an error of the settings, and back", async () => {
    const { client, uri, problems } = await opened(PLACED);
    const messages = async () => (await problems(SETTINGS)).map(({ message }) => message);
    assert.deepEqual(await messages(), []);
    client.change(uri, 2, RELEASE.replace("  values:", "  valves:"));
    assert.deepEqual(await messages(), [
      "The values file cop.yaml has nothing at spec.values (did you mean spec.valves?). It is named in the releases of the settings, and is ignored.",
    ]);
    client.change(uri, 3, RELEASE);
    assert.deepEqual(await messages(), []);
  });

  test("that is not there is told to a client that shows it in the settings of the editor", async () => {
    const releases = [{ name: "dev", values: ["base.yaml", "cop.yaml#spec.valuez"] }];
    const ws = workspace({ ...BASE, "cop.yaml": RELEASE });
    const client = await embeddedClient({
      workspaceFolders: [{ uri: ws.uri, name: "git" }],
      initializationOptions: { entryProblems: true, capOperator: { releases } },
    });
    const told: EntryProblemsParams[] = [];
    client.connection.onNotification("capOperator/entryProblems", (params) => void told.push(params));
    client.open(ws.at("cop.yaml"), RELEASE);
    const [found] = await client.until(() => told.find((message) => message.settings.length > 0)?.settings);
    assert.deepEqual(
      [found?.key, found?.value, found?.severity, found?.release],
      ["values", "cop.yaml#spec.valuez", "error", { name: "dev" }],
    );
    client.change(ws.at("cop.yaml"), 2, RELEASE.replace("values:", "valuez:"));
    await client.until(() => told.at(-1)?.settings.length === 0);
  });

  test("of an umbrella chart has the operator's values below its key", async () => {
    const files = {
      "umbrella/Chart.yaml":
        "apiVersion: v2\nname: umbrella\nversion: 1.0.0\ndependencies: [{name: cap-operator, version: 0.34.0}]\n",
      "umbrella/charts/cap-operator/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
      "umbrella/charts/cap-operator/values.yaml": "controller: {replicas: 1}\n",
    };
    const text = "prod:\n  other: 1\n  cap-operator:\n    controller:\n      replicas: 4\n";
    const ws = workspace({
      ...files,
      "cop.yaml": text,
      [SETTINGS]: "releases: [{name: prod, chart: ./umbrella, values: [cop.yaml#prod]}]\n",
    });
    const client = await connect({
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "git" }] },
      server: { charts: new DiskChartFiles(wholeMachine) },
    });
    const target = { release: "prod" };
    client.open(ws.at("cop.yaml"), text);
    const { text: shown } = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
      of: target,
      form: "changed",
    });
    assert.match(shown, /^ {2}replicas: 4 .*cop\.yaml#prod:5$/m);
    assert.doesNotMatch(shown, /other/);
  });
});

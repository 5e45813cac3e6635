import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/disk-chart-files.ts";
import type { AskHelm, RenderAnswer, RenderQuestion } from "../../server/workspace/helm-verdicts.ts";
import { fakeHelm } from "../ask-helm/fake-helm.ts";
import { helmBinary } from "../helm/build-helm.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const VALUES =
  'controller:\n  image:\n    tag: x\n  extra: a\nowner: me\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook:\n  extra: a\n';
const OURS = `# cap-operator: values chart=../charts/mine
subscriptionServer:
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
`;
const TEMPLATE = "{{ toYaml .Values }}\n";

interface Setup {
  readonly template?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly ask: AskHelm;
  readonly initializationOptions?: object;
  readonly trusted?: boolean;
}

function chartFiles(template: string): Readonly<Record<string, string>> {
  return {
    "charts/mine/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
    "charts/mine/values.yaml": VALUES,
    "charts/mine/templates/x.yaml": template,
    "prod/values.yaml": "",
  };
}

async function opened(
  text: string,
  { template = TEMPLATE, files = {}, ask, trusted = true, ...rest }: Setup,
) {
  const ws = workspace({ ...chartFiles(template), ...files });
  const client = await connect({
    server: { charts: new DiskChartFiles(), askHelm: () => ask, helmPause: 20 },
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { trusted, ...rest.initializationOptions },
    },
  });
  const uri = ws.at("prod/values.yaml");
  client.open(uri, text);
  return { client, uri, ws };
}

/** What is reported of Helm, once it is. */
async function verdict(client: TestClient, uri: string): Promise<string> {
  const found = await client.until(() =>
    client.published
      .findLast((one) => one.uri === uri)
      ?.diagnostics.find(({ code }) => code === "helm-template"),
  );
  return `${found.range.start.line + 1}:${found.range.start.character + 1} ${found.message}`;
}

/** Waits until the status says this of Helm. */
async function said(client: TestClient, uri: string, state: string): Promise<void> {
  for (;;) {
    const { helm } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    if (helm?.state === state) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const REFUSAL = { refusal: "Error: execution error at (mine/templates/x.yaml:1:4): no owner\n" };

suite("the server asks Helm", () => {
  test("about the unsaved text, and reports what it says at the key", async () => {
    const asked: RenderQuestion[] = [];
    const ask: AskHelm = async (question) => {
      asked.push(question);
      return REFUSAL;
    };
    const template = `{{ required "no owner" .Values.owner }}\n${TEMPLATE}`;
    const { client, uri, ws } = await opened(`${OURS}owner: ""\n`, { ask, template });
    assert.equal(await verdict(client, uri), "5:1 The chart rejects the values: no owner");
    const [question] = asked;
    assert.deepEqual(
      [question?.values.map(({ text }) => text), question?.chart, question?.release],
      [[`${OURS}owner: ""\n`], path.join(ws.folder, "charts/mine"), "cap-operator"],
    );
    const refuses = { state: "refuses", words: "no owner" };
    const status = async () => (await client.request<FileStatus>("capOperator/fileStatus", { uri })).helm;
    assert.deepEqual(await status(), refuses);
    client.change(uri, 2, `${OURS}owner:\n`);
    assert.deepEqual(await status(), { ...refuses, isOld: true });
    await client.close();
  });

  test("one question at a time: a change stops the one before it, whose answer is not reported", async () => {
    const signals: AbortSignal[] = [];
    const answers: ((answer: RenderAnswer) => void)[] = [];
    const ask: AskHelm = (_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    };
    const { client, uri } = await opened(`${OURS}owner: ""\n`, { ask });
    await client.until(() => signals.length === 1 || undefined);
    client.change(uri, 2, `${OURS}owner: you\n`);
    await client.until(() => signals[0]?.aborted || undefined);
    await client.until(() => signals.length === 2 || undefined);
    answers[0]?.(REFUSAL);
    answers[1]?.({ renders: true });
    await said(client, uri, "renders");
    assert.ok(
      client.published.every(({ diagnostics }) => diagnostics.every(({ code }) => code !== "helm-template")),
    );
    await client.close();
  });

  test("about every file that waits, one after the other", async () => {
    const running = new Set<RenderQuestion>();
    const ask: AskHelm = async (question) => {
      running.add(question);
      assert.equal(running.size, 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running.delete(question);
      return REFUSAL;
    };
    const template = `{{ required "no owner" .Values.owner }}\n${TEMPLATE}`;
    const { client, uri, ws } = await opened(`${OURS}owner: ""\n`, { ask, template });
    const other = ws.at("prod/other.yaml");
    client.open(other, `${OURS}owner:\n`);
    assert.equal(await verdict(client, uri), "5:1 The chart rejects the values: no owner");
    assert.equal(await verdict(client, other), "5:1 The chart rejects the values: no owner");
    await client.close();
  });

  for (const [why, setup, state] of [
    ["the workspace is not trusted", { trusted: false }, "not-trusted"],
    [
      "it is switched off",
      { initializationOptions: { capOperator: { helmTemplate: { enable: false } } } },
      "switched-off",
    ],
  ] as const) {
    test(`not if ${why}`, async () => {
      const asked: RenderQuestion[] = [];
      const ask: AskHelm = async (question) => {
        asked.push(question);
        return REFUSAL;
      };
      const { client, uri } = await opened(OURS, { ask, ...setup });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { helm } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
      assert.deepEqual([asked.length, helm?.state], [0, state]);
      await client.close();
    });
  }

  test("which only the one who starts the server names, with an absolute path", async () => {
    const evil = workspace();
    const program = fakeHelm(
      evil.folder,
      `fs.writeFileSync(${JSON.stringify(path.join(evil.folder, "ran"))}, "");`,
    );
    const given: string[] = [];
    for (const named of ["helm", "./helm", "../helm", "prod/../helm"]) {
      const settings = { helmPath: program, helmTemplate: { enable: true, helmPath: program } };
      const ws = workspace({
        ...chartFiles(`{{ required "no owner" .Values.owner }}\n`),
        ".cap-operator.yaml": `helmPath: ${program}\nhelmTemplate: {helmPath: ${program}}\n`,
        helm: readFileSync(program, "utf8"),
        "prod/helm": readFileSync(program, "utf8"),
      });
      chmodSync(path.join(ws.folder, "helm"), 0o755);
      const client = await connect({
        server: {
          charts: new DiskChartFiles(),
          askHelm: (helmPath) => {
            given.push(helmPath);
            return helmAsker(() => findHelm(helmPath));
          },
          helmPause: 20,
        },
        capabilities: { workspace: { configuration: true } },
        configuration: () => settings,
        initialize: {
          workspaceFolders: [{ uri: ws.uri, name: "ws" }],
          initializationOptions: { helmPath: named, capOperator: settings },
        },
      });
      const uri = ws.at("prod/values.yaml");
      client.open(uri, `${OURS}owner: ""\n`);
      await said(client, uri, "not-started");
      client.connection.sendNotification("workspace/didChangeConfiguration", {
        settings: { capOperator: settings },
      });
      client.change(uri, 2, `${OURS}owner:\n`);
      await said(client, uri, "not-started");
      await client.close();
    }
    assert.deepEqual(given, ["helm", "./helm", "../helm", "prod/../helm"]);
    assert.ok(!existsSync(path.join(evil.folder, "ran")));
  });
});

for (const major of [3, 4] as const) {
  const helm = await helmBinary(major);
  suite(`the verdict of Helm ${major}`, { skip: helm === undefined && "Go is not installed" }, () => {
    const ask = helmAsker(() => helm);
    const cases: readonly (readonly [string, string, Partial<Setup>, RegExp])[] = [
      [
        "required",
        'owner: ""\n',
        { template: `{{ required "no owner" .Values.owner }}\n${TEMPLATE}` },
        /^5:1 The chart rejects the values: no owner$/,
      ],
      [
        "fail",
        "owner: root\n",
        { template: `{{ if eq .Values.owner "root" }}\n{{ fail "not root" }}\n{{ end }}${TEMPLATE}` },
        /^5:1 The chart rejects the values: not root$/,
      ],
      [
        "a nil pointer",
        "controller:\n  image:\n",
        { template: `a: {{ .Values.controller.image.tag }}\n` },
        /^6:3 Helm cannot render templates\/x\.yaml, line 1, with these values: nil pointer evaluating interface \{\}\.tag$/,
      ],
      [
        "a chart that is missing",
        "owner: you\n",
        {
          files: {
            "charts/mine/Chart.yaml":
              "apiVersion: v2\nname: mine\nversion: 7.1.0\ndependencies:\n- name: sub\n  version: 1.0.0\n  repository: https://charts.example.org\n",
          },
        },
        /^2:1 The chart's dependencies are missing: sub\./,
      ],
      [
        "a template that does not parse",
        "owner: you\n",
        { template: "a: {{ if }}\n" },
        /^2:1 Helm cannot read the chart's template templates\/x\.yaml, line 1: missing value for if$/,
      ],
      [
        "an object that is not YAML",
        'owner: "a: b"\n',
        { template: "a: {{ .Values.owner }}\n" },
        /^5:1 With these values, templates\/x\.yaml does not render to valid YAML: /,
      ],
    ];
    for (const [name, text, setup, expected] of cases) {
      test(`${name} is at its key`, async () => {
        const { client, uri } = await opened(OURS + text, { ask, ...setup });
        assert.match(await verdict(client, uri), expected);
        await client.close();
      });
    }

    test("the schema of the chart is reported once", async () => {
      const files = { "charts/mine/values.schema.json": '{"properties":{"owner":{"enum":["me"]}}}' };
      const { client, uri } = await opened(`${OURS}owner: you\n`, { ask, files });
      await said(client, uri, "refuses");
      const last = await client.until(() =>
        client.published.findLast((one) => one.uri === uri && one.diagnostics.length > 0),
      );
      assert.deepEqual(
        last.diagnostics.map(({ code }) => code),
        ["not-allowed"],
      );
      await client.close();
    });
  });
}

test("examples/chart renders with its example", async (t) => {
  const helm = await helmBinary(3);
  if (helm === undefined) return t.skip("Go is not installed");
  const chart = path.resolve(import.meta.dirname, "../../examples/chart");
  const values = [{ name: "values.yaml", text: readFileSync(path.join(chart, "values.yaml"), "utf8") }];
  const question = {
    chart,
    outOfReach: async () => undefined,
    values,
    sets: [],
    release: "cap-operator",
    namespace: "n",
  };
  const answer = await helmAsker(() => helm)(question, new AbortController().signal);
  assert.ok(!("noAnswer" in answer));
});

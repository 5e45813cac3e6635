import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import type { FileStatus, RenderedObjectsDocument } from "../../server/lsp/protocol.ts";
import { atSetPath } from "../../server/programs/program-file.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import type { AskHelm, RenderAnswer, RenderQuestion } from "../../server/workspace/helm/render-question.ts";
import { fakeHelm } from "../ask-helm/fake-helm.ts";
import { spread } from "../support/effort.ts";
import { MISBEHAVING, writeProgram } from "../support/misbehaving-programs.ts";
import { connect } from "./client.ts";
import { chartFiles, OURS, opened, said, TEMPLATE, verdict } from "./helm-verdict.ts";
import { workspace } from "./workspace.ts";

const REFUSAL = {
  is: "no",
  error: "execution error at (mine/templates/x.yaml:1:4): no owner",
} as const;

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
    answers[1]?.({ is: "yes" });
    await said(client, uri, "renders");
    assert.ok(
      client.published.every(({ diagnostics }) => diagnostics.every(({ code }) => code !== "helm-template")),
    );
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
          charts: new DiskChartFiles(wholeMachine),
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

suite("a Helm without an answer", { skip: process.platform === "win32" && "no scripts of the shell" }, () => {
  const ENDING = MISBEHAVING.filter(({ isEndless }) => !isEndless);
  for (const program of spread(ENDING)) {
    test(`${program.name}: the status says that nothing is known, and no page has objects`, async () => {
      const { folder } = workspace();
      const file = atSetPath(writeProgram(folder, "helm", program), folder);
      const { client, uri } = await opened(OURS, { ask: helmAsker(() => file) });
      const asked = async () =>
        (await client.request<FileStatus>("capOperator/fileStatus", { uri })).helm ?? { state: "not-asked" };
      let helm = await asked();
      while (helm.state === "not-asked") helm = await asked();
      const states = ["killed", "failed", "unreadable", "other-error", "too-much", "not-started"];
      assert.ok(states.includes(helm.state), JSON.stringify(helm));
      const page = await client.request<RenderedObjectsDocument>("capOperator/renderedObjects", {
        of: { uri },
      });
      assert.match(page?.problem ?? "", /^Helm /);
    });
  }
});

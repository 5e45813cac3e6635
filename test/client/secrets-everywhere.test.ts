import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import type { LogOutputChannel } from "vscode";
import { readEvents } from "../../client/cluster/events.ts";
import { createFetchedCharts } from "../../client/editor/charts/chart-archives.ts";
import { filteredChannel } from "../../client/editor/log.ts";
import { createMemory } from "../../client/editor/memory.ts";
import { whyUnread } from "../../client/helm/failure.ts";
import { Manifest } from "../../client/manifests/manifest.ts";
import { operation } from "../../client/operation/run-operation.ts";
import type { Invocation } from "../../client/ports/programs.ts";
import { fakePorts } from "./fake-ports.ts";
import { stepOver } from "./operations.ts";
import { SECRET_FORMS, type SecretForm, WORDS } from "./secret-forms.ts";

const AT = { context: "dev", server: "https://127.0.0.1:6443", namespace: "cop", release: "cop" };
const HELM: Invocation<string> = { program: "helm", args: ["upgrade", "--", "cop"], parse: (text) => text };

/** Everything that a person, the log and the editor got, but not what the fake programs were given. */
const shownIn = (seen: readonly string[]) => {
  const text = seen.filter((line) => !line.startsWith("run: ")).join("\n");
  // Markdown is shown without the signs that escape.
  return `${text}\n${text.replaceAll("\\", "")}`;
};

/** All texts that a failure shows: the message, its buttons, the page, the log, the line in a terminal. */
async function failing(
  work: Invocation<unknown> | Error,
  answer: { stdout?: string; stderr?: string },
  press = "Show Details",
): Promise<string> {
  const ports = fakePorts({ programs: () => ({ exitCode: 1, ...answer }), press });
  const command = operation({
    id: "capOperator.test",
    needsTrust: true,
    context: { target: AT, doing: "installing", release: AT },
    async run(running) {
      await running.change("Installing", async (step) => {
        if (work instanceof Error) throw work;
        await step.call(work, { toLog: true });
      });
    },
  });
  await command.run(ports);
  return shownIn(ports.seen);
}

/** The beginnings of errors of Helm, kubectl and webhooks, before foreign words. */
const BEFORE: readonly string[] = [
  "",
  "Error: ",
  "Error: UPGRADE FAILED: ",
  'Error: UPGRADE FAILED: failed to create resource: admission webhook "w.example.org" denied the request: ',
  "Error from server (BadRequest): ",
  "Error: execution error at (cop/templates/a.yaml:1:2): ",
];

type Way = (form: SecretForm) => string | Promise<string>;

const WAYS: Readonly<Record<string, Way>> = {
  "the log of a call": async ({ text }) => {
    const ports = fakePorts({ programs: () => ({ exitCode: 1, stdout: text, stderr: text }) });
    await stepOver(ports).attempt(HELM, { toLog: true });
    return shownIn(ports.seen);
  },
  "the log of a call whose output is confidential": async ({ text }) => {
    const ports = fakePorts({ programs: () => ({ stdout: text, stderr: text }) });
    await stepOver(ports).attempt({ ...HELM, confidential: true }, { toLog: true });
    return shownIn(ports.seen);
  },
  "the log of a command line": async ({ text }) => {
    const sets = [
      "--set",
      `a.b=${text}`,
      "--set-json",
      `{"a":"${text}"}`,
      "--set-file",
      text,
      "--set-string",
      `x,${text}`,
    ];
    const ports = fakePorts({ programs: () => "" });
    const args = [
      "upgrade",
      ...sets,
      "--password",
      text,
      `--other=${text}`,
      `--password=${text}`,
      "--",
      "cop",
    ];
    await stepOver(ports).attempt({ ...HELM, args });
    return shownIn(ports.seen);
  },
  "the message, the page, the log and the terminal of a failed call": async ({ text }) => {
    // Each form comes with another one of them.
    const before = BEFORE[text.length % BEFORE.length] ?? "";
    const all = ["", before].map((words) => failing(HELM, { stderr: `${words}${text}\n`, stdout: text }));
    return (await Promise.all(all)).join("\n");
  },
  "a line in a terminal": async ({ text }) => {
    const shown = await failing(HELM, { stderr: `Error: repo ${text} not found\n` }, "Open in Terminal");
    return shown;
  },
  "an error of kubectl": ({ text }) =>
    whyUnread({ exitCode: 1, stdout: "", stderr: `Error from server: ${text}`, interrupted: false }, AT),
  "an unforeseen error": ({ text }) => failing(new Error(text), {}),
  "output that cannot be read": ({ text }) => {
    const parse = () => {
      throw new Error(text);
    };
    return failing({ ...HELM, parse }, { stdout: text });
  },
  "the log of the language server": ({ text }) => {
    const written: string[] = [];
    const write = (line: string | Error) => written.push(String(line));
    const channel = {
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
      append: write,
      appendLine: write,
      replace: write,
    };
    const filtered = filteredChannel(channel as unknown as LogOutputChannel);
    for (const name of Object.keys(channel) as (keyof typeof channel)[])
      filtered[name](`Hover failed: ${text}`);
    assert.equal(written.length, Object.keys(channel).length);
    return written.join("\n");
  },
  "an event of the cluster": ({ text }) => {
    const object = {
      kind: "Event",
      metadata: { name: "e" },
      type: "Warning",
      reason: "Failed",
      message: text,
    };
    return JSON.stringify(readEvents(AT).parse(JSON.stringify({ items: [object] })));
  },
  "a preview of Secrets": ({ text }) => {
    const secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s" },
      stringData: { a: text },
      data: { b: text },
    };
    const list = { apiVersion: "v1", kind: "List", items: [secret] };
    const manifest = new Manifest([secret, list].map((object) => JSON.stringify(object)).join("\n---\n"));
    return `${JSON.stringify(manifest.objects())}${manifest}`;
  },
  "what is remembered of a workspace": async ({ text }) => {
    const kept: string[] = [];
    const update = async (_key: string, value: string) => void kept.push(value);
    await createMemory({ get: () => undefined, update }).remember("chart", text);
    return kept.join("\n");
  },
};

describe("nothing shows a secret:", () => {
  test("there are more than 200 forms", () => {
    const texts = new Set(SECRET_FORMS.map(({ text }) => text));
    assert.ok(texts.size > 200, String(texts.size));
    for (const { text, secret } of SECRET_FORMS) assert.ok(text.includes(secret), `${text}: ${secret}`);
  });
  for (const [way, show] of Object.entries(WAYS)) {
    test(way, async () => {
      const leaks: string[] = [];
      for (const form of SECRET_FORMS) if ((await show(form)).includes(form.secret)) leaks.push(form.text);
      assert.deepEqual(leaks, []);
    });
  }

  test("the file of fetched charts", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-fetched-"));
    try {
      const digest = "ab".repeat(32);
      writeFileSync(path.join(folder, `${digest}.tgz`), "chart");
      const fetched = createFetchedCharts(folder);
      for (const { text } of SECRET_FORMS)
        await fetched.add({ chart: text, name: "cop", version: "1.0.0", digest });
      await fetched.add({ chart: "oci://registry.example.org/cop", name: "cop", version: "1.0.0", digest });
      const kept = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
      assert.match(kept.join("\n"), /registry\.example\.org/);
      const leaks = SECRET_FORMS.filter(({ secret }) => kept.some((text) => text.includes(secret)));
      assert.deepEqual(leaks, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test("a value that the chart's schema refuses is not logged, wherever it is", async () => {
  for (const verdict of ["does not match pattern '^x'", "is not valid email: no @"]) {
    const refusal = `Error: values don't meet the specifications of the schema(s) in the following chart(s):\ncop:\n`;
    for (const places of [["conf"], ["conf", "other"]]) {
      const lines = places.map((place) => `- at '/${place}': 'hunter2' ${verdict}`).join("\n");
      const shown = await failing(HELM, { stderr: `${refusal}${lines}\n` }, "");
      assert.match(shown, /log error: The chart rejects the values.*conf/);
      const logged = shown.split("\n").filter((line) => line.startsWith("log "));
      assert.ok(!logged.join("\n").includes("hunter2"), shown);
    }
  }
});

test("the log has only known lines of a program, so a secret that is a word like any other is not in it", async () => {
  for (const { text, secret } of WORDS) {
    for (const answer of [{ stderr: text }, { stdout: text }]) {
      const ports = fakePorts({ programs: () => ({ exitCode: 1, ...answer }) });
      await stepOver(ports).attempt(HELM, { toLog: true });
      assert.ok(!shownIn(ports.seen).includes(secret), `${text}\n${shownIn(ports.seen)}`);
    }
  }
});

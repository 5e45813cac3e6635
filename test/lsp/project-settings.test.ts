import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import {
  type CompletionItem,
  type Diagnostic,
  type DidChangeWatchedFilesRegistrationOptions,
  type DocumentDiagnosticReport,
  type Hover,
  RegistrationRequest,
} from "vscode-languageserver/node";
import type { EffectiveValuesDocument, FileStatus, ReleaseSummary } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const FILE = ".cap-operator.yaml";
const UNKNOWN = "controller:\n  replicaz: 2\nsubscriptionServer:\n  domain: a.b.c\n";
const RELEASE = "releases:\n- {name: prod, values: [a.yaml]}\n";

interface Setting {
  /** The settings of the editor. */
  editor?: unknown;
  readonly trusted?: boolean;
}

/** A client that pulls problems and answers with what is set in it. */
async function opened(
  folders: readonly string[],
  setting: Setting = {},
  early?: (watched: Set<string>) => void,
): Promise<TestClient> {
  const watched = new Set<string>();
  return connect({
    capabilities: {
      workspace: {
        configuration: true,
        didChangeConfiguration: { dynamicRegistration: true },
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      },
      textDocument: { diagnostic: {}, hover: { contentFormat: ["markdown"] } },
    },
    initialize: {
      workspaceFolders: folders.map((uri) => ({ uri, name: "folder" })),
      ...(setting.trusted !== undefined && { initializationOptions: { trusted: setting.trusted } }),
    },
    configuration: () => setting.editor ?? {},
    server: { charts: new DiskChartFiles(wholeMachine) },
    early: async (connection) => {
      connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
        for (const { registerOptions } of registrations) {
          const { watchers = [] } = (registerOptions ??
            {}) as Partial<DidChangeWatchedFilesRegistrationOptions>;
          for (const { globPattern } of watchers) {
            if (typeof globPattern === "object")
              watched.add(`${String(globPattern.baseUri)}/${globPattern.pattern}`);
          }
        }
        early?.(watched);
      });
    },
  });
}

async function problems(client: TestClient, uri: string): Promise<readonly Diagnostic[]> {
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  return report.kind === "full" ? report.items : [];
}

/** The severity of the unknown key, if it is reported. */
async function severity(client: TestClient, uri: string): Promise<number | undefined> {
  return (await problems(client, uri)).find(({ code }) => code === "unknown-key")?.severity;
}

async function releases(client: TestClient): Promise<string[]> {
  const found = await client.request<ReleaseSummary[]>("capOperator/releases", {});
  return found.map(({ id, namespace }) => (namespace === undefined ? id : `${id} in ${namespace}`));
}

function watchedFile(client: TestClient, uri: string, type: number): void {
  void client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
}

/** A folder with values and with settings of a project. */
function project(settings: string, more: Readonly<Record<string, string>> = {}): Workspace {
  return workspace({ "a.yaml": UNKNOWN, [FILE]: settings, ...more });
}

describe("the settings of a project", () => {
  test("count where the editor sets nothing", async () => {
    const ws = project(`${RELEASE}diagnostics: {severity: {unknown-key: information}}\n`);
    const client = await opened([ws.uri]);
    client.open(ws.at("a.yaml"), UNKNOWN);
    assert.equal(await severity(client, ws.at("a.yaml")), 3);
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri: ws.at("a.yaml") });
    assert.match(status.explanation, /prod/);
    const [release] = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.equal(release?.from, ws.at(FILE));
  });

  test("have those of the editor on top, key by key", async () => {
    const ws = project(
      `${RELEASE}diagnostics: {severity: {unknown-key: information, default-stays: off}}\nexcludeFiles: [b.yaml]\n`,
      { "b.yaml": UNKNOWN },
    );
    const setting: Setting = {
      editor: { diagnostics: { severity: { "unknown-key": "hint" } }, excludeFiles: null },
    };
    const client = await opened([ws.uri], setting);
    client.open(ws.at("a.yaml"), UNKNOWN);
    client.open(ws.at("b.yaml"), UNKNOWN);
    assert.equal(await severity(client, ws.at("a.yaml")), 4);
    // A setting without a value is not set.
    assert.equal(await severity(client, ws.at("b.yaml")), undefined);
    setting.editor = { excludeFiles: [] };
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    while ((await severity(client, ws.at("b.yaml"))) !== 3)
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(await severity(client, ws.at("a.yaml")), 3);
  });

  test("have releases of the editor on top, by name", async () => {
    const ws = project(
      "releases:\n- {name: prod, namespace: a, values: [a.yaml]}\n- {name: test, namespace: b, values: [a.yaml]}\n",
    );
    const client = await opened([ws.uri], { editor: { releases: [{ name: "prod", namespace: "c" }] } });
    assert.deepEqual(await releases(client), ["prod in c", "test in b"]);
  });

  test("are followed in the editor, before they are saved, and back", async () => {
    const ws = project(RELEASE);
    const client = await opened([ws.uri]);
    client.open(ws.at("a.yaml"), UNKNOWN);
    const before = await severity(client, ws.at("a.yaml"));
    client.open(ws.at(FILE), `${RELEASE}diagnostics: {severity: {unknown-key: hint}}\n`);
    assert.equal(await severity(client, ws.at("a.yaml")), 4);
    // Half a word is no reason to forget what was there.
    client.change(ws.at(FILE), 2, `${RELEASE}diagnostics: {severity: {unknown-key: hint\n`);
    assert.equal(await severity(client, ws.at("a.yaml")), 4);
    client.change(ws.at(FILE), 3, `${RELEASE}diagnostics: {severity: {unknown-key: information}}\n`);
    assert.equal(await severity(client, ws.at("a.yaml")), 3);
    await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: ws.at(FILE) } });
    assert.equal(await severity(client, ws.at("a.yaml")), before);
  });

  test("are followed on the disk: made, changed and removed", async () => {
    const ws = workspace({ "a.yaml": UNKNOWN });
    const watched = new Set<string>();
    const client = await opened([ws.uri], {}, (all) => {
      for (const one of all) watched.add(one);
    });
    assert.deepEqual(await releases(client), []);
    await client.until(() => watched.has(ws.at(FILE)));
    for (const [text, wanted, type] of [
      [RELEASE, ["prod"], 1],
      ["releases: [{name: other}]\n", ["other"], 2],
    ] as const) {
      ws.write(FILE, text);
      watchedFile(client, ws.at(FILE), type);
      assert.deepEqual(await releases(client), wanted);
    }
    ws.remove(FILE);
    watchedFile(client, ws.at(FILE), 3);
    assert.deepEqual(await releases(client), []);
  });

  test("say what is installed where nothing is set for it, with paths that mean the same everywhere", async () => {
    const ws = project("chart: chart\nchartVersion: 1.2.3\nmanagerReleaseUrl: https://example.com/x\n", {
      "chart/Chart.yaml": "name: cap-operator-chart\nversion: 1.0.0\n",
    });
    const client = await opened([ws.uri]);
    const asked = () => client.request<object>("capOperator/projectSettings", { uri: ws.at("a.yaml") });
    assert.deepEqual(await asked(), {
      chart: path.join(ws.folder, "chart"),
      chartVersion: "1.2.3",
      managerReleaseUrl: "https://example.com/x",
    });
    await client.close();
    const own = await opened([ws.uri], { editor: { chart: "", chartVersion: "2" } });
    assert.deepEqual(await own.request<object>("capOperator/projectSettings", {}), {
      managerReleaseUrl: "https://example.com/x",
    });
  });

  test("tell a client that has asked for releases when there are others", async () => {
    const ws = project(RELEASE);
    const client = await opened([ws.uri]);
    let told = 0;
    client.connection.onNotification("capOperator/releasesChanged", () => {
      told += 1;
    });
    assert.deepEqual(await releases(client), ["prod"]);
    client.open(ws.at(FILE), `${RELEASE}- {name: other}\n`);
    await client.until(() => told === 1);
    client.change(ws.at(FILE), 2, `# the same\n${RELEASE}- {name: other}\n`);
    assert.deepEqual(await releases(client), ["prod", "other"]);
    assert.equal(told, 1);
  });

  test("can be written from the settings of an editor, without what is a person's own", async () => {
    const client = await opened([workspace().uri]);
    const written = (settings: object) =>
      client.request<{ name: string; text: string; settings: string[] }>("capOperator/projectFile", {
        settings,
      });
    assert.deepEqual(
      await written({ helmPath: "/x", kubeconfig: "y", codeLens: false, chart: "./c", diagnostics: {} }),
      {
        name: FILE,
        text: "chart: ./c\n",
        settings: ["chart"],
      },
    );
    const example = await written({});
    assert.match(example.text, /^#releases:$/m);
    assert.deepEqual(example.settings, []);
  });

  test("are those of the folder that a file is in, and paths begin there", async () => {
    const text = (replicas: number) => `controller:\n  replicas: ${replicas}\n  replicaz: 1\n`;
    const [one, other] = [1, 2].map((index) =>
      workspace({
        "a.yaml": text(index),
        [FILE]: `${RELEASE}diagnostics: {severity: {unknown-key: ${index === 1 ? "hint" : "information"}}}\n`,
      }),
    ) as [Workspace, Workspace];
    const client = await opened([one.uri, other.uri]);
    client.open(one.at("a.yaml"), text(1));
    client.open(other.at("a.yaml"), text(2));
    assert.deepEqual(
      [await severity(client, one.at("a.yaml")), await severity(client, other.at("a.yaml"))],
      [4, 3],
    );
    const found = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.deepEqual(
      found.map(({ values }) => values),
      [[one.at("a.yaml")], [other.at("a.yaml")]],
    );
    // The same name is no longer enough to say which is meant.
    assert.equal(new Set(found.map(({ id }) => id)).size, 2);
    for (const [index, { id }] of found.entries()) {
      const { text: effective } = await client.request<EffectiveValuesDocument>(
        "capOperator/effectiveValues",
        {
          of: { release: id },
          form: "plain",
        },
      );
      assert.match(effective, new RegExp(`^controller:\\n(?:  .*\\n)*?  replicas: ${index + 1}$`, "m"));
    }
  });
});

describe("the settings of a project above the folder that is open", () => {
  /** A repository with settings, of which only a folder is open. */
  function repository(more: Readonly<Record<string, string>> = {}): Workspace {
    return project("releases:\n- {name: prod, values: [a.yaml, deploy/b.yaml]}\nfiles: [deploy/*.yaml]\n", {
      "deploy/b.yaml": UNKNOWN,
      "deploy/c.yaml": "x: 1\n",
      ".git/HEAD": "",
      ...more,
    });
  }

  test("count within the repository, with paths and globs from its root", async () => {
    const ws = repository();
    const client = await opened([ws.at("deploy")]);
    assert.deepEqual(await releases(client), ["prod"]);
    const [release] = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    assert.deepEqual(release?.values, [ws.at("a.yaml"), ws.at("deploy/b.yaml")]);
    client.open(ws.at("deploy/c.yaml"), "x: 1\n");
    const { reason } = await client.request<FileStatus>("capOperator/fileStatus", {
      uri: ws.at("deploy/c.yaml"),
    });
    assert.equal(reason, "setting");
  });

  test("are those of one project, however many of its folders are open", async () => {
    const ws = repository({ "other/a.yaml": "" });
    const client = await opened([ws.at("deploy"), ws.at("other")]);
    assert.deepEqual(await releases(client), ["prod"]);
  });

  test("do not count before somebody trusts what is open", async () => {
    const ws = repository();
    const client = await opened([ws.at("deploy")], { trusted: false });
    assert.deepEqual(await releases(client), []);
    await client.connection.sendNotification("capOperator/workspaceTrusted");
    assert.deepEqual(await releases(client), ["prod"]);
  });

  test("do not count outside a repository, nor above its root", async () => {
    const ws = project(RELEASE, {
      "loose/a.yaml": UNKNOWN,
      "repository/.git/HEAD": "",
      "repository/in/a.yaml": "",
    });
    for (const folder of ["loose", "repository", "repository/in"]) {
      const client = await opened([ws.at(folder)]);
      assert.deepEqual(await releases(client), [], folder);
      await client.close();
    }
  });

  test("do not count if they belong to somebody else", { skip: process.getuid?.() !== 0 }, async () => {
    const ws = repository();
    chownSync(path.join(ws.folder, "deploy"), 1000, 1000);
    chownSync(path.join(ws.folder, FILE), 1001, 1001);
    const client = await opened([ws.at("deploy")]);
    assert.deepEqual(await releases(client), []);
    assert.ok(
      client.log.some((line) => line.includes("belongs to a user other than")),
      client.log.join("\n"),
    );
  });
});

describe("a hostile project", () => {
  test("names no program, no address of a cluster and no setting of the person", async () => {
    const hostile = [
      "helmPath: /tmp/evil",
      "kubectlPath: /tmp/evil",
      "kubeconfig: /tmp/evil",
      "install: {plainHttp: true, wait: false, timeout: 1s}",
      "protectedContexts: []",
      "managerManifestDigest: ''",
      "agents: {enable: true}",
      "trace: {server: verbose}",
      "coexistence: always",
      "__proto__: {chart: evil, releases: [{name: evil}]}",
      "constructor: {prototype: {chart: evil}}",
      "diagnostics: {__proto__: {enable: false}, severity: {__proto__: off}}",
      "chart: cap-operator-chart",
    ];
    const ws = project(`${hostile.join("\n")}\n${RELEASE}`);
    const client = await opened([ws.uri]);
    const settings = await client.request<object>("capOperator/projectSettings", {});
    assert.deepEqual(settings, { chart: "cap-operator-chart" });
    assert.deepEqual(await releases(client), ["prod"]);
    client.open(ws.at("a.yaml"), UNKNOWN);
    assert.notEqual(await severity(client, ws.at("a.yaml")), undefined);
    client.open(ws.at(FILE), `${hostile.join("\n")}\n${RELEASE}`);
    const said = (await problems(client, ws.at(FILE))).map(({ message }) => String(message));
    const names = [
      "helmPath",
      "kubectlPath",
      "kubeconfig",
      "install",
      "protectedContexts",
      "managerManifestDigest",
    ];
    for (const name of [...names, "agents", "trace", "coexistence", "__proto__", "constructor"]) {
      assert.ok(
        said.some((one) => one.startsWith(`"${name}" is no`)),
        `${name}: ${said.join("\n")}`,
      );
    }
    assert.deepEqual(({} as { chart?: unknown }).chart, undefined);
  });

  test("reads nothing outside its folder", async () => {
    const secret = workspace({ "secret.yaml": "controller: {replicas: 7}\n" });
    const ws = project(
      `releases:\n- name: prod\n  values: [../${path.basename(secret.folder)}/secret.yaml, ${secret.folder}/secret.yaml, a.yaml]\n`,
    );
    const client = await opened([ws.uri]);
    const { text } = await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", {
      of: { release: "prod" },
      form: "plain",
    });
    assert.doesNotMatch(text, /replicas: 7/);
  });

  test("keeps nobody waiting: a pipe, a folder, more than any machine holds, or no text at all", async () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghi".split("").map((name, index) => {
        const before = "abcdefgh"[index];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
      }),
    ].join("\n");
    const cases: [string, (ws: Workspace) => void][] = [
      ["aliases", (ws) => ws.write(FILE, bomb)],
      ["a folder", (ws) => mkdirSync(path.join(ws.folder, FILE))],
      ["brackets", (ws) => ws.write(FILE, "[".repeat(100_000))],
      ["bytes", (ws) => ws.write(FILE, "\0\u0001".repeat(1000))],
      ["large", (ws) => ws.write(FILE, `# ${"x".repeat(5 * 1024 * 1024)}`)],
    ];
    if (process.platform !== "win32") {
      cases.push(["a pipe", (ws) => execFileSync("mkfifo", [path.join(ws.folder, FILE)])]);
    }
    for (const [what, make] of cases) {
      const ws = workspace({ "a.yaml": UNKNOWN });
      make(ws);
      const client = await opened([ws.uri]);
      assert.deepEqual(await releases(client), [], what);
      await client.close();
    }
  });
});

describe("the file itself", () => {
  const at = (uri: string, line: number, character: number) => ({
    textDocument: { uri },
    position: { line, character },
  });

  test("has completions with documentation, for settings, values and parts of a release", async () => {
    const text = "\nhelmVersion: \nreleases:\n- name: a\n  \ndiagnostics:\n  severity:\n    unknown-key: \n";
    const ws = project(text);
    const client = await opened([ws.uri]);
    client.open(ws.at(FILE), text);
    const labels = async (line: number, character: number) =>
      (
        await client.request<CompletionItem[]>("textDocument/completion", at(ws.at(FILE), line, character))
      ).map(({ label }) => label);
    const top = await labels(0, 0);
    assert.ok(
      top.includes("excludeFiles") && !top.includes("releases") && !top.includes("helmPath"),
      top.join(),
    );
    assert.deepEqual((await labels(1, 13)).sort(), ['"3"', '"4"', "auto"]);
    assert.deepEqual((await labels(4, 2)).sort(), [
      "chart",
      "kubeContext",
      "namespace",
      "set",
      "setJson",
      "setString",
      "values",
      "version",
    ]);
    assert.deepEqual((await labels(7, 17)).sort(), ['"off"', "error", "hint", "information", "warning"]);
    const items = await client.request<CompletionItem[]>("textDocument/completion", at(ws.at(FILE), 0, 0));
    const chart = items.find(({ label }) => label === "chart");
    const { documentation } = await client.request<CompletionItem>("completionItem/resolve", chart);
    assert.match(JSON.stringify(documentation), /The chart that/);
  });

  test("says of a setting what it is", async () => {
    const text = "maxFileSize: 3\nreleases:\n- name: a\n  kubeContext: x\n";
    const ws = project(text);
    const client = await opened([ws.uri]);
    client.open(ws.at(FILE), text);
    const value = async (line: number) =>
      JSON.stringify(await client.request<Hover>("textDocument/hover", at(ws.at(FILE), line, 3)));
    assert.match(await value(0), /maxFileSize.*number.*Default: `8`.*reference\/cli\.md#settings/);
    assert.match(await value(3), /kubeContext.*text.*The kubeconfig context of the cluster/);
  });

  test("is told what is wrong, at the place", async () => {
    const text = [
      "nonsense: 1", // 0
      "helmVersion: '5'", // 1
      "releases:", // 2
      "- namespace: a", // 3
      "- name: prod", // 4
      "  values: [a.yaml, gone.yaml]", // 5
      "  set:", // 6
      "  - controller.replicas=many", // 7
      "  valeus: []", // 8
    ].join("\n");
    const ws = project(text);
    const client = await opened([ws.uri]);
    client.open(ws.at(FILE), text);
    const said = (await problems(client, ws.at(FILE))).map(({ range: { start, end }, message }) => {
      const line = text.split("\n")[start.line] ?? "";
      return `${start.line} ${line.slice(start.character, end.character)} | ${String(message).slice(0, 40)}`;
    });
    assert.deepEqual(said, [
      '0 nonsense | "nonsense" is not a project setting. Pos',
      `1 '5' | The setting helmVersion must be "auto", `,
      "3 namespace: a | The release releases[0] has no name; the",
      "5 gone.yaml | The values file gone.yaml does not exist",
      '7 controller.replicas=many | "replicas" takes a whole number, but Hel',
      '8 valeus | "valeus" is not part of a release. Did y',
    ]);
    // As soon as the file is there, nothing is missing.
    const textDocument = { uri: ws.at(FILE) };
    const { resultId } = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument,
    });
    ws.write("gone.yaml", "{}\n");
    watchedFile(client, ws.at("gone.yaml"), 1);
    const now = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument,
      previousResultId: resultId,
    });
    assert.ok(
      now.kind === "full" && !now.items.some(({ message }) => String(message).includes("does not exist")),
    );
  });

  test("is told where it is not YAML", async () => {
    const text = "chart: a\nreleases: [\n";
    const ws = project(text);
    const client = await opened([ws.uri]);
    client.open(ws.at(FILE), text);
    const [only, ...others] = await problems(client, ws.at(FILE));
    assert.match(String(only?.message), /^\.cap-operator\.yaml is not valid YAML: /);
    assert.deepEqual([only?.severity, others], [1, []]);
  });
});

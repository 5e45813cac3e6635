import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver/node";
import {
  EFFECTIVE_VALUES,
  type EffectiveValuesDocument,
  FILE_KINDS,
  FILE_STATUS,
  type FileStatus,
  PROBLEMS,
  RELEASES,
  type ReleaseSummary,
  STORED_REQUEST,
  type Stored,
  type StoredParams,
} from "../../server/lsp/protocol.ts";
import { packedChart } from "../support/packed-chart.ts";
import { repository } from "../support/repository.ts";
import { connect, type TestClient } from "./client.ts";

const ROOT = "vscode-vfs://github/team/landscapes";
const CHART = path.join(repository, "examples/chart");

/** The files of the workspace by their paths in it; a client changes them by changing the map. */
type Files = Map<string, Uint8Array | string>;

/** A server on Node whose client has a workspace that is on no disk, and answers for it. */
async function virtual(files: Files, readsFiles = true): Promise<{ client: TestClient; asked: string[] }> {
  const asked: string[] = [];
  const inside = (uri: string) => {
    asked.push(uri);
    return uri.startsWith(`${ROOT}/`) ? decodeURIComponent(uri.slice(ROOT.length + 1)) : undefined;
  };
  const names = (folder: string) => [
    ...new Set(
      [...files.keys()].flatMap((name) =>
        name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1).split("/")[0] ?? ""] : [],
      ),
    ),
  ];
  const client = await connect({
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { workspaceFolders: true },
    },
    initialize: {
      workspaceFolders: [{ uri: ROOT, name: "landscapes" }],
      initializationOptions: { readsFiles },
    },
    early: async (connection) => {
      connection.onRequest<object, void>(STORED_REQUEST, ({ uri, most }: StoredParams): Stored => {
        const name = inside(uri);
        const content = files.get(name ?? "");
        if (content === undefined)
          return name !== undefined && names(name).length > 0 ? { names: names(name) } : { code: "ENOENT" };
        const bytes = Buffer.from(content);
        return { size: bytes.length, ...(bytes.length <= most && { base64: bytes.toString("base64") }) };
      });
    },
  });
  return { client, asked };
}

async function codes(client: TestClient, name: string, text: string): Promise<unknown[]> {
  const uri = `${ROOT}/${name}`;
  client.open(uri, text);
  // Answered when the templates of charts have been followed.
  await client.request(PROBLEMS.method, { uri });
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  const items: readonly Diagnostic[] = report.kind === "full" ? report.items : [];
  return items.map(({ code }) => code);
}

/** The files of the example chart, in a folder. */
function chartFiles(folder: string): [string, Uint8Array][] {
  return readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [`${folder}/${path.relative(CHART, file).split(path.sep).join("/")}`, readFileSync(file)];
    });
}

const VALUES = "# cap-operator: values\ncontroller:\n  replicas: 2\n  notThere: 1\n";

suite("a workspace that is on no disk", () => {
  test("has releases, whose values files are read through the client", async () => {
    const { client } = await virtual(
      new Map([
        [".cap-operator.yaml", "releases:\n  - name: production\n    values: [base.yaml, production.yaml]\n"],
        ["base.yaml", "controller:\n  replicas: 2\n"],
        ["production.yaml", "controller:\n  replicas: 3\n"],
      ]),
    );
    const releases = await client.request<ReleaseSummary[]>(RELEASES.method, {});
    assert.deepEqual(
      releases.map(({ id, values, from }) => ({ id, values, from })),
      [
        {
          id: "production",
          values: [`${ROOT}/base.yaml`, `${ROOT}/production.yaml`],
          from: `${ROOT}/.cap-operator.yaml`,
        },
      ],
    );
    const { text } = await client.request<EffectiveValuesDocument>(EFFECTIVE_VALUES.method, {
      of: { release: "production" },
    });
    assert.match(text, /replicas: 3\b.*production\.yaml/);
  });

  test("follows the file with the settings of its project", async () => {
    const files: Files = new Map([
      [".cap-operator.yaml", "diagnostics:\n  severity:\n    unknown-key: off\n"],
    ]);
    const { client } = await virtual(files);
    assert.deepEqual(await codes(client, "one.yaml", VALUES), ["required-for-install"]);
    files.delete(".cap-operator.yaml");
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: `${ROOT}/.cap-operator.yaml`, type: 3 }],
    });
    assert.deepEqual(await codes(client, "two.yaml", VALUES), ["required-for-install", "unknown-key"]);
  });

  for (const [title, files, named] of [
    ["a folder", () => new Map(chartFiles("charts/own")), "charts/own"],
    ["an archive", () => new Map([["charts/own.tgz", packedChart(CHART)]]), "charts/own.tgz"],
  ] as const) {
    test(`has charts in ${title}`, async () => {
      const { client } = await virtual(files());
      const text = `# cap-operator: values chart=${named}\ncontroller:\n  notThere: 1\n`;
      assert.ok((await codes(client, "values.yaml", text)).includes("unknown-key"));
      const { chart } = await client.request<FileStatus>(FILE_STATUS.method, {
        uri: `${ROOT}/values.yaml`,
      });
      assert.deepEqual(chart?.source, { from: "files", uri: `${ROOT}/${named}` });
    });
  }

  test("knows the chart around a file", async () => {
    const { client } = await virtual(new Map(chartFiles("own")));
    const text = "controller:\n  replicas: 2\n  notThere: 1\n";
    assert.ok((await codes(client, "own/values-production.yaml", text)).includes("unknown-key"));
  });

  test("says of a file that is not open whether it is ours", async () => {
    const { client } = await virtual(new Map([["mine.yaml", VALUES]]));
    const kinds = await client.request<unknown[]>(FILE_KINDS.method, {
      uris: [`${ROOT}/mine.yaml`, `${ROOT}/missing.yaml`, "untitled:Untitled-1"],
    });
    assert.deepEqual(kinds, [{ kind: "values", strength: "certain" }, null, null]);
  });

  test("is asked for nothing outside, whatever its settings name", async () => {
    const { client, asked } = await virtual(
      new Map([
        [
          ".cap-operator.yaml",
          "releases:\n  - name: out\n    values: [../../other/secret.yaml, /etc/hosts, //x/y]\n",
        ],
      ]),
    );
    await client.request(RELEASES.method, {});
    assert.deepEqual(
      asked.filter((uri) => !uri.startsWith(`${ROOT}/`)),
      [],
    );
  });

  test("is left alone for a client that reads nothing for the server", async () => {
    const { client, asked } = await virtual(new Map([[".cap-operator.yaml", "releases: []\n"]]), false);
    assert.deepEqual(await codes(client, "values.yaml", VALUES), ["required-for-install", "unknown-key"]);
    assert.deepEqual(asked, []);
  });
});

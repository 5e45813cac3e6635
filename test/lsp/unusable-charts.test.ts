import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "vscode-languageserver-types";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const TEXT =
  "# cap-operator: values chart=../charts/mine.tgz\nsubscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  readonly text: string;
  readonly problem: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  "an archive that is not there": {
    files: {},
    text: TEXT,
    problem: /^No chart found at \.\.\/charts\/mine\.tgz\.$/,
  },
  "a file that is no archive": {
    files: { "charts/mine.tgz": "hello" },
    text: TEXT,
    problem: /^The file is not a packaged chart: it is not compressed with gzip\./,
  },
  "a damaged archive": {
    files: { "charts/other": "" },
    bytes: Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]),
    text: TEXT,
    problem: /^The archive is damaged or incomplete/,
  },
  "a folder without a chart": {
    files: { "charts/mine/values.yaml": "a: 1" },
    text: TEXT.replace(".tgz", ""),
    problem: /^The folder has no Chart\.yaml/,
  },
  "the chart of another product": {
    files: {
      "charts/mine/Chart.yaml": "apiVersion: v2\nname: other\nversion: 1.0.0\n",
      "charts/mine/values.yaml": "image: nginx\n",
    },
    text: TEXT.replace(".tgz", ""),
    problem: /^It is not a chart of the operator\.$/,
  },
};

for (const [what, { files, bytes, text, problem }] of Object.entries(CASES)) {
  test(`${what}: an error at its path says so, and the status`, async () => {
    const ws = workspace({ ...files, "prod/values.yaml": "" });
    if (bytes) writeFileSync(fileURLToPath(ws.at("charts/mine.tgz")), bytes);
    const client = await connect({
      server: { charts: new DiskChartFiles(wholeMachine) },
      initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
    });
    const uri = ws.at("prod/values.yaml");
    client.open(uri, text);
    const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    const [, said = ""] =
      /The chart of the comment at the top is not used: (.*)/.exec(status.chart?.explanation ?? "") ?? [];
    assert.match(said, problem);
    assert.equal(status.chart?.doubt?.kind, "unusable");
    const published = await client.until(() => client.published.findLast((one) => one.uri === uri));
    const found = published.diagnostics.filter(({ code }: Diagnostic) => code === "unusable-chart");
    assert.deepEqual(
      found.map(({ range, severity }) => [range.start, range.end.line, severity]),
      [[{ line: 0, character: 29 }, 0, 1]],
    );
    assert.match(String(found[0]?.message), problem);
  });
}

test("a name that is no path may mean a chart that is known without its files", async () => {
  const ws = workspace({ "prod/values.yaml": "" });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
  });
  const uri = ws.at("prod/values.yaml");
  client.open(uri, TEXT.replace("../charts/mine.tgz", "cap-operator"));
  const problems = await client.request<{ code: string }[]>("capOperator/problems", { uri });
  assert.deepEqual(problems, []);
});

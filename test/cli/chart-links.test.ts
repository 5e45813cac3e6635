import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { URI } from "vscode-uri";
import { DISK_FILES } from "../../server/disk-files.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { connect } from "../lsp/client.ts";
import { Agent } from "../mcp/agent.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const SKIPPED = { skip: process.platform === "win32" && "Links need a right of their own on Windows" };

const MANIFEST = "apiVersion: v2\nname: cap-operator\nversion: 9.9.9\n";
/** Of a chart that has a key of its own, whose name says where the file is from. */
const chart = (word: string): Readonly<Record<string, string>> => ({
  "Chart.yaml": `${MANIFEST}description: ${word}\n`,
  "values.yaml": `${word}Key: 1\ncontroller: {replicas: 1}\nsubscriptionServer: {domain: '', dnsTarget: ''}\nwebhook: {}\n`,
  "values.schema.json": `{"required": ["${word}Key"]}`,
  ".helmignore": `${word}\n`,
  "templates/a.yaml": `# {{ toYaml .Values }} ${word}\n`,
  "templates/deep/b.tpl": `# ${word}\n`,
  "charts/sub/Chart.yaml": `apiVersion: v2\nname: ${word}\nversion: 1.0.0\n`,
  "charts/sub/values.yaml": `a: ${word}\n`,
});
const DOORS = [...Object.keys(chart("")), "templates", "templates/deep", "charts", "charts/sub"];

const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** A repository whose chart has links at some doors, to a chart in it or elsewhere. Gives the folder around both. */
function scene(
  doors: readonly string[],
  target: "repo/shared" | "outside",
  chartFolder = "repo/chart",
): string {
  const top = folderWith({
    ...inFolder(chartFolder, chart("own")),
    ...inFolder("repo/shared", chart("own")),
    ...inFolder("outside", chart("secret")),
    "repo/v.yaml": `# cap-operator: values chart=./chart\nownKey: 2\n${CLEAN}`,
    [`${chartFolder}/values-prod.yaml`]: `ownKey: 2\n${CLEAN}`,
    "repo/plain.yaml": `ownKey: 2\n${CLEAN}`,
  });
  mkdirSync(path.join(top, "repo/.git"));
  for (const door of doors) {
    rmSync(path.join(top, chartFolder, door), { recursive: true });
    symlinkSync(path.join(top, target, door), path.join(top, chartFolder, door));
  }
  return top;
}

interface Found {
  readonly code: string;
  readonly message: string;
}

/** The findings and the status of a file in the language server, when it has read all of the chart. */
async function inEditor(folder: string, file: string): Promise<{ found: Found[]; status: string }> {
  const workspace = path.join(folder, "repo");
  const client = await connect({
    initialize: { workspaceFolders: [{ uri: URI.file(workspace).toString(), name: "repo" }] },
    server: {
      files: DISK_FILES,
    },
  });
  const uri = URI.file(path.join(workspace, file)).toString();
  client.open(uri, `${file === "v.yaml" ? "# cap-operator: values chart=./chart\n" : ""}ownKey: 2\n${CLEAN}`);
  // Asking for the problems of all values waits for what the templates read.
  const ask = () => client.request<Found[]>("capOperator/problems", { uri });
  await ask();
  const found = await ask();
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  await client.close();
  return { found, status: status.chart?.explanation ?? "" };
}

async function onCommandLine(folder: string, ...args: readonly string[]) {
  const { code, out, err } = await run(path.join(folder, "repo"), ["check", "-r", "json", ...args]);
  const files = out === "" ? [] : (JSON.parse(out) as { files: { findings: Found[] }[] }).files;
  return { code, err, all: out + err, found: files.flatMap(({ findings }) => findings) };
}

const sentence = (door: string) =>
  `"${door}" is a link to a place outside the folders that may be read, so the chart is not read.`;
const codes = (found: readonly Found[]) => found.map(({ code, message }) => [code, message]);

suite("a link in a chart that leads out of the repository is not followed, and said once", SKIPPED, () => {
  for (const door of DOORS) {
    test(`${door}, in the editor and on the command line`, async () => {
      const folder = scene([door], "outside");
      const expected = [["unusable-chart", sentence(door)]];
      for (const file of ["v.yaml", "chart/values-prod.yaml"]) {
        const { found, status } = await inEditor(folder, file);
        assert.deepEqual(codes(found), expected, file);
        assert.ok(status.endsWith(` is not used: ${sentence(door)}`), status);
        const checked = await onCommandLine(folder, file);
        assert.equal(checked.code, 1, checked.all);
        assert.deepEqual(codes(checked.found), expected, file);
        assert.doesNotMatch(checked.all, /secret/);
      }
    });
  }

  test("the chart of a dependency, and its folder, by a link and by a path", async () => {
    const description = (repository = "") =>
      `apiVersion: v2\nname: platform\nversion: 1.0.0\ndependencies:\n- {name: cap-operator, version: 9.9.9${repository}}\n`;
    const wrap = (top: string, text: string) => {
      const made = folderWith({
        "repo/platform/Chart.yaml": text,
        "repo/platform/values.yaml": "a: 1\n",
        "repo/v.yaml": CLEAN,
      });
      mkdirSync(path.join(made, "repo/.git"));
      mkdirSync(path.join(made, "repo/platform/charts"));
      if (top !== "")
        symlinkSync(path.join(top, "outside"), path.join(made, "repo/platform/charts/cap-operator"));
      return made;
    };
    const outer = scene([], "outside");
    const byLink = wrap(outer, description());
    const byPath = wrap("", description(`, repository: "file://${outer}/outside"`));
    const said = [
      sentence("charts/cap-operator"),
      `The chart at file://${outer}/outside is outside the workspace and its repository, so it is not read.`,
    ];
    for (const [file, message] of [
      [byLink, said[0]],
      [byPath, said[1]],
    ] as const) {
      const { code, err, all } = await onCommandLine(file, "--chart", "./platform", "v.yaml");
      assert.deepEqual([code, err], [2, `${message}\n`], all);
    }
  });
});

test("links inside the repository are followed, as Helm does", SKIPPED, async () => {
  const folder = scene(
    ["Chart.yaml", "values.yaml", "values.schema.json", ".helmignore", "templates", "charts/sub"],
    "repo/shared",
  );
  for (const file of ["v.yaml", "chart/values-prod.yaml"]) {
    const { found, status } = await inEditor(folder, file);
    assert.deepEqual([found, /9\.9\.9/.test(status)], [[], true], status);
    const checked = await onCommandLine(folder, file);
    assert.deepEqual([checked.code, checked.found], [0, []], checked.all);
  }
});

suite("a chart that a person names on the command line, elsewhere", SKIPPED, () => {
  const named = ["--chart", "../given/chart", "plain.yaml"];
  for (const door of ["values.yaml", "templates/a.yaml"]) {
    test(`its ${door} may be in the repository of the files, and nowhere else`, async () => {
      const near = await onCommandLine(scene([door], "repo/shared", "given/chart"), ...named);
      assert.deepEqual([near.code, near.found], [0, []], near.all);
      const far = await onCommandLine(scene([door], "outside", "given/chart"), ...named);
      assert.equal(far.code, 2, far.all);
      assert.ok(
        far.all.includes(JSON.stringify(sentence(door)).slice(1, -1)) || far.err.includes(sentence(door)),
        far.all,
      );
      assert.doesNotMatch(far.all, /secret/);
    });
  }

  test("it may be a link itself", async () => {
    const folder = scene([], "outside");
    symlinkSync(path.join(folder, "outside"), path.join(folder, "repo/linked"));
    const { code, all } = await onCommandLine(folder, "--chart", "./linked", "plain.yaml");
    assert.equal(code, 0, all);
  });
});

suite("agents", SKIPPED, () => {
  let agent: Agent | undefined;
  const folders = DOORS.map((door) => scene([door], "outside"));
  before(async () => {
    agent = await Agent.start({ roots: folders.map((folder) => path.join(folder, "repo")) });
  });
  after(() => agent?.end());
  for (const [index, door] of DOORS.entries()) {
    test(`are told of ${door}, and nothing of what is there`, async () => {
      const asked = { path: path.join(folders[index] ?? "", "repo/v.yaml") };
      const answer = await agent?.ask("check_values", asked);
      const { findings } = answer as { findings: Found[] };
      assert.deepEqual(codes(findings), [["unusable-chart", sentence(door)]]);
      assert.doesNotMatch(JSON.stringify(answer), /secret/);
    });
  }
});

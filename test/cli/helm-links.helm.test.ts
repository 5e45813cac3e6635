import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { URI } from "vscode-uri";
import { DISK_FILES } from "../../server/disk-files.ts";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import type { FileStatus, HelmSays } from "../../server/lsp/protocol.ts";
import { outOfReach } from "../../server/workspace/charts/chart-links.ts";
import { diskTree } from "../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { helmBinary } from "../helm/build-helm.ts";
import { connect } from "../lsp/client.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const SKIPPED = { skip: process.platform === "win32" && "Links need a right of their own on Windows" };

const SECRET = "the-secret-of-this-machine";
const VALUES = `# cap-operator: values chart=./chart\n${CLEAN}`;

/** A repository with a chart that refuses all values, with what is in its folder `files`, and a folder outside of it. */
function scene(): string {
  const folder = folderWith({
    "repo/chart/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
    "repo/chart/values.yaml":
      'controller: {replicas: 1, dnsTarget: ""}\nsubscriptionServer: {domain: "", dnsTarget: ""}\nwebhook: {}\n',
    "repo/chart/templates/x.yaml":
      '{{ toYaml .Values }}\n{{ $all := "" }}{{ range $name, $bytes := .Files.Glob "**" }}{{ $all = print $all (toString $bytes) }}{{ end }}{{ fail $all }}\n',
    "repo/chart/files/own": "own",
    "repo/shared/near": "near",
    "outside/secret": SECRET,
    "repo/v.yaml": VALUES,
  });
  mkdirSync(path.join(folder, "repo/.git"));
  return folder;
}

const link = (folder: string, target: string, place: string | Buffer) =>
  symlinkSync(path.join(folder, target), place);
const inChart = (folder: string, name: string) => path.join(folder, "repo/chart", name);

/** Ways to what is outside, with the entry that is named. */
const WAYS: Record<string, readonly [(folder: string) => void, string | undefined]> = {
  "a file": [(top) => link(top, "outside/secret", inChart(top, "files/secret")), "files/secret"],
  "a folder": [(top) => link(top, "outside", inChart(top, "files/more")), "files/more"],
  "a file that .helmignore leaves out": [
    (top) => {
      writeFileSync(inChart(top, ".helmignore"), "*.bak\n");
      link(top, "outside/secret", inChart(top, "a.bak"));
    },
    "a.bak",
  ],
  "a link in a folder that a link inside the repository leads to": [
    (top) => {
      link(top, "outside/secret", path.join(top, "repo/shared/on"));
      link(top, "repo/shared", inChart(top, "files/shared"));
    },
    "files/shared/on",
  ],
  "the folder files itself": [
    (top) => {
      rmSync(inChart(top, "files"), { recursive: true });
      link(top, "outside", inChart(top, "files"));
    },
    "files",
  ],
};
if (process.platform === "linux") {
  // The bytes of the name are read as the name of the other file.
  WAYS["a name that is not UTF-8, next to the one that it is read as"] = [
    (top) => {
      writeFileSync(inChart(top, "files/\u{FFFD}"), "");
      const name = Buffer.concat([Buffer.from(inChart(top, "files/")), Buffer.from([0xff])]);
      link(top, "outside/secret", name);
    },
    undefined,
  ];
}

/** The words of the status about Helm, once there are some, and everything that the server has published. */
async function inEditor(folder: string, helm: string): Promise<{ says: HelmSays; told: string }> {
  const workspace = path.join(folder, "repo");
  const client = await connect({
    initialize: { workspaceFolders: [{ uri: URI.file(workspace).toString(), name: "repo" }] },
    server: {
      askHelm: () => helmAsker(() => findHelm(helm)),
      helmPause: 20,
      files: DISK_FILES,
    },
  });
  const uri = URI.file(path.join(workspace, "v.yaml")).toString();
  client.open(uri, VALUES);
  for (;;) {
    const { helm: says } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    if (says && says.state !== "not-asked") {
      const problems = await client.request("capOperator/problems", { uri });
      await client.close();
      return { says, told: JSON.stringify([says, problems, client.published]) };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function onCommandLine(folder: string, helm: string) {
  const PATH = `${path.dirname(helm)}${path.delimiter}${process.env.PATH ?? ""}`;
  return run(path.join(folder, "repo"), ["check", "--render", "-r", "json", "v.yaml"], { env: { PATH } });
}

for (const major of [3, 4] as const) {
  const helm = (await helmBinary(major)) ?? "";
  const skip = SKIPPED.skip || (helm === "" && "Go is not installed");
  suite(`Helm ${major} is not asked about a chart in which something leads out of the repository`, {
    skip,
  }, () => {
    for (const [name, [make, entry]] of Object.entries(WAYS)) {
      test(name, async () => {
        const folder = scene();
        make(folder);
        const { says, told } = await inEditor(folder, helm);
        const expected = entry === undefined ? { state: "unchecked-links" } : { state: "leads-out", entry };
        assert.deepEqual(says, expected);
        assert.doesNotMatch(told, new RegExp(SECRET));
        const { code, out, err } = await onCommandLine(folder, helm);
        const why =
          entry === undefined
            ? "not all files of the chart can be checked for links"
            : `"${entry}" in the chart is a link to a place outside the folders that may be read`;
        assert.equal(err, `Not rendered: v.yaml. Helm was not asked, because ${why}.\n`);
        assert.equal(code, 3);
        assert.doesNotMatch(out, new RegExp(SECRET));
      });
    }

    test("one that leads to another place in the repository is followed", async () => {
      const folder = scene();
      link(folder, "repo/shared/near", inChart(folder, "files/near"));
      const { says } = await inEditor(folder, helm);
      assert.deepEqual(says, { state: "refuses", words: "nearown" });
      const { code, out } = await onCommandLine(folder, helm);
      assert.equal(code, 1, out);
      assert.match(out, /The chart rejects the values: nearown/);
    });
  });
}

test("links in a circle end, and more files than are looked at are not given to Helm", SKIPPED, async () => {
  const folder = scene();
  link(folder, "repo/chart", inChart(folder, "files/round"));
  const chart = path.join(folder, "repo/chart");
  assert.equal(await outOfReach(diskTree(wholeMachine), chart), undefined);
  // Chart.yaml, values.yaml, templates with x.yaml, files with own and round
  assert.equal(await outOfReach(diskTree(wholeMachine), chart, 7), undefined);
  assert.deepEqual(await outOfReach(diskTree(wholeMachine), chart, 6), { noAnswer: "unchecked-links" });
});

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith } from "../cli/run.ts";
import { Agent } from "./agent.ts";

const BROKEN = `${CLEAN}  # two of them\n  replicas: "2" # why\n`;
const MENDED = `${CLEAN}  # two of them\n  replicas: 2 # why\n`;
const onPosix = { skip: process.platform === "win32" };

async function withAgent(root: string, use: (agent: Agent) => Promise<void>): Promise<void> {
  const agent = await Agent.start({ roots: [root] });
  try {
    await use(agent);
  } finally {
    await agent.end();
  }
}

test("what is outside, or reached through a link that leads out, is not read", onPosix, async () => {
  const outside = folderWith({
    "values.yaml": BROKEN,
    "chart/Chart.yaml": "name: secret\nversion: 1.0.0\n",
  });
  const folder = folderWith({ "in/values.yaml": BROKEN });
  symlinkSync(path.join(outside, "values.yaml"), path.join(folder, "link.yaml"));
  symlinkSync(outside, path.join(folder, "linked"));
  symlinkSync("in", path.join(folder, "inside"));
  symlinkSync(path.join(outside, "new.yaml"), path.join(folder, "dangling.yaml"));
  await withAgent(folder, async (agent) => {
    const names = [
      path.join(outside, "values.yaml"),
      "../values.yaml",
      `${folder}/in/../../${path.basename(outside)}/values.yaml`,
      "link.yaml",
      "linked/values.yaml",
      "dangling.yaml",
      "in/../linked/values.yaml",
      `file://${outside}/values.yaml`,
      "file:///etc/passwd",
      "https://example.com/values.yaml",
      "/proc/self/environ",
      `/proc/${process.pid}/root${outside}/values.yaml`,
      "in/values.yaml\0",
      "\\\\host\\share\\values.yaml",
    ];
    for (const name of names) {
      const read = await agent.refusal("check_values", { path: name });
      assert.doesNotMatch(read, /replicas|root:/, name);
      await agent.refusal("suggest_fixes", { path: name });
      await agent.refusal("effective_values", { path: name });
    }
    // A link that stays inside is followed.
    assert.equal((await agent.ask("suggest_fixes", { path: "inside/values.yaml" })).text, MENDED);
  });
});

test(
  "settings, charts and values files of a release that are links to the outside are not read",
  onPosix,
  async () => {
    const outside = folderWith({
      "settings.yaml": "releases: [{name: stolen, values: [a.yaml]}]\n",
      "values.yaml": "controller:\n  replicas: 77\n",
      "chart/Chart.yaml": "name: cap-operator\nversion: 7.7.7\n",
      "chart/values.yaml": "controller:\n  replicas: 77\nsubscriptionServer: {}\n",
    });
    const folder = folderWith({
      ".cap-operator.yaml": "releases: [{name: prod, values: [link.yaml]}]\nchart: chart\n",
      "values.yaml": "controller:\n  dnsTarget: x.y.z\n",
      "other/values.yaml": CLEAN,
    });
    symlinkSync(path.join(outside, "values.yaml"), path.join(folder, "link.yaml"));
    mkdirSync(path.join(folder, "chart"));
    for (const name of ["Chart.yaml", "values.yaml"])
      symlinkSync(path.join(outside, "chart", name), path.join(folder, "chart", name));
    symlinkSync(path.join(outside, "settings.yaml"), path.join(folder, "other/.cap-operator.yaml"));
    await withAgent(folder, async (agent) => {
      const release = await agent.ask("effective_values", { release: "prod" });
      assert.doesNotMatch(JSON.stringify(release), /77|7\.7\.7/);
      assert.match(release.problems.join(), /link\.yaml is outside the workspace and its repository/);
      const checked = await agent.ask("check_values", { release: "prod" });
      assert.doesNotMatch(JSON.stringify(checked), /77|7\.7\.7/);
      assert.match(
        JSON.stringify(checked.problems),
        /link\.yaml is outside the workspace and its repository/,
      );
      assert.deepEqual(checked.files, []);
      const file = await agent.ask("effective_values", { path: "values.yaml" });
      assert.doesNotMatch(JSON.stringify(file), /77|7\.7\.7/);
      assert.match(
        await agent.refusal("effective_values", { release: "stolen", path: "other/values.yaml" }),
        /are not read: a link points outside the folders/,
      );
    });
  },
);

test("settings above the folders that were given do not count", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "diagnostics: {severity: {wrong-type: off}}\n",
    "given/values.yaml": `# cap-operator: values chart=cap-operator-chart\n${BROKEN}`,
  });
  await withAgent(path.join(folder, "given"), async (agent) => {
    assert.equal((await agent.ask("check_values", { path: "values.yaml" })).counts.error, 1);
  });
});

test("what is no regular file, no UTF-8, too large or not there has no fixes", onPosix, async () => {
  const latin = Buffer.concat([Buffer.from("# caf"), Buffer.from([0xe9]), Buffer.from(`\n${BROKEN}`)]);
  const folder = folderWith({ "large.yaml": `${BROKEN}# ${"x".repeat(1024 * 1024)}\n` });
  writeFileSync(path.join(folder, "latin.yaml"), latin);
  mkdirSync(path.join(folder, "folder.yaml"));
  await withAgent(folder, async (agent) => {
    for (const [file, sentence] of [
      ["latin.yaml", /not valid UTF-8/],
      ["folder.yaml", /is a folder, not a file/],
      ["large.yaml", /is too large: 1.0 MB; at most 1048576 bytes are read/],
      ["missing.yaml", /File not found/],
    ] as const) {
      assert.match(await agent.refusal("suggest_fixes", { path: file }), sentence);
    }
  });
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith } from "../cli/run.ts";
import { Agent } from "./agent.ts";

const BROKEN = `${CLEAN}  # two of them\n  replicas: "2" # why\n`;
const MENDED = `${CLEAN}  # two of them\n  replicas: 2 # why\n`;
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const onPosix = { skip: process.platform === "win32" };

async function withAgent(root: string, use: (agent: Agent) => Promise<void>): Promise<void> {
  const agent = await Agent.start({ roots: [root] });
  try {
    await use(agent);
  } finally {
    await agent.end();
  }
}

test(
  "a file is written with the hash of what it replaces: its mode, comments, line breaks and mark stay",
  onPosix,
  async () => {
    const windows = `\uFEFF${BROKEN.replaceAll("\n", "\r\n")}`;
    const folder = folderWith({ "values.yaml": windows });
    const file = path.join(folder, "values.yaml");
    chmodSync(file, 0o640);
    await withAgent(folder, async (agent) => {
      const { sha256: hash } = await agent.ask("check_values", { path: file });
      assert.equal(hash, sha256(windows));
      const answer = await agent.ask("apply_fixes", { path: file, write: true, sha256: hash });
      const now = readFileSync(file, "utf8");
      assert.equal(now, `\uFEFF${MENDED.replaceAll("\n", "\r\n")}`);
      assert.deepEqual([answer.isWritten, answer.sha256], [true, sha256(now)]);
      assert.equal(statSync(file).mode & 0o777, 0o640);
      assert.deepEqual(readdirSync(folder), ["values.yaml"]);
    });
  },
);

test("nothing is written without a hash, with another one, or when the file has changed", async () => {
  const folder = folderWith({ "values.yaml": BROKEN });
  const file = path.join(folder, "values.yaml");
  await withAgent(folder, async (agent) => {
    assert.match(await agent.refusal("apply_fixes", { path: file, write: true }), /requires the SHA-256 of/);
    const wrong = sha256("something else");
    assert.match(
      await agent.refusal("apply_fixes", { path: file, write: true, sha256: wrong }),
      /has been changed/,
    );
    const hash = sha256(BROKEN);
    const changed = `${BROKEN}# changed by a person\n`;
    writeFileSync(file, changed);
    assert.match(
      await agent.refusal("apply_fixes", { path: file, write: true, sha256: hash }),
      /has been changed/,
    );
    assert.match(
      await agent.refusal("apply_fixes", { path: file, write: true, sha256: sha256(changed), text: BROKEN }),
      /Only a file is written/,
    );
    assert.equal(readFileSync(file, "utf8"), changed);
    assert.deepEqual(readdirSync(folder), ["values.yaml"]);
  });
});

test(
  "what is outside, or reached through a link that leads out, is neither read nor written",
  onPosix,
  async () => {
    const outside = folderWith({
      "values.yaml": BROKEN,
      "chart/Chart.yaml": "name: secret\nversion: 1.0.0\n",
    });
    const folder = folderWith({ "in/values.yaml": BROKEN });
    symlinkSync(path.join(outside, "values.yaml"), path.join(folder, "link.yaml"));
    symlinkSync(outside, path.join(folder, "linked"));
    symlinkSync("in", path.join(folder, "inside"));
    symlinkSync(path.join(outside, "new.yaml"), path.join(folder, "dangling.yaml"));
    const hash = sha256(BROKEN);
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
        await agent.refusal("apply_fixes", { path: name, write: true, sha256: hash });
        await agent.refusal("effective_values", { path: name });
      }
      // A link that stays inside is followed; the link stays one.
      const answer = await agent.ask("apply_fixes", {
        path: "inside/values.yaml",
        write: true,
        sha256: hash,
      });
      assert.equal(answer.isWritten, true);
      assert.equal(readFileSync(path.join(folder, "in/values.yaml"), "utf8"), MENDED);
      assert.ok(lstatSync(path.join(folder, "inside")).isSymbolicLink());
    });
    assert.equal(readFileSync(path.join(outside, "values.yaml"), "utf8"), BROKEN);
    assert.deepEqual(readdirSync(outside).sort(), ["chart", "values.yaml"]);
  },
);

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

test("what is no regular file, no UTF-8, too large or not there stays as it is", onPosix, async () => {
  const latin = Buffer.concat([Buffer.from("# caf"), Buffer.from([0xe9]), Buffer.from(`\n${BROKEN}`)]);
  const folder = folderWith({
    "large.yaml": `${BROKEN}# ${"x".repeat(1024 * 1024)}\n`,
    "fixed.yaml": BROKEN,
  });
  writeFileSync(path.join(folder, "latin.yaml"), latin);
  mkdirSync(path.join(folder, "folder.yaml"));
  await withAgent(folder, async (agent) => {
    const write = (name: string, content: string | Buffer) =>
      agent.refusal("apply_fixes", { path: name, write: true, sha256: sha256(content) });
    assert.match(await write("latin.yaml", latin), /not valid UTF-8/);
    assert.match(await write("folder.yaml", ""), /is not a file/);
    assert.match(await write("large.yaml", ""), /at most 1048576 are read/);
    assert.match(await write("missing.yaml", ""), /File not found/);
  });
  assert.ok(readFileSync(path.join(folder, "latin.yaml")).equals(latin));
});

test("of several files, none is written if one cannot be, and nothing is left beside them", async () => {
  const old = "# cap-operator: values version=0.10.0\nsubscriptionServer:\n  domain: a.b.c\n";
  const latin = Buffer.concat([Buffer.from(`${old}# caf`), Buffer.from([0xe9, 0x0a])]);
  const folder = folderWith({
    ".cap-operator.yaml": "releases: [{name: prod, values: [a.yaml, b.yaml]}]\n",
    "a.yaml": old,
  });
  writeFileSync(path.join(folder, "b.yaml"), latin);
  await withAgent(folder, async (agent) => {
    const replaces = [
      { path: "a.yaml", sha256: sha256(old) },
      { path: "b.yaml", sha256: sha256(latin) },
    ];
    const asked = { release: "prod", to: "0.34.0", write: true, replaces };
    assert.match(await agent.refusal("upgrade_values", asked), /not valid UTF-8/);
  });
  assert.equal(readFileSync(path.join(folder, "a.yaml"), "utf8"), old);
  assert.deepEqual(readdirSync(folder).sort(), [".cap-operator.yaml", "a.yaml", "b.yaml"]);
});

test("another name of the same file keeps what it had", onPosix, async () => {
  const folder = folderWith({ "values.yaml": BROKEN });
  linkSync(path.join(folder, "values.yaml"), path.join(folder, "other.txt"));
  await withAgent(folder, async (agent) => {
    await agent.ask("apply_fixes", { path: "values.yaml", write: true, sha256: sha256(BROKEN) });
  });
  assert.equal(readFileSync(path.join(folder, "other.txt"), "utf8"), BROKEN);
});

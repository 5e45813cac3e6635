// A file that cannot be read or written is one line of the report, and the other files are checked and changed.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { suite, test } from "node:test";
import { REPORTER_NAMES, type ReporterName } from "../../server/cli/reporters/reporters.ts";
import { rewriteFiles } from "../../server/cli/rewriting/rewrite-files.ts";
import { repository } from "../support/repository.ts";
import { CLEAN, folderWith, program, run, WITH_UNKNOWN_KEY } from "./run.ts";

const WINDOWS = process.platform === "win32";
const TO_FIX = `${CLEAN}image: {tag: 1.10}\n`;
const FIXED = TO_FIX.replace("1.10", '"1.10"');
const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), "utf8");

suite("a file that cannot be read", () => {
  const PROBLEM = "is too large: 300.0 MB.";
  /** Two files, the first of which is larger than all that is read. */
  const folder = folderWith({ "a.values.yaml": "", "b.values.yaml": WITH_UNKNOWN_KEY });
  truncateSync(path.join(folder, "a.values.yaml"), 300 * 1024 * 1024);

  /** The words of a report about a file that was not read, if it was found or if it was named. */
  const said: Readonly<Record<ReporterName, () => { readonly found: string; readonly named: string }>> = {
    text: () => ({ found: `a.values.yaml ${PROBLEM}\n`, named: `a.values.yaml ${PROBLEM}\n` }),
    json: () => ({ found: '"fails": false', named: '"fails": true' }),
    sarif: () => ({ found: '"executionSuccessful": true', named: '"executionSuccessful": false' }),
    junit: () => ({
      found: `<system-out>a.values.yaml ${PROBLEM}</system-out>`,
      named: `<error type="unreadable" message="a.values.yaml ${PROBLEM}"/>`,
    }),
    github: () => ({
      found: `::warning file=a.values.yaml::The file ${PROBLEM}\n`,
      named: `::error file=a.values.yaml::The file ${PROBLEM}\n`,
    }),
    gitlab: () => ({
      found: '"severity": "major",\n    "location": {\n      "path": "a.values.yaml"',
      named: '"severity": "critical"',
    }),
    markdown: () => ({ found: "| a\\.values\\.yaml | warning |", named: "| a\\.values\\.yaml | error |" }),
  };

  for (const reporter of REPORTER_NAMES) {
    test(`is in the report ${reporter}, with all other files, and fails the run only if it was named`, async () => {
      for (const [paths, code, how] of [
        [["."], 1, "found"],
        [["*.yaml"], 1, "found"],
        [["a.values.yaml", "b.values.yaml"], 3, "named"],
      ] as const) {
        const ran = await run(folder, ["check", "-r", reporter, ...paths]);
        assert.equal(ran.code, code, `${how}: ${ran.err}`);
        const flat = ran.out.replaceAll(/\\(?=[.:!|])/g, "");
        assert.equal(flat.split(PROBLEM.slice(0, -1)).length, 2, ran.out);
        assert.ok(ran.out.includes(said[reporter]()[how]), `${how}: ${ran.out}`);
        assert.ok(flat.includes("replicaz"), ran.out);
        assert.equal(ran.err, reporter === "text" ? "" : `a.values.yaml ${PROBLEM}\n`);
      }
    });
  }

  for (const command of ["fix", "format"]) {
    test(`is one line of ${command}, which goes on, and fails only if the file was named`, async () => {
      const tree = folderWith({ "a.values.yaml": "", "b.values.yaml": TO_FIX });
      truncateSync(path.join(tree, "a.values.yaml"), 300 * 1024 * 1024);
      const all = ["a.values.yaml", "b.values.yaml"];
      const named = await run(tree, [command, "--dry-run", ...all]);
      assert.deepEqual([named.code, named.err.split("\n").at(-2)], [3, `a.values.yaml ${PROBLEM}`]);
      const found = await run(tree, [command]);
      assert.deepEqual([found.code, found.err], [0, `a.values.yaml ${PROBLEM}\n`]);
      assert.equal(
        textOf(tree, "b.values.yaml"),
        command === "fix" ? FIXED : FIXED.replace('{tag: "1.10"}', "{ tag: 1.10 }"),
      );
    });
  }
});

suite("a file that cannot be written", {
  skip: WINDOWS && "Names and permissions are others on Windows",
}, () => {
  test("is one line, and all other files are fixed", async () => {
    const folder = folderWith({
      "a.values.yaml": TO_FIX,
      "b.values.yaml": TO_FIX,
      "c.values.yaml": TO_FIX,
      "d.values.yaml": TO_FIX,
    });
    chmodSync(path.join(folder, "a.values.yaml"), 0o444);
    linkSync(path.join(folder, "c.values.yaml"), path.join(folder, "c.txt"));
    const { code, out, err } = await run(folder, ["fix"]);
    assert.deepEqual(err.split("\n"), [
      "a.values.yaml is read-only, so it is not changed. Make it writable first.",
      "c.values.yaml has other names (hard links), so it is not changed. Replace it with a copy first.",
      "",
    ]);
    assert.equal(code, 3);
    assert.deepEqual(out.match(/^\S+ fixed\.$/gm), ["b.values.yaml fixed.", "d.values.yaml fixed."]);
    assert.deepEqual(
      ["a", "b", "c", "d"].map((name) => textOf(folder, `${name}.values.yaml`)),
      [TO_FIX, FIXED, TO_FIX, FIXED],
    );
    assert.equal((await run(folder, ["fix", "--dry-run", "a.values.yaml"])).code, 1);
  });

  test("because of its long name is written all the same", async () => {
    const names = [`m${"a".repeat(241)}.values.yaml`, `${"日".repeat(80)}.values.yaml`];
    const folder = folderWith(
      Object.fromEntries(["a.values.yaml", ...names, "z.values.yaml"].map((name) => [name, TO_FIX])),
    );
    const { code, err } = await run(folder, ["fix"]);
    assert.deepEqual([code, err], [0, ""]);
    for (const name of readdirSync(folder)) assert.equal(textOf(folder, name), FIXED, name);
    assert.equal(readdirSync(folder).length, 4);
  });
});

suite("an edit while a file is being fixed", () => {
  for (const isDry of [false, true]) {
    test(`is not overwritten${isDry ? ", nor in the patch of a dry run" : ""}, and the next file is changed`, async () => {
      const folder = folderWith({ "a.values.yaml": CLEAN, "b.values.yaml": CLEAN });
      const edited = `${CLEAN}# by somebody else\n`;
      const said = { out: "", err: "" };
      const io = {
        cwd: folder,
        env: {},
        packageFolder: repository,
        out: (text: string) => {
          said.out += text;
        },
        err: (text: string) => {
          said.err += text;
        },
        isOutTerminal: false,
        isErrTerminal: false,
        input: () => Promise.reject(new Error("not asked")),
      };
      const code = await rewriteFiles(["."], { color: "never", dryRun: isDry, files: true }, io, {
        what: "fixed",
        isWanted: () => true,
        rewrite: async (_, __, shown) => {
          if (shown === "a.values.yaml") writeFileSync(path.join(folder, shown), edited);
          return `${CLEAN}# fixed\n`;
        },
      });
      assert.deepEqual(
        [code, said.err],
        [3, "a.values.yaml has been changed in the meantime, so it is not overwritten.\n"],
      );
      assert.equal(textOf(folder, "a.values.yaml"), edited);
      assert.equal(textOf(folder, "b.values.yaml"), isDry ? CLEAN : `${CLEAN}# fixed\n`);
      assert.equal(said.out.includes("a.values.yaml"), false);
    });
  }
});

/** Runs the program where no file may be larger than so many blocks of 1024 bytes, which is as if the disk was full. */
function runWithin(folder: string, blocks: number, ...args: readonly string[]) {
  const limited = `ulimit -f ${blocks}; exec "$@"`;
  const { status, stderr } = spawnSync("bash", ["-c", limited, "bash", process.execPath, program, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: "1" },
  });
  return { code: status, err: stderr };
}

suite("where nothing fits on the disk", { skip: WINDOWS && "Windows has no such limit" }, () => {
  test("init leaves no settings behind", () => {
    const folder = folderWith({ "values.yaml": CLEAN });
    const { code, err } = runWithin(folder, 0, "init");
    assert.equal(code, 3, err);
    assert.match(err, /^\.cap-operator\.yaml could not be written: EFBIG\.$/m);
    assert.deepEqual(readdirSync(folder), ["values.yaml"]);
  });

  test("fix leaves the file as it was", () => {
    const folder = folderWith({ "a.values.yaml": TO_FIX, "b.values.yaml": TO_FIX });
    const { code, err } = runWithin(folder, 0, "fix");
    assert.deepEqual(
      [code, err],
      [3, "a.values.yaml could not be written: EFBIG.\nb.values.yaml could not be written: EFBIG.\n"],
    );
    assert.deepEqual(readdirSync(folder), ["a.values.yaml", "b.values.yaml"]);
    for (const name of readdirSync(folder)) assert.equal(textOf(folder, name), TO_FIX);
  });

  for (const reporter of ["sarif", "json"] as const) {
    test(`the old ${reporter} report stays, and there is no part of a new one`, () => {
      for (const name of ["old.out", "new/report.out"]) {
        const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY, "old.out": "the old report\n" });
        const { code, err } = runWithin(folder, 0, "check", "-r", `${reporter}=${name}`);
        assert.equal(code, 3, err);
        assert.match(err, /^The report could not be written: EFBIG/m);
        assert.equal(textOf(folder, "old.out"), "the old report\n");
        assert.deepEqual(
          readdirSync(path.join(folder, path.dirname(name))).filter((file) => !file.endsWith("values.yaml")),
          name === "old.out" ? ["old.out"] : [],
        );
      }
    });
  }
});

test("a report keeps its permissions and its other names, and a pipe is written", {
  skip: WINDOWS,
}, async () => {
  const folder = folderWith({ "values.yaml": CLEAN, "old.json": "before", "linked.json": "before" });
  chmodSync(path.join(folder, "old.json"), 0o640);
  linkSync(path.join(folder, "linked.json"), path.join(folder, "other.json"));
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const piped = readFile(pipe, "utf8");
  for (const name of ["old.json", "linked.json", "pipe"]) {
    const { code, err } = await run(folder, ["check", "-r", `json=${name}`]);
    assert.equal(code, 0, err);
  }
  for (const text of [textOf(folder, "old.json"), textOf(folder, "other.json"), await piped])
    assert.match(text, /"format": 1/);
  assert.equal(statSync(path.join(folder, "old.json")).mode & 0o777, 0o640);
  assert.ok(statSync(pipe).isFIFO());
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { URI } from "vscode-uri";
import { REPORTER_NAMES } from "../../server/cli/reporters/reporters.ts";
import { readExactly, replaceText } from "../../server/cli/rewriting/changed-file.ts";
import { Bounds } from "../../server/workspace/files/disk-reach.ts";
import { diskProjectPlaces } from "../../server/workspace/settings/disk-projects.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const SKIPPED = { skip: process.platform === "win32" && "Links need a right of their own on Windows" };

/** Values with something for `fix` and something for `format`, and a word that must not be shown. */
const OUTSIDE = `# cap-operator: values\n${CLEAN}image:\n    tag: 1.10\nSECRETKEY: hunter2\n`;
const textOf = (folder: string, name: string) => readFileSync(path.join(folder, name), "utf8");

/** A repository in `ws` and values beside it, which are the target of a link in the repository, and the folder of which is linked as well. */
function scene(): { readonly top: string; readonly ws: string } {
  const top = folderWith({ "out/other.yaml": OUTSIDE, "ws/own/a.yaml": "b: 1\n" });
  const ws = path.join(top, "ws");
  mkdirSync(path.join(ws, ".git"));
  symlinkSync(path.join(top, "out/other.yaml"), path.join(ws, "link.values.yaml"));
  symlinkSync(path.join(top, "out"), path.join(ws, "linked"));
  return { top, ws };
}

const LEFT_OUT = "is outside the workspace and its repository, so it is not read.";
const WRITERS = [["fix"], ["fix", "--dry-run"], ["format"], ["format", "--dry-run"]];

suite("links that lead out of the workspace", SKIPPED, () => {
  for (const command of WRITERS) {
    test(`${command.join(" ")} neither writes nor shows what is there`, async () => {
      const { top, ws } = scene();
      for (const target of [
        ".",
        "*.yaml",
        "link.values.yaml",
        "linked",
        "linked/*.yaml",
        "linked/other.yaml",
      ]) {
        const { code, out, err } = await run(ws, [...command, target]);
        assert.equal(textOf(top, "out/other.yaml"), OUTSIDE, target);
        assert.doesNotMatch(out + err, /SECRETKEY|hunter2/, target);
        assert.notEqual(code, 0, target);
        assert.ok(err.includes(LEFT_OUT), `${target}: ${err}`);
      }
    });
  }

  test("no report has what is there; the reason is given", async () => {
    const { ws } = scene();
    for (const reporter of REPORTER_NAMES) {
      for (const target of [".", "*.yaml", "linked", "linked/*.yaml"]) {
        const { code, out, err } = await run(ws, ["check", "-r", reporter, target]);
        assert.doesNotMatch(out + err, /SECRETKEY|hunter2/, `${reporter} ${target}`);
        assert.equal(code, 3, `${reporter} ${target}`);
        assert.ok((reporter === "text" ? out : err).includes(LEFT_OUT), err);
      }
    }
  });

  test("what is named one by one is checked, wherever it is", async () => {
    const { top, ws } = scene();
    for (const target of [
      "link.values.yaml",
      "../out/other.yaml",
      path.join(top, "out/other.yaml"),
      "../out",
    ]) {
      const { code, out } = await run(ws, ["check", target]);
      assert.equal(code, 1, target);
      assert.match(out, /SECRETKEY/, target);
    }
  });

  test("what is named elsewhere is written there", async () => {
    for (const target of ["../out/other.yaml", "../out"]) {
      const { top, ws } = scene();
      const { code } = await run(ws, ["fix", target]);
      assert.equal(code, 0, target);
      assert.match(textOf(top, "out/other.yaml"), /"1\.10"/, target);
    }
  });

  test("links inside the repository are followed from a folder in it", async () => {
    const { ws } = scene();
    writeFileSync(path.join(ws, "own/real.yaml"), OUTSIDE);
    mkdirSync(path.join(ws, "deep"));
    symlinkSync("../own/real.yaml", path.join(ws, "deep/near.yaml"));
    assert.equal((await run(path.join(ws, "deep"), ["fix"])).code, 0);
    assert.match(textOf(ws, "own/real.yaml"), /"1\.10"/);
  });
});

suite("a report", SKIPPED, () => {
  const NAMES = ["report.out", "reports/report.out"];
  for (const reporter of REPORTER_NAMES) {
    test(`${reporter} is not written through a link of the repository`, async () => {
      for (const name of NAMES) {
        for (const isThere of [true, false]) {
          const top = folderWith({ "out/old": "before\n", "ws/values.yaml": CLEAN });
          const ws = path.join(top, "ws");
          mkdirSync(path.join(ws, ".git"));
          const target = path.join(top, "out", isThere ? "old" : "new");
          if (name === "report.out") symlinkSync(target, path.join(ws, name));
          else symlinkSync(path.join(top, "out"), path.join(ws, "reports"));
          const { code, err } = await run(ws, ["check", "-r", `${reporter}=${name}`]);
          assert.equal(code, 3, err);
          assert.match(
            err,
            /^The report is not written to .*: a link in this path points to another place\.$/m,
          );
          assert.deepEqual(readdirSync(path.join(top, "out")), ["old"]);
          assert.equal(textOf(top, "out/old"), "before\n");
        }
      }
    });
  }

  test("is written to a new folder, over an old one, and where it is named elsewhere", async () => {
    const top = folderWith({ "ws/values.yaml": CLEAN, "ws/old.json": "before" });
    mkdirSync(path.join(top, "out"));
    symlinkSync(path.join(top, "out"), path.join(top, "way"));
    const named = [
      "a/b/new.json",
      "old.json",
      "../out/one.json",
      path.join(top, "way/two.json"),
      "../new/three.json",
    ];
    for (const name of named) {
      const ws = path.join(top, "ws");
      assert.equal((await run(ws, ["check", "-r", `json=${name}`])).code, 0, name);
      assert.match(readFileSync(path.resolve(ws, name), "utf8"), /"format": 1/, name);
    }
  });
});

suite("settings and what they name", SKIPPED, () => {
  const SETTINGS = "The settings in .* are not read: a link points outside the folders that may be read\\.";

  test(".cap-operator.yaml is not read through a link that leads out", async () => {
    const top = folderWith({ "out/settings": "SECRETKEY: hunter2\n", "ws/values.yaml": CLEAN });
    const file = path.join(top, "ws", ".cap-operator.yaml");
    symlinkSync(path.join(top, "out/settings"), file);
    const { code, out, err } = await run(path.join(top, "ws"), ["check"]);
    assert.equal(code, 3);
    assert.match(err, new RegExp(`^${SETTINGS}$`, "m"));
    assert.doesNotMatch(out + err, /SECRETKEY|hunter2/);
    assert.throws(() => diskProjectPlaces.text(URI.file(file).toString()), new RegExp(SETTINGS));
  });

  test("one that is a link inside the repository is read", async () => {
    const top = folderWith({ "shared/settings": "nonsense: 1\n", "ws/values.yaml": CLEAN });
    mkdirSync(path.join(top, ".git"));
    symlinkSync("../shared/settings", path.join(top, "ws/.cap-operator.yaml"));
    assert.match((await run(path.join(top, "ws"), ["check"])).err, /"nonsense" is not a project setting/);
  });

  const definition = (field: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: capoperators.operator.sample.io}
spec:
  group: operator.sample.io
  names: {kind: CAPOperator, plural: capoperators}
  scope: Namespaced
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                ${field}: {type: object}
                subscriptionServer: {type: object}
`;
  const RESOURCE =
    "apiVersion: operator.sample.io/v1alpha1\nkind: CAPOperator\nmetadata: {name: x}\nspec: {secretfiel: {}}\n";

  test("the manifest of managerReleaseUrl is read inside the repository only", async () => {
    for (const target of ["out", "repo/shared"]) {
      const top = folderWith({
        [`${target}/m.yaml`]: definition("secretfield"),
        "repo/ws/operator.yaml": RESOURCE,
        "repo/ws/.cap-operator.yaml": "managerReleaseUrl: ./m.yaml\n",
      });
      mkdirSync(path.join(top, "repo/.git"));
      symlinkSync(path.join(top, target, "m.yaml"), path.join(top, "repo/ws/m.yaml"));
      const { out, err } = await run(path.join(top, "repo/ws"), ["check"]);
      const isRead = target !== "out";
      assert.equal(out.includes("secretfield"), isRead, out);
      assert.equal(/^The manifest .*m\.yaml is not read: a link points outside/m.test(err), !isRead, err);
    }
  });

  const inPlace: Readonly<Record<string, (file: string, top: string) => void>> = {
    "a pipe": (file) => execFileSync("mkfifo", [file]),
    "a link to an endless file": (file) => symlinkSync("/dev/zero", file),
    "a link that leads out": (file, top) => symlinkSync(path.join(top, "out/settings.json"), file),
  };
  for (const [what, put] of Object.entries(inPlace)) {
    test(`init: ${what} in the place of the editor's settings is not read`, { timeout: 20_000 }, async () => {
      const top = folderWith({
        "out/settings.json": '{"capOperator.chart": "SECRETKEY"}',
        "ws/.vscode/x": "",
      });
      const ws = path.join(top, "ws");
      put(path.join(ws, ".vscode/settings.json"), top);
      const { code, err } = await run(ws, ["init"]);
      assert.equal(code, 3, err);
      assert.match(err, /^\.vscode\/settings\.json is (?:outside the workspace|not a regular file)/m);
      assert.deepEqual(readdirSync(ws), [".vscode"]);
    });
  }

  test("init: nothing is written through a link to nothing", async () => {
    const top = folderWith({ "out/x": "", "ws/values.yaml": CLEAN });
    const ws = path.join(top, "ws");
    symlinkSync(path.join(top, "out/new"), path.join(ws, ".cap-operator.yaml"));
    const { code, err } = await run(ws, ["init"]);
    assert.equal(code, 3, err);
    assert.match(err, /^\.cap-operator\.yaml is a link to a file that does not exist\. /m);
    assert.deepEqual(readdirSync(path.join(top, "out")), ["x"]);
  });

  test("--set-file: a pipe or an endless file is not waited for", { timeout: 20_000 }, async () => {
    const folder = folderWith({ "values.yaml": CLEAN });
    execFileSync("mkfifo", [path.join(folder, "pipe")]);
    for (const file of ["pipe", "/dev/zero"]) {
      const { err } = await run(folder, ["effective", "--set-file", `controller.x=${file}`]);
      assert.ok(err.includes(file), err);
    }
  });
});

suite("between reading and writing", SKIPPED, () => {
  const SAME = "a: 1\n";
  const changes: Readonly<Record<string, (ws: string, top: string) => void>> = {
    "the file becomes a link": (ws, top) => {
      rmSync(path.join(ws, "d/a.yaml"));
      symlinkSync(path.join(top, "out/a.yaml"), path.join(ws, "d/a.yaml"));
    },
    "the folder becomes a link": (ws, top) => {
      renameSync(path.join(ws, "d"), path.join(ws, "old"));
      symlinkSync(path.join(top, "out"), path.join(ws, "d"));
    },
    "another file takes its place": (ws) => {
      writeFileSync(path.join(ws, "d/new"), SAME);
      renameSync(path.join(ws, "d/new"), path.join(ws, "d/a.yaml"));
    },
    "its content changes": (ws) => writeFileSync(path.join(ws, "d/a.yaml"), "a: 3\n"),
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`${what}: nothing is written`, () => {
      const top = folderWith({ "out/a.yaml": SAME, "ws/d/a.yaml": SAME });
      const ws = path.join(top, "ws");
      const exact = readExactly(path.join(ws, "d/a.yaml"), "a.yaml", new Bounds([ws]));
      change(ws, top);
      assert.throws(() => replaceText(exact, "a: 2\n", "a.yaml"), /has been changed in the meantime/);
      assert.equal(textOf(top, "out/a.yaml"), SAME);
      assert.notEqual(textOf(ws, "d/a.yaml"), "a: 2\n");
      assert.deepEqual(readdirSync(path.join(top, "out")), ["a.yaml"]);
    });
  }
});

test("new content does not get the bits with which a program runs as its owner", SKIPPED, () => {
  const folder = folderWith({ "a.yaml": "a: 1\n" });
  const file = path.join(folder, "a.yaml");
  chmodSync(file, 0o4750);
  replaceText(readExactly(file, "a.yaml", new Bounds([folder])), "a: 2\n", "a.yaml");
  assert.equal(statSync(file).mode & 0o7777, 0o750);
});

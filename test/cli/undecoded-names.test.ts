// Files whose names are not UTF-8 are checked and changed like others; their names are shown with the sign for what cannot be read.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { entriesOf, onDisk, realPathOf } from "../../server/disk/undecoded-names.ts";
import { effort } from "../support/effort.ts";
import { CLEAN, folderWith, program, run } from "./run.ts";

const WRONG = `${CLEAN}  replicaz: 2\nimage:\n  tag: 0.10\n`;
const FIXED = WRONG.replace("0.10", '"0.10"');

/** The bytes of a path in which each character is a byte. */
const bytes = (path: string) => Buffer.from(path, "latin1");

/** Pieces of names: the bytes of letters and of the sign for what cannot be read, and some that begin or end nothing. */
const PARTS = ["a", "\ufffd", "\xe9", "\ud7ff"].flatMap((text) => [
  Buffer.from(text),
  Buffer.from(text).subarray(0, 1),
]);

function canBeWritten(): boolean {
  try {
    writeFileSync(bytes(`${folderWith({})}/\xe9`), "");
    return true;
  } catch {
    return false;
  }
}

/** Runs the program with arguments of any bytes, which `printf` makes of octal numbers. */
function runWith(cwd: string, args: string) {
  const script = `exec "$0" "$1" ${args.replace(/\S*\\\S*/g, (arg) => `"$(printf '${arg}')"`)}`;
  const { status, stdout } = spawnSync("sh", ["-c", script, process.execPath, program], { cwd });
  return { code: status, out: stdout.toString() };
}

describe("a name that is not UTF-8", {
  skip: !canBeWritten() && "This file system refuses names that are not UTF-8.",
}, () => {
  it("is that of a file in a folder, which is checked, fixed and formatted", async () => {
    const folder = folderWith({ "other.txt": "" });
    const file = bytes(`${folder}/caf\xe9-values.yaml`);
    writeFileSync(file, WRONG);
    const { code, out } = await run(folder, ["check"]);
    assert.match(out, /^caf\ufffd-values\.yaml:6:3 warning unknown-key /m);
    assert.equal(code, 1);
    const fixed = await run(folder, ["fix"]);
    assert.match(fixed.out, /^caf\ufffd-values\.yaml fixed\.$/m);
    assert.equal(readFileSync(file, "utf8"), FIXED);
    writeFileSync(file, FIXED.replace("  tag", "    tag"));
    assert.equal((await run(folder, ["format", "."])).code, 0);
    assert.equal(readFileSync(file, "utf8"), FIXED);
    assert.deepEqual(readdirSync(folder).sort(), ["caf\ufffd-values.yaml", "other.txt"]);
  });

  it("is an argument, as bytes and as it is shown", async () => {
    const folder = folderWith({});
    writeFileSync(bytes(`${folder}/caf\xe9.yaml`), WRONG);
    for (const args of ["check caf\\351.yaml", "effective -f caf\\351.yaml", "diff caf\\351.yaml @0.34.0"]) {
      const { code, out } = runWith(folder, args);
      assert.match(out, /0\.10|replicaz/, args);
      assert.notEqual(code, 2, args);
    }
    assert.match((await run(folder, ["check", "caf\ufffd.yaml"])).out, /^caf\ufffd\.yaml:6:3 /m);
    assert.match((await run(folder, ["check", "caf?.yaml"])).out, /^caf\ufffd\.yaml:6:3 /m);
    const { code, err } = await run(folder, ["check", "th\ufffd.yaml"]);
    assert.deepEqual([code, err], [2, "File or folder not found: th\ufffd.yaml.\n"]);
  });

  it("is that of a folder, whose ignore file counts", async () => {
    const folder = folderWith({ ".git/HEAD": "" });
    for (const name of ["", "/inside"]) mkdirSync(bytes(`${folder}/caf\xe9${name}`));
    writeFileSync(bytes(`${folder}/caf\xe9/.gitignore`), "left-*\n");
    for (const name of ["left-values", "\xe9-values", "inside/own-values"])
      writeFileSync(bytes(`${folder}/caf\xe9/${name}.yaml`), WRONG);
    const { out } = await run(folder, ["check"]);
    const files = [...out.matchAll(/^(\S+):6:3 /gm)].map(([, file]) => file);
    assert.deepEqual(files.sort(), ["caf\ufffd/inside/own-values.yaml", "caf\ufffd/\ufffd-values.yaml"]);
    assert.equal(runWith(folder, "fix caf\\351/inside").code, 0);
    assert.equal(readFileSync(bytes(`${folder}/caf\xe9/inside/own-values.yaml`), "utf8"), FIXED);
  });

  it("is in reports as text that all programs can read", async () => {
    const folder = folderWith({});
    writeFileSync(bytes(`${folder}/caf\xe9-values.yaml`), WRONG);
    const { out } = await run(folder, ["check", "--reporter", "json"]);
    assert.match(JSON.parse(out).files[0].path, /caf\ufffd-values\.yaml$/);
    const sarif = JSON.parse((await run(folder, ["check", "--reporter", "sarif"])).out);
    const { uri } = sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    assert.equal(decodeURI(uri), "caf\ufffd-values.yaml");
  });

  it("that looks like that of another file is not mixed up with it, and the skipped file is reported", async () => {
    const folder = folderWith({});
    const [first, other] = ["\xe8", "\xe9"].map((name) => bytes(`${folder}/caf${name}-values.yaml`));
    assert.ok(first && other);
    for (const file of [first, other]) writeFileSync(file, WRONG);
    writeFileSync(`${folder}/caf\ufffd-values.yaml`, "a: 1\n");
    const { code, err } = await run(folder, ["fix"]);
    assert.equal(code, 3);
    const skipped =
      /^caf\ufffd-values\.yaml is not checked: its name is not UTF-8, and another name is shown in the same way\.$/m;
    assert.match(err, skipped);
    const texts = [first, other, `${folder}/caf\ufffd-values.yaml`].map((file) => readFileSync(file, "utf8"));
    assert.deepEqual(texts, [WRONG, WRONG, "a: 1\n"]);

    rmSync(`${folder}/caf\ufffd-values.yaml`);
    const again = await run(folder, ["fix"]);
    assert.equal(again.code, 3);
    assert.match(again.err, skipped);
    const now = [first, other].map((file) => readFileSync(file, "utf8"));
    assert.deepEqual(now.sort(), [FIXED, WRONG].sort());
  });

  it("is not taken for another one at the end of a link", () => {
    const folder = folderWith({});
    for (const name of ["\xe8", "\xe9"]) {
      writeFileSync(bytes(`${folder}/${name}`), name);
      symlinkSync(bytes(`${folder}/${name}`), `${folder}/to-${name.charCodeAt(0)}`);
    }
    assert.equal(realPathOf(`${folder}/to-232`), `${folder}/\ufffd`);
    assert.equal(readFileSync(onDisk(`${folder}/\ufffd`), "utf8"), "\xe8");
    assert.throws(() => realPathOf(`${folder}/to-233`), /Two paths are read as the same text/);
  });

  it("means one file, whatever else is in the folder", () => {
    const name = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }).map(Buffer.concat);
    const means = (names: readonly Buffer[]) => {
      const folder = folderWith({});
      for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), name);
      const alike: string[] = [];
      const found = entriesOf(folder, (name) => alike.push(name)).map((entry) => entry.name);
      assert.equal(new Set(found).size, found.length);
      assert.equal(found.length + alike.length, readdirSync(folder).length);
      for (const name of found) assert.equal(readFileSync(onDisk(path.join(folder, name))).toString(), name);
    };
    fc.assert(fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), means), effort(400));
  });

  it("does not lead out through a link", async () => {
    const [folder, elsewhere] = [folderWith({}), folderWith({})];
    writeFileSync(bytes(`${elsewhere}/caf\xe9.yaml`), WRONG);
    symlinkSync(bytes(`${elsewhere}/caf\xe9.yaml`), bytes(`${folder}/caf\xe9-values.yaml`));
    const { code, out } = await run(folder, ["fix", "."]);
    assert.doesNotMatch(out, /fixed/);
    assert.equal(code, 3);
    assert.equal(readFileSync(bytes(`${elsewhere}/caf\xe9.yaml`), "utf8"), WRONG);
  });
});

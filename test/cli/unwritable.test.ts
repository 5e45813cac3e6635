// Every way in which a file cannot be replaced leaves the file as it was, and nothing next to it.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { writeNew, writeWhole } from "../../server/cli/rewriting/whole-file.ts";
import { AFTER, ALL, BEFORE, between, folderWithFile, real, replaced, restore } from "./system-calls.ts";

const IS_ROOT = process.getuid?.() === 0;

suite("a file that cannot be replaced", () => {
  test("is as it was, with nothing next to it, whichever call of the system fails, and all after it", () => {
    assert.ok(ALL > 10);
    let refused = 0;
    for (const isLasting of [false, true]) {
      for (let step = 0; step < ALL; step++) {
        const { folder, file } = folderWithFile();
        const sentence = replaced(file, () =>
          between((call, count) => {
            if (count !== step && !(isLasting && count > step)) return;
            throw Object.assign(new Error(`${call} failed`), { code: "ENOSPC" });
          }),
        );
        const text = readFileSync(file, "utf8");
        if (sentence !== undefined) refused++;
        assert.ok([BEFORE, AFTER].includes(text), `${step}: ${text}`);
        if (text === BEFORE)
          assert.match(sentence ?? "", /^a\.yaml .*(ENOSPC|read-only|belongs to)/, `${step}`);
        // A file that may not be removed stays.
        if (!isLasting) assert.ok(readdirSync(folder).length <= 2);
      }
    }
    assert.ok(refused > 10);
  });

  test("and the temporary file cannot be removed: the first error is told", () => {
    const { file } = folderWithFile();
    const sentence = replaced(file, () =>
      between((call) => {
        const code = { fsyncSync: "ENOSPC", rmSync: "EACCES", closeSync: "EIO" }[call];
        if (code) throw Object.assign(new Error(call), { code });
      }),
    );
    assert.equal(sentence, "a.yaml could not be written: ENOSPC.");
  });

  test("leaves no copy of its content behind", () => {
    const { folder, file } = folderWithFile();
    replaced(file, () =>
      between((call) => {
        if (call === "fsyncSync") throw Object.assign(new Error(call), { code: "ENOSPC" });
      }),
    );
    assert.deepEqual(readdirSync(folder), ["a.yaml"]);
  });

  test("because it is read-only, also for an administrator", () => {
    const { file } = folderWithFile();
    chmodSync(file, 0o444);
    assert.equal(replaced(file), "a.yaml is read-only, so it is not changed. Make it writable first.");
    assert.equal(readFileSync(file, "utf8"), BEFORE);
  });

  test("because only others may write it", () => {
    const { file } = folderWithFile();
    const sentence = replaced(file, () =>
      between((call) => {
        if (call === "accessSync") throw Object.assign(new Error(call), { code: "EACCES" });
      }),
    );
    assert.equal(sentence, "a.yaml is read-only, so it is not changed. Make it writable first.");
  });

  test("because another name would keep the old text", () => {
    const { folder, file } = folderWithFile();
    linkSync(file, path.join(folder, "other.txt"));
    assert.equal(
      replaced(file),
      "a.yaml has other names (hard links), so it is not changed. Replace it with a copy first.",
    );
    assert.equal(readFileSync(file, "utf8"), BEFORE);
    assert.equal(statSync(file).ino, statSync(path.join(folder, "other.txt")).ino);
  });
});

suite("an owner", { skip: !IS_ROOT && "Only an administrator can give files away" }, () => {
  for (const [owner, group] of [
    [1234, 2345],
    [1234, 0],
    [0, 2345],
  ] as const) {
    test(`${owner} and the group ${group} stay, with the permissions`, () => {
      const { file } = folderWithFile();
      chownSync(file, owner, group);
      chmodSync(file, 0o664);
      assert.equal(replaced(file), undefined);
      const { uid, gid, mode } = statSync(file);
      assert.deepEqual([uid, gid, mode & 0o7777], [owner, group, 0o664]);
      assert.equal(readFileSync(file, "utf8"), AFTER);
    });
  }

  test("who cannot be kept is a reason to change nothing", () => {
    const { folder, file } = folderWithFile();
    chownSync(file, 1234, 2345);
    const sentence = replaced(file, () =>
      between((call) => {
        if (call === "fchownSync") throw Object.assign(new Error(call), { code: "EPERM" });
      }),
    );
    assert.equal(
      sentence,
      "a.yaml belongs to another user or group, so it is not changed. Run the command as its owner.",
    );
    assert.equal(readFileSync(file, "utf8"), BEFORE);
    assert.deepEqual(readdirSync(folder), ["a.yaml"]);
  });
});

test("all files that are opened are closed", () => {
  const { folder, file } = folderWithFile();
  const count = { openSync: 0, closeSync: 0 };
  replaced(file, () =>
    between((call) => {
      if (call === "openSync" || call === "closeSync") count[call]++;
    }),
  );
  between((call) => {
    if (call === "openSync" || call === "closeSync") count[call]++;
  });
  writeNew(path.join(folder, "new.yaml"), AFTER);
  restore();
  assert.ok(count.openSync > 2);
  assert.equal(count.closeSync, count.openSync);
});

test("a temporary file is only for its owner while it is written, and its name does not depend on the file", () => {
  const { folder, file } = folderWithFile(`${"日".repeat(80)}.values.yaml`);
  chmodSync(file, 0o644);
  const seen: (readonly [string, number])[] = [];
  const sentence = replaced(file, () =>
    between((call) => {
      if (call !== "writeFileSync") return;
      for (const name of real.readdirSync(folder)) {
        if (name.endsWith(".tmp")) seen.push([name, lstatSync(path.join(folder, name)).mode & 0o777]);
      }
    }),
  );
  assert.equal(sentence, undefined);
  assert.equal(readFileSync(file, "utf8"), AFTER);
  assert.equal(statSync(file).mode & 0o777, 0o644);
  const [[name, mode] = ["", 0]] = seen;
  assert.match(name, /^\.cap-operator\.[0-9a-f]{12}\.tmp$/);
  if (process.platform !== "win32") assert.equal(mode, 0o600);
});

test("nothing is written through what somebody has put in the place of a temporary file", {
  skip: process.platform === "win32" && "Links need a right",
}, () => {
  const { folder, file } = folderWithFile();
  const outside = folderWithFile("outside.yaml");
  const sentence = replaced(file, () =>
    between((call, _, [opened]) => {
      if (call === "openSync" && String(opened).endsWith(".tmp")) symlinkSync(outside.file, String(opened));
    }),
  );
  assert.equal(sentence, "a.yaml could not be written: EEXIST.");
  assert.deepEqual(
    [file, outside.file].map((name) => readFileSync(name, "utf8")),
    [BEFORE, BEFORE],
  );
  assert.ok(readdirSync(folder).includes("a.yaml"));
});

test("a new file that does not fit is not there, and one that was there stays", () => {
  const { folder, file } = folderWithFile();
  const fails = (call: string) => {
    if (call === "writeFileSync") throw Object.assign(new Error(call), { code: "ENOSPC" });
  };
  const made = path.join(folder, "new.yaml");
  between(fails);
  assert.throws(() => writeNew(made, AFTER), { code: "ENOSPC" });
  assert.throws(() => writeWhole({ file: made }, AFTER), { code: "ENOSPC" });
  assert.throws(() => writeNew(file, AFTER), { code: "EEXIST" });
  restore();
  assert.deepEqual(readdirSync(folder), ["a.yaml"]);
  assert.equal(real.readFileSync(file, "utf8"), BEFORE);
});

import assert from "node:assert/strict";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";
import fc from "fast-check";
import { URI } from "vscode-uri";
import { type Disk, isIn, isOrdinary, leadsInto, realOrNext } from "../../../server/disk/paths.ts";
import { diskReach } from "../../../server/workspace/files/disk-reach.ts";
import { diskProjectPlaces } from "../../../server/workspace/settings/disk-projects.ts";
import { effort } from "../../support/effort.ts";

suite("with the rules of Windows", () => {
  test("a path is in a folder whatever the case of its letters, and on no other drive or share", () => {
    const isInside = (file: string, folder = "C:\\ws") => isIn(file, folder, "win32");
    for (const yes of ["C:\\ws", "c:\\WS\\a.yaml", "C:/Ws/sub/a.yaml", "C:\\ws\\..\\ws\\a", "C:\\ws\\..a"])
      assert.ok(isInside(yes), yes);
    for (const no of [
      ...["D:\\ws\\a", "C:\\ws2\\a", "C:\\", "C:\\ws\\..\\a", "\\\\server\\ws\\a", "\\\\?\\C:\\ws\\a"],
      ...["\\\\.\\C:\\ws\\a", "\\\\?\\UNC\\server\\ws"],
    ])
      assert.ok(!isInside(no), no);
    assert.ok(isInside("\\\\SERVER\\Share\\ws\\a", "\\\\server\\share\\ws"));
    assert.ok(!isInside("\\\\server\\other\\ws\\a", "\\\\server\\share\\ws"));
  });

  test("what is no file for every program is in no folder", () => {
    const disk: Disk = { platform: "win32", realOf: (file) => file, isLink: () => false };
    for (const name of [
      ...[
        "CON",
        "nul.yaml",
        "Nul .yaml",
        "aux.tar.gz",
        "COM1",
        "com¹.yaml",
        "LPT9.x",
        "PRN:",
        "CONIN$",
        "conout$",
      ],
      ...[
        "a.yaml:stream",
        "a.yaml::$DATA",
        "a.yaml.",
        "a.yaml ",
        "sub.\\a.yaml",
        "sub \\a.yaml",
        "...\\a.yaml",
      ],
      ...["NUL\\a.yaml", "a\0b"],
    ]) {
      assert.ok(!isOrdinary(`C:\\ws\\${name}`, "win32"), name);
      assert.ok(!leadsInto(`C:\\ws\\${name}`, ["C:\\ws"], disk), name);
    }
    for (const file of [
      ...[
        "C:ws\\a",
        "\\ws\\a",
        "ws\\a",
        "/ws/a",
        "C:",
        "\\\\?\\C:\\ws\\a",
        "\\\\.\\C:\\ws\\a",
        "\\\\.\\pipe\\x",
      ],
      ...["//./C:/ws/a", "\\\\?\\UNC\\server\\share\\a", "\\??\\C:\\ws\\a", ""],
    ])
      assert.ok(!isOrdinary(file, "win32"), file);
    for (const name of [
      "a.yaml",
      "CONFIG.yaml",
      "nullable.yaml",
      ".hidden",
      "a b.yaml",
      "com10.yaml",
      "x\\..\\a",
    ])
      assert.ok(leadsInto(`C:\\ws\\${name}`, ["C:\\ws"], disk), name);
    assert.ok(isOrdinary("\\\\server\\share\\ws\\a.yaml", "win32"));
  });

  test("links count by their targets, and what does not exist by its folder", () => {
    const real: Readonly<Record<string, string>> = {
      "C:\\": "C:\\",
      "C:\\ws": "C:\\ws",
      "C:\\ws\\link.yaml": "D:\\out\\a.yaml",
      "C:\\ws\\linked": "\\\\server\\share",
      "C:\\ws\\near.yaml": "c:\\WS\\own\\a.yaml",
    };
    const disk: Disk = {
      platform: "win32",
      realOf: (file) => real[file],
      isLink: (file) => file === "C:\\ws\\dangling",
    };
    const leads = (file: string) => leadsInto(file, ["C:\\ws"], disk);
    assert.ok(leads("C:\\ws\\near.yaml") && leads("C:\\ws\\new\\a.yaml"));
    for (const out of ["link.yaml", "linked", "linked\\a.yaml", "dangling", "dangling\\a.yaml", "..\\a.yaml"])
      assert.ok(!leads(path.win32.join("C:\\ws", out)), out);
    assert.equal(realOrNext("C:\\ws\\linked\\x\\y", disk), "\\\\server\\share\\x\\y");
  });

  test("no path is inside whose letters do not begin as those of the folder", () => {
    const part = fc.constantFrom("ws", "WS", "..", ".", "a", "con", "a:b", "a.", " ", "", "C:", "\u0130");
    const made = fc
      .tuple(
        fc.constantFrom("C:\\", "c:\\ws\\", "D:\\", "\\\\s\\t\\", "\\", "C:"),
        fc.array(part, { maxLength: 6 }),
      )
      .map(([root, parts]) => root + parts.join("\\"));
    const disk: Disk = { platform: "win32", realOf: (file) => file, isLink: () => false };
    fc.assert(
      fc.property(made, (file) => {
        const plain = path.win32.normalize(file).toLowerCase();
        const isInside = plain === "c:\\ws" || plain.startsWith("c:\\ws\\");
        assert.ok(!leadsInto(file, ["C:\\ws"], disk) || isInside, file);
      }),
      effort(20_000),
    );
  });
});

test("elsewhere, only full paths are ordinary, and letters differ by case", () => {
  assert.ok(isOrdinary("/ws/a:b. ", "linux") && isOrdinary("/ws/NUL", "darwin"));
  assert.ok(!isOrdinary("ws/a", "linux") && !isOrdinary("/ws/a\0", "linux"));
  assert.ok(!isIn("/WS/a", "/ws", "linux"));
});

suite("the repository around a folder", () => {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-around-")));
  after(() => rmSync(top, { recursive: true, force: true }));
  const addressOf = (file: string) => URI.file(file).toString();
  mkdirSync(path.join(top, ".git"));
  mkdirSync(path.join(top, "workspace"));

  test("counts only if there is trust", () => {
    const workspace = addressOf(path.join(top, "workspace"));
    assert.equal(diskReach(() => true).around(workspace), addressOf(top));
    assert.equal(diskReach(() => false).around(workspace), workspace);
  });

  test("has what does not exist yet, but no link to nothing", { skip: process.platform === "win32" }, () => {
    writeFileSync(path.join(top, "file"), "");
    symlinkSync("nowhere", path.join(top, "dangling"));
    for (const yes of ["new.yaml", "new/sub/a.yaml", "file", "file/a.yaml"])
      assert.ok(leadsInto(path.join(top, yes), [top]), yes);
    for (const no of ["dangling", "dangling/a.yaml", "../new.yaml"])
      assert.ok(!leadsInto(path.join(top, no), [top]), no);
  });

  test("may have settings that are a link to itself", { skip: process.platform === "win32" }, () => {
    symlinkSync(".cap-operator.yaml", path.join(top, ".cap-operator.yaml"));
    const workspace = addressOf(path.join(top, "workspace"));
    const places = diskProjectPlaces.addressesFor(workspace, true, () => undefined);
    assert.deepEqual(
      places.map((place) => diskProjectPlaces.text(place)),
      [undefined, undefined],
    );
  });

  test("counts only if it belongs to the owner of the folder", {
    skip: process.platform === "win32" && "Windows tells no owners",
  }, () => {
    // The root folder belongs to the system.
    const ofOthers = path.join(top, "of-others");
    symlinkSync("/", ofOthers);
    if (process.getuid?.() === 0) chownSync(top, 1, 1);
    assert.equal(diskReach(() => true).around(addressOf(ofOthers)), addressOf(ofOthers));
  });
});

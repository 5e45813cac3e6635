import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readChartFolder } from "../../../server/workspace/charts/chart-folder.ts";
import type { ChartLimits } from "../../../server/workspace/charts/chart-limits.ts";
import { readHelmIgnore } from "../../../server/workspace/charts/helm-ignore.ts";
import { diskTree } from "../../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../../server/workspace/files/reach.ts";
import { entriesOf, packed } from "../tar-bytes.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-folders-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const NO_WINDOWS = { skip: process.platform === "win32" && "Windows has no such files" };
const META = "apiVersion: v2\nname: a\nversion: 1.0.0\n";

/** A folder with these files and a description of a chart. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(scratch, "chart-"));
  for (const [file, content] of Object.entries({ "Chart.yaml": META, ...files })) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

/** The texts of a folder besides its description; it is expected to be a good one. */
async function texts(folder: string): Promise<Record<string, string>> {
  const { texts: found, problem: sentence } = await readChartFolder(diskTree(wholeMachine), folder);
  assert.equal(sentence, undefined);
  const { "Chart.yaml": meta, ...others } = Object.fromEntries(found ?? []);
  assert.equal(meta, META);
  return others;
}

async function problem(folder: string, limits?: Partial<ChartLimits>): Promise<string> {
  const { problem: sentence } = await readChartFolder(diskTree(wholeMachine), folder, limits);
  assert.ok(sentence !== undefined);
  assert.match(sentence, /^[^\n\r]{10,400}\.$/);
  return sentence;
}

test("only what says something about the chart is read, and packed charts are unpacked", async () => {
  const folder = folderOf({
    "values.yaml": "\u{FEFF}a: 1\n",
    "README.md": "no",
    "dashboards/x.json": "no",
    "templates/x.yaml": "x",
    "templates/more/y.tpl": "y",
    "templates/.hidden.yaml": "no",
    "templates/icon.png": Uint8Array.of(0x89, 0x50, 0xff),
    "crds/z.yaml": "z",
    "charts/sub/values.yaml": "b: 2\n",
    "charts/sub/README.md": "no",
    "charts/_off/values.yaml": "no",
    "charts/README.md": "no",
    "charts/one-1.0.0.tgz": packed(entriesOf({ "one/Chart.yaml": "one", "one/templates/t": "t" })),
    "charts/sub-2.tgz": packed(entriesOf({ "sub/Chart.yaml": "packed" })),
  });
  assert.deepEqual(await texts(folder), {
    "values.yaml": "a: 1\n",
    "templates/x.yaml": "x",
    "templates/more/y.tpl": "y",
    "crds/z.yaml": "z",
    "charts/sub/values.yaml": "b: 2\n",
    "charts/one-1.0.0.tgz/Chart.yaml": "one",
    "charts/one-1.0.0.tgz/templates/t": "t",
    "charts/sub-2.tgz/Chart.yaml": "packed",
  });
});

test("links are followed as by Helm, but not in circles", NO_WINDOWS, async () => {
  const shared = folderOf({ "values.yaml": "shared: 1\n" });
  const folder = folderOf({ "templates/x.yaml": "x" });
  mkdirSync(path.join(folder, "charts"));
  symlinkSync(shared, path.join(folder, "charts/shared"));
  symlinkSync(folder, path.join(folder, "charts/again"));
  symlinkSync("..", path.join(folder, "templates/up"));
  symlinkSync(".", path.join(folder, "templates/here"));
  symlinkSync("x.yaml", path.join(folder, "templates/y.yaml"));
  assert.deepEqual(await texts(folder), {
    "templates/x.yaml": "x",
    "templates/y.yaml": "x",
    "charts/shared/Chart.yaml": META,
    "charts/shared/values.yaml": "shared: 1\n",
  });
});

test("links that multiply folders come to an end", NO_WINDOWS, async () => {
  const folder = folderOf({ "templates/a/x.yaml": "x" });
  for (const name of ["b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
    mkdirSync(path.join(folder, "templates", name));
    for (const other of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
      if (other !== name) symlinkSync(path.join("..", other), path.join(folder, "templates", name, other));
    }
  }
  assert.match(
    await problem(folder),
    /^The chart has more than [\d,]+ files( and folders)?, so it is not read\.$/,
  );
});

test("what is no file does not keep anybody waiting", NO_WINDOWS, async () => {
  const folder = folderOf({});
  mkdirSync(path.join(folder, "templates"));
  execFileSync("mkfifo", [path.join(folder, "templates/pipe.yaml")]);
  assert.equal(
    await problem(folder),
    '"templates/pipe.yaml" is not a file but a device or a pipe, so Helm does not load the chart.',
  );
  const device = folderOf({});
  symlinkSync("/dev/zero", path.join(device, "values.yaml"));
  assert.equal(
    await problem(device),
    '"values.yaml" is not a file but a device or a pipe, so Helm does not load the chart.',
  );
  const ignored = folderOf({});
  execFileSync("mkfifo", [path.join(ignored, ".helmignore")]);
  assert.deepEqual(await texts(ignored), {});
  const meta = folderOf({});
  rmSync(path.join(meta, "Chart.yaml"));
  execFileSync("mkfifo", [path.join(meta, "Chart.yaml")]);
  assert.match(await problem(meta), /^"Chart.yaml" is not a file/);
});

test("what cannot be read is said in one sentence", async () => {
  assert.equal(await problem(path.join(scratch, "missing")), "The folder does not exist.");
  const file = path.join(folderOf({}), "Chart.yaml");
  assert.equal(await problem(file), "The folder does not exist.");
  const without = folderOf({ ".helmignore": "Chart.yaml\n" });
  const noChart = "The folder has no Chart.yaml, or .helmignore leaves it out, so it is not a chart.";
  assert.equal(await problem(without), noChart);
  assert.equal(await problem(mkdtempSync(path.join(scratch, "empty-"))), noChart);
  assert.equal(
    await problem(folderOf({ "Chart.yaml": Uint8Array.of(0xff) })),
    "The Chart.yaml of the chart is not text in UTF-8.",
  );
  assert.equal(
    await problem(folderOf({ ".helmignore": "a/**\n" })),
    'The .helmignore of the chart has a pattern that Helm does not support, such as "**", so Helm does not load the chart.',
  );
  assert.equal(
    await problem(folderOf({ ".helmignore": "#".repeat(9000) })),
    "The .helmignore of the chart is too large or not text in UTF-8.",
  );
  assert.match(
    await problem(folderOf({ "charts/b-1.tgz": "no archive" })),
    /^The chart contains another one in "charts\/b-1\.tgz" that cannot be read: The file is not a packaged chart/,
  );
});

test("links to nothing and closed folders are said, too", NO_WINDOWS, async () => {
  const folder = folderOf({});
  symlinkSync("nowhere", path.join(folder, "values.yaml"));
  assert.equal(
    await problem(folder),
    '"values.yaml" is a link to something that does not exist, so Helm does not load the chart.',
  );
  const loop = folderOf({});
  symlinkSync("values.yaml", path.join(loop, "values.yaml"));
  assert.equal(await problem(loop), '"values.yaml" cannot be read (ELOOP), so the chart is not read.');
  if (process.getuid?.() === 0) return;
  const closed = folderOf({ "templates/x.yaml": "x" });
  chmodSync(path.join(closed, "templates"), 0);
  assert.equal(await problem(closed), '"templates" cannot be read (EACCES), so the chart is not read.');
  chmodSync(path.join(closed, "templates"), 0o755);
});

test("every limit has a sentence", async () => {
  const large = folderOf({
    "values.yaml": "x".repeat(101),
    "templates/a": "x".repeat(60),
    "templates/b": "",
  });
  assert.equal(
    await problem(large, { fileBytes: 100 }),
    'The file "values.yaml" of the chart is larger than 100 bytes, so the chart is not read.',
  );
  assert.equal(
    await problem(large, { bytes: 150 }),
    "The chart is larger than 150 bytes unpacked, so it is not read.",
  );
  assert.equal(await problem(large, { files: 3 }), "The chart has more than 3 files, so it is not read.");
  assert.equal(
    await problem(large, { entries: 4 }),
    "The chart has more than 4 files and folders, so it is not read.",
  );
  assert.equal(
    await problem(folderOf({ "templates/x/y": "" }), { pathDepth: 2 }),
    'The chart has a file whose path is too long to be read: "templates/x/y".',
  );
  const nested = folderOf({ "charts/b/charts/c/values.yaml": "" });
  assert.equal((await readChartFolder(diskTree(wholeMachine), nested, { nesting: 2 })).problem, undefined);
  assert.equal(
    await problem(nested, { nesting: 1 }),
    'The chart has charts inside charts more than 1 levels deep: "charts/b/charts/c/values.yaml".',
  );
});

test("patterns of .helmignore are matched in time, whatever they are", () => {
  const name = `${"a".repeat(254)}c`;
  const patterns = [
    `${"*a".repeat(2000)}b`,
    `*${"a".repeat(200)}b\n`.repeat(40),
    "?*".repeat(2000),
    `[${"a-z".repeat(2000)}]*b`,
  ];
  for (const pattern of patterns) {
    const ignored = readHelmIgnore(pattern);
    for (let times = 0; times < 50; times++) assert.equal(ignored?.(`templates/${name}`, false), false);
  }
});

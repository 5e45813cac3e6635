import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { readChartArchive } from "../../../server/workspace/charts/chart-archive.ts";
import type { ChartLimits } from "../../../server/workspace/charts/chart-limits.ts";
import { effort } from "../../support/effort.ts";
import {
  attribute,
  attributes,
  entriesOf,
  NAMES_OUTSIDE,
  NEGATIVE_SIZE,
  packed,
  RIGHT_ATTRIBUTES,
  type TarEntry,
  tarBytes,
  WRONG_ATTRIBUTES,
} from "../tar-bytes.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-archives-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const MINIMAL = { "a/Chart.yaml": "name: a\n" };

/** The texts of an archive, which is expected to be a good one. */
async function texts(archive: Uint8Array): Promise<Record<string, string>> {
  const { texts: found, problem } = await readChartArchive(archive);
  assert.equal(problem, undefined);
  return Object.fromEntries(found ?? []);
}

/** The sentence about an archive, which is expected to be a bad one. */
async function problem(archive: Uint8Array, limits?: Partial<ChartLimits>): Promise<string> {
  const { problem: sentence } = await readChartArchive(archive, limits);
  assert.ok(sentence !== undefined);
  assert.match(sentence, /^[^\n\r]{10,400}\.$/);
  return sentence;
}

test("a chart has the texts that say something about it, by their paths in its folder", async () => {
  const archive = packed([
    { name: "a/", type: "5" },
    ...entriesOf({
      "a/Chart.yaml": "name: a\n",
      "a/Chart.lock": "lock",
      "a/values.yaml": "\u{FEFF}a: 1\n",
      "a/values.schema.json": "{}",
      "a/README.md": "no",
      "a/dashboards/x.json": "no",
      "a/templates/x.yaml": "x",
      "a/templates/more/_y.tpl": "y",
      "a/templates/icon.png": Uint8Array.of(0x89, 0x50, 0xff),
      "a/crds/z.yaml": "z",
      "a/charts/sub/Chart.yaml": "name: sub\n",
      "a/charts/sub/values.yaml": "b: 2\n",
      "a/charts/sub/README.md": "no",
      "a/charts/_off/values.yaml": "no",
      "a/charts/.off/values.yaml": "no",
      "a/charts/README.md": "no",
    }),
  ]);
  assert.deepEqual(await texts(archive), {
    "Chart.yaml": "name: a\n",
    "Chart.lock": "lock",
    "values.yaml": "a: 1\n",
    "values.schema.json": "{}",
    "templates/x.yaml": "x",
    "templates/more/_y.tpl": "y",
    "crds/z.yaml": "z",
    "charts/sub/Chart.yaml": "name: sub\n",
    "charts/sub/values.yaml": "b: 2\n",
  });
});

test("packed charts inside are read as if they were folders, each on its own", async () => {
  const inner = packed(entriesOf({ "deep/Chart.yaml": "deep", "deep/values.yaml": "d" }));
  const first = packed(entriesOf({ "sub/Chart.yaml": "one", "sub/charts/deep-1.tgz": inner }));
  const two = packed(entriesOf({ "sub/Chart.yaml": "two" }));
  const odd = packed(entriesOf({ "_x/Chart.yaml": "odd" }));
  const archive = packed(
    entriesOf({
      ...MINIMAL,
      "a/charts/sub-1.tgz": first,
      "a/charts/sub-2.tgz": two,
      "a/charts/odd-1.tgz": odd,
      "a/charts/_sub-3.tgz": "not even an archive",
    }),
  );
  assert.deepEqual(await texts(archive), {
    "Chart.yaml": "name: a\n",
    "charts/odd-1.tgz/Chart.yaml": "odd",
    "charts/sub-1.tgz/Chart.yaml": "one",
    "charts/sub-1.tgz/charts/deep-1.tgz/Chart.yaml": "deep",
    "charts/sub-1.tgz/charts/deep-1.tgz/values.yaml": "d",
    "charts/sub-2.tgz/Chart.yaml": "two",
  });
});

test("what Helm does with odd names, links and the same name twice", async () => {
  const archive = packed([
    ...entriesOf({ ...MINIMAL, "a/./templates//x.yaml": "x", "a/b/../values.yaml": "first" }),
    { name: "b/values.yaml", body: "second" },
    { name: "a/templates/no-text", body: "text" },
    { name: "a/templates/no-text", body: Uint8Array.of(0xff) },
    { name: "a\\templates\\windows.yaml", body: "w" },
    { name: "a/templates/link.yaml", type: "2", link: "/etc/passwd" },
    { name: "a/templates/hard.yaml", type: "1", link: "a/Chart.yaml" },
    { name: "a/templates/device.yaml", type: "3" },
    { name: "a/templates/pipe.yaml", type: "6" },
    { name: "a/templates/folder", mode: 0o040755 },
  ]);
  assert.deepEqual(await texts(archive), {
    "Chart.yaml": "name: a\n",
    "values.yaml": "second",
    "templates/x.yaml": "x",
    "templates/windows.yaml": "w",
    "templates/link.yaml": "",
    "templates/hard.yaml": "",
    "templates/device.yaml": "",
    "templates/pipe.yaml": "",
  });
});

const isGnuTar = /GNU tar/.test(spawnSync("tar", ["--version"], { encoding: "utf8" }).stdout);

for (const format of ["gnu", "ustar", "pax"]) {
  const skip = !isGnuTar && "there is no GNU tar";
  test(`an archive that tar makes in the format ${format}, with a long name`, { skip }, async () => {
    const folder = mkdtempSync(path.join(scratch, "tar-"));
    const long = `templates/${"long-".repeat(30)}ü.yaml`;
    const wanted = { "Chart.yaml": "name: ü\n", [format === "ustar" ? "templates/x.yaml" : long]: "x" };
    for (const [file, text] of Object.entries(wanted)) {
      mkdirSync(path.join(folder, "a", path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, "a", file), text);
    }
    const archive = path.join(folder, "a.tgz");
    execFileSync("tar", [`--format=${format}`, "-czf", archive, "-C", folder, "a"]);
    assert.deepEqual(await texts(readFileSync(archive)), wanted);
  });
}

for (const name of NAMES_OUTSIDE) {
  test(`a name that leads out of the chart is refused, as by Helm: ${name}`, async () => {
    const sentence = await problem(packed([...entriesOf(MINIMAL), { name, body: "x" }]));
    assert.equal(
      sentence,
      `The archive has a file outside of the chart's folder, "${name}", so neither Helm nor CAP Operator Tools reads it.`,
    );
  });
}

test("an archive that is no chart is told apart from a damaged one", async () => {
  const notGzip =
    "The file is not a packaged chart: it is not compressed with gzip. Package the chart with `helm package`.";
  const damaged =
    "The archive is damaged or incomplete, so the chart cannot be read. Download or package it again.";
  const good = packed(entriesOf(MINIMAL));
  assert.equal(await problem(new Uint8Array()), notGzip);
  assert.equal(await problem(Buffer.from("a: 1\n")), notGzip);
  assert.equal(await problem(tarBytes(entriesOf(MINIMAL))), notGzip);
  assert.equal(await problem(good.subarray(0, good.length - 9)), damaged);
  assert.equal(await problem(good.subarray(0, 5)), damaged);
  assert.equal(await problem(gzipSync("text")), damaged);
  assert.equal(await problem(gzipSync(tarBytes(entriesOf(MINIMAL)).subarray(0, 700))), damaged);
  assert.equal(await problem(packed([{ name: "a/Chart.yaml", body: "x", size: 100_000 }])), damaged);
  assert.equal(await problem(packed([])), "The archive has no files in it, so it is not a chart.");
  assert.equal(
    await problem(packed(entriesOf({ "a/values.yaml": "" }))),
    "The archive has no Chart.yaml, so it is not a chart.",
  );
  assert.equal(
    await problem(packed(entriesOf({ "a/Chart.yaml": Uint8Array.of(0xff) }))),
    "The archive has no Chart.yaml, so it is not a chart.",
  );
  assert.equal(
    await problem(packed(entriesOf({ "Chart.yaml": "" }))),
    "The archive has Chart.yaml outside of a folder. Package the chart with `helm package`.",
  );
  assert.equal(
    await problem(packed(entriesOf({ ...MINIMAL, "a/charts/b-1.tgz": "x" }))),
    `The chart contains another one in "charts/b-1.tgz" that cannot be read: ${notGzip}`,
  );
  assert.equal(
    await problem(packed(entriesOf({ ...MINIMAL, "a/charts/b-1.tgz": packed(entriesOf({ "b/x": "" })) }))),
    'The chart contains another one in "charts/b-1.tgz" that cannot be read: The archive has no Chart.yaml, so it is not a chart.',
  );
});

test("every limit has a sentence", async () => {
  const more = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
    packed(entriesOf({ ...MINIMAL, ...files }));
  assert.equal(
    await problem(more({ "a/values.yaml": "x".repeat(5 * 1024 * 1024 + 1) })),
    'The file "values.yaml" of the chart is larger than 5 MB, so the chart is not read.',
  );
  assert.equal(
    await problem(more({ "a/templates/x": "", "a/templates/y": "" }), { files: 2 }),
    "The chart has more than 2 files, so it is not read.",
  );
  assert.equal(
    await problem(more({ "a/x": "", "a/y": "" }), { entries: 2 }),
    "The chart has more than 2 files and folders, so it is not read.",
  );
  assert.equal(
    await problem(more({ "a/templates/x/y": "" }), { pathDepth: 2 }),
    'The chart has a file whose path is too long to be read: "templates/x/y".',
  );
  assert.match(
    await problem(more({ [`a/templates/${"x".repeat(80)}`]: "" }), { pathLength: 50 }),
    /^The chart has a file whose path is too long to be read: "templates\/x{69}…"\.$/,
  );
  assert.equal(
    await problem(more({ "a/charts/b/charts/c/charts/d/charts/e/values.yaml": "" })),
    'The chart has charts inside charts more than 3 levels deep: "charts/b/charts/c/charts/d/charts/e/values.yaml".',
  );
});

test("a bomb is not unpacked, and neither is one inside a chart", async () => {
  const tooLarge = "The chart is larger than 32 MB unpacked, so it is not read.";
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
  const before = process.memoryUsage().arrayBuffers;
  assert.equal(await problem(bomb), tooLarge);
  assert.ok(process.memoryUsage().arrayBuffers - before < 100 * 1024 * 1024);
  assert.equal(
    await problem(packed(entriesOf({ ...MINIMAL, "a/charts/b-1.tgz": bomb }))),
    `The chart contains another one in "charts/b-1.tgz" that cannot be read: ${tooLarge}`,
  );
  // Charts that are small one by one.
  const half = packed(entriesOf({ "b/Chart.yaml": "", "b/big": new Uint8Array(12 * 1024 * 1024) }));
  const three = Object.fromEntries([1, 2, 3].map((number) => [`a/charts/b-${number}.tgz`, half]));
  assert.match(await problem(packed(entriesOf({ ...MINIMAL, ...three }))), /larger than 32 MB unpacked/);
});

test("a chart that packs charts in charts without an end is rejected", async () => {
  let archive = packed(entriesOf({ "a/Chart.yaml": "" }));
  for (let level = 0; level < 10; level++)
    archive = packed(entriesOf({ "a/Chart.yaml": "", "a/charts/a-1.tgz": archive }));
  assert.match(await problem(archive), /charts inside charts more than 3 levels deep/);
});

test("a name cannot write more than one line or change the direction of what is written", async () => {
  const sentence = await problem(packed([...entriesOf(MINIMAL), { name: "a/../x\n\u202E\u0007", body: "" }]));
  assert.ok(sentence.includes('"a/../x\u{FFFD}\u{FFFD}\u{FFFD}"'), sentence);
});

test("names of JavaScript's own properties are names like others", async () => {
  const found = await texts(
    packed(entriesOf({ ...MINIMAL, "a/templates/__proto__": "x", "a/charts/__proto__/values.yaml": "" })),
  );
  assert.deepEqual(Object.keys(found), ["Chart.yaml", "templates/__proto__"]);
});

test("attributes that Helm rejects are rejected, of a folder as well, and others are not", async () => {
  const values: TarEntry = { name: "a/values.yaml", body: "a: 1\n" };
  const folder: TarEntry = { name: "a/", type: "5" };
  const withEntry = (about: readonly [string, string], entry: TarEntry) =>
    packed([...entriesOf(MINIMAL), attribute(about), entry]);
  for (const wrong of WRONG_ATTRIBUTES) {
    for (const entry of [values, folder])
      assert.match(await problem(withEntry(wrong, entry)), /damaged/, `${wrong}`);
  }
  assert.match(await problem(withEntry(NEGATIVE_SIZE, values)), /damaged/);
  assert.deepEqual(Object.keys(await texts(withEntry(NEGATIVE_SIZE, folder))), ["Chart.yaml"]);
  for (const right of RIGHT_ATTRIBUTES)
    assert.equal((await texts(withEntry(right, values)))["values.yaml"], "a: 1\n", `${right}`);
});

test("attributes without an end are rejected", async () => {
  const entries: TarEntry[] = [{ name: "pax", type: "g", body: attributes(50_000) }, ...entriesOf(MINIMAL)];
  assert.match(await problem(packed(entries)), /damaged/);
  for (const type of ["x", "g", "L", "K"]) {
    const long: TarEntry = { name: "pax", type, body: attributes(200_000) };
    assert.match(await problem(packed([...entriesOf(MINIMAL), long])), /a header of more than 1 MiB/);
  }
});

test("whatever happens to the bytes of a good archive, the answer is texts or a sentence", async () => {
  const files = entriesOf({
    ...MINIMAL,
    "a/values.yaml": "a: 1\n".repeat(50),
    "a/templates/x.yaml": "x",
    "a/charts/b-1.tgz": packed(entriesOf({ "b/Chart.yaml": "b", "b/values.yaml": "c: 1\n" })),
  });
  const tar = tarBytes([
    { name: "a/", type: "5" },
    ...files,
    { name: "a/templates/l", type: "2", link: "x" },
  ]);
  const change = fc.record({
    at: fc.nat(tar.length - 1),
    bytes: fc.uint8Array({ maxLength: 12 }),
    removed: fc.nat(600),
  });
  const spoil = (
    bytes: Uint8Array,
    { at: position, bytes: inserted, removed }: typeof change extends fc.Arbitrary<infer T> ? T : never,
  ) => Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position + removed)]);
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (spoiled, packedFirst) => {
      const start = packedFirst ? gzipSync(tar) : tar;
      const bytes = spoiled.reduce<Buffer>((current, change) => spoil(current, change), start);
      const answer = await readChartArchive(packedFirst ? bytes : gzipSync(bytes));
      if (answer.problem === undefined) {
        for (const [file, text] of answer.texts) {
          assert.equal(typeof text, "string");
          assert.doesNotMatch(file, /^\/|\\|^\.\.|\/\.\.(?:\/|$)/);
        }
      } else assert.match(answer.problem, /^[^\n\r]{10,600}\.$/);
    }),
    effort(400),
  );
});

test("reading writes no file anywhere near", async () => {
  const before = readdirSync(scratch);
  await problem(packed([...entriesOf(MINIMAL), { name: "a/../../x", body: "x" }]));
  assert.deepEqual(readdirSync(scratch), before);
});

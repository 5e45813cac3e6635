import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { createFetchedCharts, type FetchedCharts } from "../../../client/editor/charts/chart-archives.ts";

const OCI = "oci://registry.internal/charts/cap-operator";
const A = "a".repeat(64);
const B = "b".repeat(64);
const chart = (part: object = {}) => ({
  chart: OCI,
  name: "cap-operator",
  version: "0.34.0",
  digest: A,
  ...part,
});

let root: string;
let folder: string;
let file: string;
let fetched: FetchedCharts;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "cap-operator-fetched-"));
  folder = path.join(root, "charts");
  mkdirSync(folder);
  file = path.join(folder, "fetched.json");
  for (const digest of [A, B]) writeFileSync(path.join(folder, `${digest}.tgz`), "chart");
  fetched = createFetchedCharts(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function digests(): Promise<string[]> {
  return (await fetched.list()).map(({ digest }) => digest);
}

describe("charts that were fetched", () => {
  test("are listed with their archives, the last one first, in every window", async () => {
    await fetched.add(chart());
    await createFetchedCharts(folder).add(chart({ digest: B, version: "0.33.0", wanted: "0.33.x" }));
    assert.deepEqual(await fetched.list(), [
      { ...chart({ digest: B, version: "0.33.0", wanted: "0.33.x" }), path: path.join(folder, `${B}.tgz`) },
      { ...chart(), path: path.join(folder, `${A}.tgz`) },
    ]);
    if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test("that are fetched again take the place of what came before for the same request", async () => {
    await fetched.add(chart());
    await fetched.add(chart({ digest: B, version: "0.35.0" }));
    assert.deepEqual(await digests(), [B]);
    await fetched.add(chart({ wanted: "0.34.0" }));
    assert.deepEqual(await digests(), [A, B]);
  });

  test("are listed only as long as their archives are there", async () => {
    await fetched.add(chart());
    rmSync(path.join(folder, `${A}.tgz`));
    assert.deepEqual(await fetched.list(), []);
  });

  test("are not remembered with a password in the address, and nothing of it is written", async () => {
    for (const address of [
      "https://ada:sesame@charts.internal/cop.tgz",
      "oci://ada:sesame@registry.internal/cop",
      "https://charts.internal/cop.tgz?access_token=sesame",
    ]) {
      await fetched.add(chart({ chart: address }));
    }
    assert.deepEqual(await fetched.list(), []);
    assert.throws(() => readFileSync(file), { code: "ENOENT" });
  });

  test("are at most forty", async () => {
    for (let index = 0; index < 45; index++) await fetched.add(chart({ wanted: `0.${index}.x` }));
    const all = await fetched.list();
    assert.deepEqual([all.length, all[0]?.wanted, all.at(-1)?.wanted], [40, "0.44.x", "0.5.x"]);
  });
});

describe("what somebody else wrote into the file", () => {
  const good = chart({ digest: B });

  for (const [what, content] of [
    ["is not JSON", "[{"],
    ["is no list", JSON.stringify({ 0: good })],
    ["is too long", JSON.stringify([good]).padEnd(300 * 1024)],
  ] as const) {
    test(`counts as nothing if it ${what}, and is replaced`, async () => {
      writeFileSync(file, content);
      assert.deepEqual(await fetched.list(), []);
      await fetched.add(chart());
      assert.deepEqual(await digests(), [A]);
    });
  }

  test("leads to no file elsewhere", async () => {
    const outside = path.join(root, "outside.tgz");
    writeFileSync(outside, "chart");
    const link = "c".repeat(64);
    symlinkSync(outside, path.join(folder, `${link}.tgz`));
    writeFileSync(path.join(folder, "B.tgz"), "chart");
    const bad = ["../outside", "B", `${A}/../${B}`, `${A}\n`, A.toUpperCase(), link, "", 7, null];
    writeFileSync(file, JSON.stringify([...bad.map((digest) => ({ ...good, digest })), good]));
    assert.deepEqual(await digests(), [B]);
  });

  test("is no path, whatever it says", async () => {
    writeFileSync(file, JSON.stringify([{ ...good, path: "/etc/passwd", more: "x" }]));
    assert.deepEqual(await fetched.list(), [{ ...good, path: path.join(folder, `${B}.tgz`) }]);
  });

  test("is taken entry by entry, and reaches no prototype", async () => {
    const odd = [
      null,
      7,
      "x",
      [],
      {},
      { ...good, chart: 7 },
      { ...good, version: null },
      { ...good, wanted: 7 },
    ];
    const polluting = `{"__proto__": {"chart": "x", "polluted": true}}`;
    writeFileSync(file, `[${[...odd, good].map((entry) => JSON.stringify(entry)).join()}, ${polluting}]`);
    assert.deepEqual(await digests(), [B]);
    assert.equal("polluted" in {}, false);
  });
});

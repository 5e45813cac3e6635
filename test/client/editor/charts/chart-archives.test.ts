import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { createChartArchives } from "../../../../client/editor/charts/chart-archives.ts";
import type { ChartArchives } from "../../../../client/ports/installation.ts";

let root: string;
let folder: string;
let archives: ChartArchives;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "cap-operator-archives-"));
  folder = path.join(root, "charts");
  archives = createChartArchives(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Stands in for Helm: puts these files into the folder. */
const delivers = (files: Readonly<Record<string, string>>) => async (into: string) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(into, name), content);
};
const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
const DAY = 24 * 60 * 60 * 1000;

describe("archives of charts", () => {
  test("are kept under their digest, for this user alone", async () => {
    const { path: kept, digest } = await archives.keep(delivers({ "cop-1.0.0.tgz": "chart" }));
    assert.equal(digest, sha256("chart"));
    assert.equal(kept, path.join(folder, `${digest}.tgz`));
    assert.equal(readFileSync(kept, "utf8"), "chart");
    assert.deepEqual(readdirSync(folder), [`${digest}.tgz`]);
    if (process.platform !== "win32") {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.equal(statSync(kept).mode & 0o777, 0o600);
    }
  });

  test("are for this user alone even if their folder was open to others", async () => {
    mkdirSync(folder, { mode: 0o755 });
    await archives.keep(delivers({ "cop-1.0.0.tgz": "chart" }));
    if (process.platform !== "win32") assert.equal(statSync(folder).mode & 0o777, 0o700);
  });

  test("that were changed or are gone are noticed", async () => {
    const archive = await archives.keep(delivers({ "cop.tgz": "chart" }));
    assert.equal(await archives.isIntact(archive), true);
    writeFileSync(archive.path, "another chart");
    assert.equal(await archives.isIntact(archive), false);
    rmSync(archive.path);
    assert.equal(await archives.isIntact(archive), false);
  });

  test("of more than 100 MB are rejected", async () => {
    // A file with a hole takes no room.
    const sized = (bytes: number) => async (into: string) => {
      writeFileSync(path.join(into, "cop.tgz"), "");
      truncateSync(path.join(into, "cop.tgz"), bytes);
    };
    await assert.rejects(archives.keep(sized(100 * 1024 * 1024 + 1)), /larger than 100 MB/);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("that were packed at another time and in another order have the same digest, and what is in them stays", async () => {
    const long = `cop/templates/${"long-".repeat(30)}name.yaml`;
    const files = ["cop/Chart.yaml", long, `${long}2`, "cop/charts/a/Chart.yaml"];
    const packed = (names: readonly string[], time: string) => async (into: string) => {
      const entries = names.map((name) => ({
        header: { name, size: name.length, mtime: new Date(time) },
        body: name,
      }));
      writeFileSync(path.join(into, "cop.tgz"), gzipSync(await packTar(entries)));
      await archives.writeSameBytes(into);
    };
    const first = await archives.keep(packed(files, "2026-01-01T00:00:00Z"));
    const second = await archives.keep(packed(files.toReversed(), "2026-02-02T02:02:02Z"));
    assert.equal(first.digest, second.digest);
    const other = await archives.keep(packed(files.slice(1), "2026-01-01T00:00:00Z"));
    assert.notEqual(first.digest, other.digest);
    const found = await unpackTar(gunzipSync(readFileSync(first.path)), { strict: true });
    assert.deepEqual(
      found.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
      files.toSorted().map((name) => [name, name]),
    );
  });

  test("of this machine are copied, so that the original can change", async () => {
    const original = path.join(root, "my chart.tgz");
    writeFileSync(original, "chart");
    const archive = await archives.keep((into) => archives.copy(original, into));
    writeFileSync(original, "another chart");
    assert.equal(await archives.isIntact(archive), true);
  });

  test("are refused if none arrives, several do, or something else does; nothing is left behind", async () => {
    const refusals: [RegExp, (into: string) => Promise<void>][] = [
      [/exactly one/, delivers({})],
      [/exactly one/, delivers({ "a.tgz": "a", "b.tgz": "b" })],
      [/not a chart archive/, async (into) => mkdirSync(path.join(into, "a.tgz"))],
      [/not a chart archive/, async (into) => symlinkSync("/etc/hostname", path.join(into, "a.tgz"))],
      [/no such chart/, () => Promise.reject(new Error("no such chart"))],
    ];
    for (const [message, fetch] of refusals) {
      await assert.rejects(archives.keep(fetch), message);
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  test("that nobody fetched for a month are removed, and so are the oldest of very many", async () => {
    const old = await archives.keep(delivers({ "old.tgz": "old" }));
    utimesSync(old.path, new Date(Date.now() - 31 * DAY), new Date(Date.now() - 31 * DAY));
    const recent: string[] = [];
    for (let index = 0; index < 42; index++) {
      const { path: kept } = await archives.keep(delivers({ "a.tgz": `chart ${index}` }));
      const when = new Date(Date.now() - (42 - index) * 1000);
      utimesSync(kept, when, when);
      recent.push(kept);
      // Long before there are too many.
      assert.ok(!existsSync(old.path));
    }
    const newest = await archives.keep(delivers({ "a.tgz": "newest" }));
    assert.ok(existsSync(newest.path));
    assert.deepEqual(
      recent.map((kept) => existsSync(kept)),
      recent.map((_kept, index) => index >= 42 - 39),
    );
  });
});

describe("a folder that is going to be packed", {
  skip: process.platform === "win32" && "needs links",
}, () => {
  const chart = (...links: (readonly [name: string, to: string])[]) => {
    const folder = path.join(root, "repository/chart");
    mkdirSync(path.join(folder, "templates"), { recursive: true });
    mkdirSync(path.join(root, "home"));
    writeFileSync(path.join(root, "home/credentials"), "secret");
    writeFileSync(path.join(root, "repository/shared.yaml"), "a: 1");
    for (const [name, to] of links) symlinkSync(to, path.join(folder, name));
    return folder;
  };
  const refused = (folder: string) =>
    archives.refuseLinksOut(folder).then(
      () => undefined,
      ({ message }: Error) => message,
    );

  test("may have links to its own files", async () => {
    assert.equal(await refused(chart(["README.md", "templates"], ["itself", "."])), undefined);
  });

  test("may have links to files of its repository", async () => {
    const folder = chart(["values.yaml", "../shared.yaml"]);
    assert.match((await refused(folder)) ?? "", /"values\.yaml" is a link that leads out/);
    mkdirSync(path.join(root, "repository/.git"));
    assert.equal(await refused(folder), undefined);
  });

  for (const [what, links] of [
    ["a file", [["templates/x", "../../../home/credentials"]]],
    ["a folder", [["files", "../../home"]]],
    ["nothing yet", [["later", "../../home/later"]]],
    [
      "a link that leads on",
      [
        ["first", "second"],
        ["second", "../../home"],
      ],
    ],
  ] as const) {
    test(`has no link that leads out, to ${what}`, async () => {
      const folder = chart(...links);
      mkdirSync(path.join(root, "repository/.git"));
      assert.match((await refused(folder)) ?? "", /is a link that leads out of the chart and its repository/);
    });
  }
});

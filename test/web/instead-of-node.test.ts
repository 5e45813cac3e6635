import assert from "node:assert/strict";
import { posix } from "node:path";
import { suite, test } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import * as webPath from "../../server/web/path.ts";
import { gunzip } from "../../server/workspace/charts/gunzip.ts";

suite("what a browser has instead of Node says the same", () => {
  const name = fc.constantFrom("a", "b.yaml", "..", ".", "", "ü x", "%2e", "c#d");
  const absolute = fc.array(name, { maxLength: 6 }).map((names) => `/${names.join("/")}`);
  const relative = fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => names.join("/"));

  test("of paths", () => {
    fc.assert(
      fc.property(absolute, relative, (one, other) => {
        assert.equal(webPath.join(one, other), posix.join(one, other));
        assert.equal(webPath.normalize(one), posix.normalize(one));
        for (const path of [one, other]) assert.equal(webPath.isAbsolute(path), posix.isAbsolute(path));
      }),
    );
  });

  test("of archives, whole and damaged", async () => {
    const text = Buffer.from("controller:\n  replicas: 2\n".repeat(2000));
    const packed = gzipSync(text);
    const cut = packed.subarray(0, packed.length - 9);
    const broken = Buffer.from(packed).fill(0xff, 20, 24);
    for (const [bytes, most, expected] of [
      [packed, text.length, new Uint8Array(text)],
      [packed, text.length - 1, "too-large"],
      [cut, text.length, "damaged"],
      [broken, text.length, "damaged"],
      [Buffer.from([0x1f, 0x8b]), 10, "damaged"],
    ] as const) {
      assert.deepEqual(await gunzip(new Uint8Array(bytes), most), expected);
    }
  });
});

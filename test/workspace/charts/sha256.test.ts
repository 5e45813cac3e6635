import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { sha256 } from "../../../server/workspace/charts/sha256.ts";

test("digests are those that Node computes, of bytes and of texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array()), async (content) => {
      assert.equal(await sha256(content), createHash("sha256").update(content).digest("hex"));
    }),
  );
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../support/check-diagnostics.ts";
import { finds, mends, passes } from "../support/rule-tests.ts";

describe("duplicate-key", () => {
  finds(
    "a key that stands twice, at the one that Helm ignores",
    `
    webhook:
      replicas: 1
      ^^^^^^^^ error[duplicate-key] "replicas" stands twice in this mapping. Helm keeps the one in line 3
      replicas: 2
  `,
  );
  finds(
    "in brackets",
    `
    webhook: {sidecar: true, sidecar: false}
              ^^^^^^^ error[duplicate-key] "sidecar" stands twice
  `,
  );
  finds(
    "an unknown key that stands twice is unknown once",
    `
    foo: 1
    ^^^ error[duplicate-key]
    foo: 2
    ^^^ warning[unknown-key]
  `,
  );
  passes(
    "one key in two mappings",
    `
    webhook:
      replicas: 1
    controller:
      replicas: 1
  `,
  );
  test("says where the other one is", async () => {
    const [, found] = await diagnosticsOf("webhook:\n  replicas: 1\n  replicas: 2\n");
    assert.deepEqual(found?.relatedInformation?.[0]?.location.range.start, { line: 2, character: 2 });
  });
});

describe("duplicate-key: quick fixes", () => {
  mends(
    "with its comment",
    "webhook:\n  # old\n  repl$0icas: 1\n  # new\n  replicas: 2\n",
    'Remove this "replicas"',
    "webhook:\n  # new\n  replicas: 2\n",
  );
  mends(
    "in brackets",
    "webhook: {side$0car: true, sidecar: false}\n",
    'Remove this "sidecar"',
    "webhook: {sidecar: false}\n",
  );
  mends(
    "a whole block",
    "web$0hook:\n  replicas: 1\n\nwebhook:\n  replicas: 2\n",
    'Remove this "webhook"',
    "\nwebhook:\n  replicas: 2\n",
  );
});

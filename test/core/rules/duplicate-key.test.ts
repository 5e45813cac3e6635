import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../support/check-diagnostics.ts";
import { finds, mends, offers, passes } from "../support/rule-tests.ts";

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
  finds(
    "a key that a merge key below it brings as well, because Helm reads a merge key where it stands",
    `
    controller: &base
      replicas: 1
      priorityClassName: high
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] The merge key (<<) in line 6 overwrites "replicas" with the value in line 2: Helm reads
      <<: *base
      priorityClassName: low
  `,
  );
  finds(
    "a key that a merge of a merge brings, at the last merge key that does",
    `
    controller: &base {replicas: 1}
    global: {one: &one {<<: *base}, two: &two {sidecar: true}}
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] The merge key (<<) in line 6 overwrites "replicas" with the value in line 1
      sidecar: false
      ^^^^^^^ error[duplicate-key] The merge key (<<) in line 7 overwrites "sidecar" with the value in line 2
      <<: [*two, *one]
      <<: *two
  `,
  );
  finds(
    "a key above and below a merge key, once",
    `
    controller: &base {replicas: 1}
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] "replicas" stands twice in this mapping. Helm keeps the one in line 5
      <<: *base
      replicas: 3
  `,
  );
  passes(
    "keys that a merge key below does not bring, and keys below it",
    `
    controller: &base {replicas: 1}
    webhook:
      sidecar: true
      <<: *base
      replicas: 2
  `,
  );
  passes(
    "a quoted << beside a merge key, which is a label",
    `
    global:
      "<<": 1
      <<: {a: 1}
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
  mends(
    "that a merge key overwrites",
    "controller: &base {replicas: 1}\nwebhook:\n  # more\n  repl$0icas: 2\n  <<: *base\n",
    'Move "replicas" below the merge key',
    "controller: &base {replicas: 1}\nwebhook:\n  <<: *base\n  # more\n  replicas: 2\n",
  );
  mends(
    "that a merge key overwrites",
    "controller: &base {replicas: 1}\nwebhook: {repl$0icas: 2, <<: *base}\n",
    'Remove this "replicas"',
    "controller: &base {replicas: 1}\nwebhook: {<<: *base}\n",
  );
  offers(
    "of a key with an anchor, only to remove it: aliases between the two places would lose it",
    "controller: &base {replicas: 1}\nwebhook:\n  repl$0icas: &two 2\n  <<: *base\n",
    ['Remove this "replicas"'],
  );
});

import { describe } from "node:test";
import { finds, mends } from "../support/rule-tests.ts";

describe("syntax", () => {
  finds(
    "a tab that indents",
    `
    webhook:
    \tsidecar: true
    ^ error[syntax] A tab cannot indent YAML.
  `,
  );
  finds(
    "brackets that are not closed, without silencing the rest",
    `
    controller: {replicas: 1
                ^^^^^^^^^^^^ error[syntax] This bracket is never closed.
    webhook:
      replicaz: 2
      ^^^^^^^^ warning[unknown-key] There is no key "replicaz" under "webhook".
  `,
  );
  finds(
    "a key that is being typed",
    `
    webhook:
      sidecar: true
      repl
      ^^^^ error[syntax] "repl" is not a key yet
  `,
  );
  finds(
    "an alias without its anchor",
    `
    webhook:
      tolerations: *none
                   ^^^^^ error[syntax] No anchor "&none" stands above this alias.
  `,
  );
});

describe("syntax: quick fixes", () => {
  mends(
    "as wide as the file's levels",
    "webhook:\n$0\tsidecar: true\n",
    "Replace tabs by blanks",
    "webhook:\n  sidecar: true\n",
  );
  mends(
    "in a file with four",
    "controller:\n    replicas: 1\nwebhook:\n$0\tsidecar: true\n",
    "Replace tabs by blanks",
    "controller:\n    replicas: 1\nwebhook:\n    sidecar: true\n",
  );
  mends(
    "with carriage returns",
    "webhook:\r\n$0\tsidecar: true\r\n",
    "Replace tabs by blanks",
    "webhook:\r\n  sidecar: true\r\n",
  );
});

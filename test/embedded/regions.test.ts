// Values in documents of other products have a region, and no edit of them leaves it: what is around has the same text and, for js-yaml, the same values.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Dice } from "../helm/dice.ts";
import { effort } from "../support/effort.ts";
import { documentWith, FORMS, mutatedDocument } from "./regions/documents.ts";
import { EveryEdit } from "./regions/every-edit.ts";

const HOSTS = "subscriptionServer:\n  domain: a.b.c\n  dnsTarget: x.b.c\n";

/** Values with a key that is misspelled or unknown, and what the likely fixes make of them. */
const BODIES: Readonly<Record<string, { body: string; fixed: string; left: readonly string[] }>> = {
  "a misspelled key between others": {
    body: `${HOSTS}controller:\n  replicas: 2\n  volumez: []\nwebhook:\n  replicas: 1`,
    fixed: `${HOSTS}controller:\n  replicas: 2\n  volumes: []\nwebhook:\n  replicas: 1`,
    left: [],
  },
  "a misspelled key in the last line": {
    body: `${HOSTS}webhook:\n  replicas: 1\ncontroller:\n  replicas: 2\n  volumez: []`,
    fixed: `${HOSTS}webhook:\n  replicas: 1\ncontroller:\n  replicas: 2\n  volumes: []`,
    left: [],
  },
  "a key that belongs to another place of the chart": {
    body: `${HOSTS}issuerName: x\ncontroller:\n  replicas: 2`,
    fixed: `${HOSTS}  certificateConfig:\n    gardener:\n      issuerName: x\ncontroller:\n  replicas: 2`,
    left: [],
  },
  "an unknown key of a component": {
    body: `${HOSTS}controller:\n  replicas: 2\n  foo: bar\nwebhook:\n  replicas: 1`,
    fixed: `${HOSTS}controller:\n  replicas: 2\n  foo: bar\nwebhook:\n  replicas: 1`,
    left: ["unknown-key"],
  },
  "an unknown key of the top level": {
    body: `${HOSTS}controller:\n  replicas: 2\nfoo: bar`,
    fixed: `${HOSTS}controller:\n  replicas: 2\nfoo: bar`,
    left: ["unknown-key"],
  },
};

suite("edits of values in documents of other products", () => {
  const every = new EveryEdit();

  for (const [name, { body, fixed, left }] of Object.entries(BODIES)) {
    test(`${name} is fixed in its place, or reported there`, async () => {
      for (const form of FORMS.filter(({ braces }) => !braces)) {
        const found = await every.likely(documentWith(form, body));
        assert.deepEqual(
          [form.row, found.after, found.left],
          [form.row, documentWith(form, fixed).text, left],
        );
      }
    });
  }

  test("whatever is wrong with the values, no edit changes what is around them", async () => {
    const dice = new Dice(41);
    const kinds = new Set<string>();
    for (let count = effort(1500).numRuns; count > 0; count--) {
      const document = mutatedDocument(dice);
      for (const { kind, title, after, damages } of await every.of(document, dice)) {
        kinds.add(kind);
        assert.deepEqual(damages, [], `${kind} ${title}\n${document.text}\n--- after\n${after}`);
      }
    }
    for (const kind of ["fix all, likely", "quick fix", "move", "completion", "defaults", "set"])
      assert.ok(kinds.has(kind), kind);
  });
});

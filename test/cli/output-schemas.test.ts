// What commands print as JSON has the form that the package promises in one schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { folderWith, run } from "./run.ts";

/** The schema of one command, in which what it does not name is not allowed. */
async function validatorOf(definition: string) {
  const { code, out } = await run(folderWith({}), ["schema", "--kind", "output"]);
  assert.equal(code, 0);
  const closed = JSON.parse(out, (_key, value) =>
    value?.type === "object" && value.additionalProperties === undefined && value.properties
      ? { ...value, additionalProperties: false }
      : value,
  );
  const ajv = new Ajv({ strict: false, allErrors: true });
  return ajv.compile({ ...closed, $ref: `#/definitions/${definition}` });
}

const VALUES =
  "# cap-operator: values version=0.30.0\nsubscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\ncontroller:\n  replicaz: 2\nwebhook:\n  sidecar: true\n";

for (const [definition, ...args] of [
  ["check", "check", ".", "--reporter", "json", "--fixes"],
  ["effective", "effective", "-f", "a.yaml", "-f", "b.yaml", "-o", "origins"],
  ["diff", "diff", "a.yaml", "b.yaml", "-o", "json"],
  ["diff", "diff", "@0.28.0", "@0.34.0", "-o", "json"],
  ["rules", "rules", "-o", "json"],
  ["upgrade", "upgrade", "-f", "a.yaml", "--to", "0.34.0", "--dry-run", "-o", "json"],
  ["upgrade", "upgrade", "-f", "a.yaml", "--to", "0.34.0", "-o", "json"],
] as const) {
  test(`the schema of ${definition} describes what "${args.join(" ")}" prints`, async () => {
    const validate = await validatorOf(definition);
    const folder = folderWith({
      "a.yaml": VALUES,
      "b.yaml": `${VALUES}podLabels:\n  team: a\n`,
      "broken.yaml": "# cap-operator: values\na: [\n",
      "app.yaml": "kind: Deployment\n",
      "some-values.yaml": "controller:\n  replicas: 1\n",
    });
    const { code, out, err } = await run(folder, args);
    assert.ok(code === 0 || code === 1, err);
    const answer = JSON.parse(out);
    assert.ok(validate(answer), JSON.stringify(validate.errors?.slice(0, 3)));
    assert.equal(validate(args[0] === "rules" ? {} : "text"), false);
  });
}

test("an upgrade as JSON has the patch of each file, and writes nothing else", async () => {
  const folder = folderWith({ "a.yaml": VALUES });
  const { out, err } = await run(folder, [
    "upgrade",
    "-f",
    "a.yaml",
    "--to",
    "0.34.0",
    "--dry-run",
    "-o",
    "json",
  ]);
  const { from, to, notes, files } = JSON.parse(out);
  assert.deepEqual([from, to, err], ["cap-operator 0.30.0", "cap-operator 0.34.0", ""]);
  assert.ok(
    notes.some(({ topic }: { topic: string }) => topic === "ignored"),
    out,
  );
  assert.equal(files[0].path, "a.yaml");
  assert.match(files[0].patch, /^\+# cap-operator: values version=0\.34\.0$/m);
});

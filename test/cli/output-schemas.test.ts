// The JSON of all commands has the form that the package promises in one schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { RENDERS, renderedChart } from "../ask-helm/rendered-chart.ts";
import { CLEAN, folderWith, run } from "./run.ts";

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
  ["explain", "explain", "unknown-key", "-o", "json"],
  ["explain", "explain", "overridden", "-o", "json"],
  ["explain", "explain", "controller.replicas", "--chart", "cap-operator", "-o", "json"],
  ["explain", "explain", "webhook.sidecar", "-o", "json"],
  ["explain", "explain", "spec.ingressGatewayLabels", "-o", "json"],
  ["fix", "fix", "--unsafe", "--dry-run", "-o", "json"],
  ["fix", "fix", "--unsafe", "-o", "json"],
  ["fix", "fix", "--unsafe", "-", "-o", "json"],
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
    const { code, out, err } = await run(folder, args, { input: VALUES });
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

/** A Service with a type that there is not, after all other objects. */
const REJECTED = `${RENDERS}print("w.yaml", "apiVersion: v1\\nkind: Service\\nmetadata: {name: web}\\nspec: {type: clusterIP, ports: [{port: 80}]}\\n");`;
const skip = process.platform === "win32" && "a script of Node is no program on Windows";
for (const [definition, ...args] of [
  ["render"],
  ["render", "--set", "monitoring.enabled=true"],
  ["trace", "--trace", "controller.replicas"],
  ["trace", "--trace", "controller.replicas", "--with", "101"],
  ["trace", "--trace", "monitoring.level"],
  ["why", "--why", "Deployment/web:spec.replicas"],
  ["why", "--why", "Deployment/web:metadata.annotations.at"],
] as const) {
  test(`the schema of ${definition} describes what "render ${args.join(" ")}" prints`, { skip }, async () => {
    const validate = await validatorOf(definition);
    const { folder, env } = renderedChart(REJECTED);
    const render = ["render", "-f", "v.yaml", "--chart", "./mine", ...args, "-o", "json"];
    const { out, err } = await run(folder, render, { env });
    assert.ok(definition !== "render" || out.includes('"problems"'), out);
    assert.ok(validate(JSON.parse(out)), `${err}${JSON.stringify(validate.errors?.slice(0, 3))}`);
  });
}

/** Values with a number that is meant as text, which is safe to fix, and a typo, which is only likely to be one. */
const WRONG = `${CLEAN}  replicaz: 2\nimage: {tag: 1.10}\n`;

test("fixes as JSON are what was changed with the title of each fix, and what remains", async () => {
  const folder = folderWith({ "values.yaml": WRONG, "app.yaml": "kind: Deployment\n" });
  const dry = JSON.parse((await run(folder, ["fix", "--dry-run", "-o", "json"])).out);
  const { code, out, err } = await run(folder, ["fix", "-o", "json"]);
  const { files, summary } = JSON.parse(out);
  assert.deepEqual([code, err, files.length], [0, "", 1]);
  const [{ path, written, fixed, remaining, patch }] = files;
  assert.deepEqual([path, written, dry.files[0].written], ["values.yaml", true, false]);
  assert.match(patch, /^\+image: \{tag: "1\.10"\}$/m);
  assert.deepEqual({ ...dry.files[0], written }, files[0]);
  const [{ code: rule, fix, range }] = fixed;
  assert.deepEqual([rule, fix, range.start], ["ambiguous-scalar", 'Quote: "1.10"', { line: 7, column: 14 }]);
  const { files: checked } = JSON.parse((await run(folder, ["check", "--fixes", "-r", "json"])).out);
  assert.deepEqual(remaining, checked.find((file: { path: string }) => file.path === path).findings);
  const counts = { error: 0, warning: 1, information: 0, hint: 0 };
  assert.deepEqual(summary, { changed: 1, fixed: 1, counts });
});

test("the standard input is fixed as JSON, with its text, and errors that remain are the exit code of a file", async () => {
  const folder = folderWith({ "values.yaml": `${CLEAN}webhook:\n  replicas: -1\n` });
  const { code, out } = await run(folder, ["fix", "-", "-o", "json"], { input: `\ufeff${WRONG}` });
  const [{ path, written, text }] = JSON.parse(out).files;
  assert.deepEqual([code, path, written, text], [0, "-", false, `\ufeff${WRONG.replace("1.10", '"1.10"')}`]);
  const left = await run(folder, ["fix", "-o", "json"]);
  assert.deepEqual([left.code, JSON.parse(left.out).summary.counts.error], [1, 1]);
});

test("a key as JSON has its facts in each chart, and an unknown one is wrong use", async () => {
  const folder = folderWith({});
  const explain = (key: string) => run(folder, ["explain", key, "-o", "json"]);
  const { charts, published } = JSON.parse((await explain("subscriptionServer.certificateManager")).out);
  assert.deepEqual(
    charts.map((key: Record<string, unknown>) => [key.chart, key.default, key.allowed, key.required]),
    [
      ["cap-operator 0.34.0", "Gardener", ["Gardener", "CertManager"], false],
      ["cap-operator-chart", "Platform", ["Platform", "CertController"], false],
    ],
  );
  assert.equal(charts[0].since, published.version);
  const { code, out, err } = await explain("controller.nonsense");
  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^No code or key found: controller\.nonsense\./);
});

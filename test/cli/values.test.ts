import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { repository } from "../support/repository.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const project = folderWith({
  ".cap-operator.yaml": [
    "releases:",
    "  - name: test",
    "    values: [base.yaml]",
    "  - name: prod",
    "    values: [base.yaml, prod.yaml]",
    "    set: [controller.replicas=5]",
    "",
  ].join("\n"),
  "base.yaml": `${CLEAN}  replicas: 2\nimage:\n  tag: "1.0"\n`,
  "prod.yaml": 'controller:\n  replicas: 3\n  image:\n    tag: "2.0"\n',
});

test("effective values as YAML, with the origin of each as a comment", async () => {
  const { code, out } = await run(project, ["effective", "--release", "prod"]);
  assert.equal(code, 0);
  assert.match(
    out,
    /^# Later sources win: chart defaults, base\.yaml, prod\.yaml, --set #1 controller\.replicas=5\.$/m,
  );
  assert.match(out, /^controller:\n {2}replicas: 5 +# --set #1$/m);
  // The comments are in one column, but for those of values that reach beyond it.
  const columns = out.split("\n").flatMap((line) => (/^[^#]*\S +# /.test(line) ? [line.indexOf(" # ")] : []));
  const column = Math.min(...columns);
  assert.ok(column < 48 && columns.every((index) => index === column || index > 47), String(columns));
});

test("one value, with all that it replaced, the latest first", async () => {
  const { code, out } = await run(project, [
    "effective",
    "--release",
    "prod",
    "--key",
    "controller.replicas",
  ]);
  assert.equal(code, 0);
  assert.equal(
    out,
    [
      "controller.replicas: 5  # --set #1",
      "  instead of 3  # prod.yaml:2",
      "  instead of 2  # base.yaml:6",
      "  instead of 1  # chart default",
      "",
    ].join("\n"),
  );
});

test("JSON, with origins or without; a component has what it inherits from the top level", async () => {
  const ask = async (...args: string[]) =>
    JSON.parse((await run(project, ["effective", "--release", "test", ...args])).out);
  const all = await ask("-o", "json");
  assert.equal(all.controller.replicas, 2);
  assert.equal(all.webhook.image.tag, "1.0");
  assert.deepEqual((await ask("-o", "json", "--component", "webhook")).image, all.webhook.image);
  const [tag] = await ask("-o", "origins", "--key", "webhook.image.tag");
  assert.equal(tag.value, "1.0");
  assert.match(tag.source.text, /^from top-level image\.tag \(base\.yaml:8\)$/);
  assert.deepEqual(
    (await ask("-o", "origins", "--changed")).filter(
      ({ source }: { source: { default: boolean } }) => source.default,
    ),
    [],
  );
});

test("files and entries as for Helm, and the defaults alone", async () => {
  const { out } = await run(project, [
    "effective",
    "-f",
    "base.yaml",
    "--set",
    "controller.replicas=9",
    "--key",
    "controller.replicas",
  ]);
  assert.match(out, /^controller\.replicas: 9 {2}# --set #1\n {2}instead of 2 {2}# base\.yaml:6$/m);
  assert.match((await run(project, ["effective"])).out, /^# Effective values: the chart's defaults\.$/m);
});

test("what Helm rejects is said, and is a finding; what is not there is wrong use", async () => {
  const refused = await run(project, ["effective", "-f", "base.yaml", "--set-json", "a={"]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^Helm rejects --set-json #1/);
  const missing = await run(project, ["effective", "-f", "none.yaml"]);
  assert.deepEqual([missing.code, missing.out, missing.err], [2, "", "File not found: none.yaml.\n"]);
  assert.equal((await run(project, ["effective", "--key", "no.such"])).code, 2);
  assert.equal((await run(project, ["effective", "--key", "a..b"])).code, 2);
});

test("a difference names its sides with their charts, and keeps the entries of a list together with it", async () => {
  const folder = folderWith({
    "a.yaml": "controller:\n  volumes: []\nwebhook:\n  replicas: 1\n",
    "b.yaml": "controller:\n  volumes: [{name: x}]\nwebhook:\n  replicas: 2\n",
  });
  const { code, out } = await run(folder, ["diff", "a.yaml@0.30.0", "b.yaml@0.34.0"]);
  assert.equal(code, 1);
  assert.match(
    out,
    /^--- a\.yaml@0\.30\.0 \(cap-operator 0\.30\.0\)\n\+\+\+ b\.yaml@0\.34\.0 \(cap-operator 0\.34\.0\)\n/,
  );
  const keys = out.split("\n").filter((line) => /^(?:controller\.volumes|webhook\.replicas)/.test(line));
  assert.deepEqual(keys, ["controller.volumes", "controller.volumes[0].name", "webhook.replicas"]);
});

test("two releases: which values differ, by key and origin; the code says whether", async () => {
  const { code, out } = await run(project, ["diff", "test", "prod"]);
  assert.equal(code, 1);
  assert.match(out, /^controller\.replicas\n {2}- 2 {2}# base\.yaml:6\n {2}\+ 5 {2}# --set #1$/m);
  assert.match(
    out,
    /^controller\.image\.tag\n {2}- "1\.0" {2}# from top-level image\.tag \(base\.yaml:8\)\n {2}\+ "2\.0" {2}# prod\.yaml:4$/m,
  );
  const same = await run(project, ["diff", "test", "base.yaml"]);
  assert.deepEqual([same.code, same.out], [0, "No value is different.\n"]);
  assert.doesNotMatch(same.err, /templates/);
});

test("two versions of the chart: their defaults, and with the same values", async () => {
  const { code, out } = await run(project, ["diff", "@0.28.0", "@0.34.0", "-o", "json"]);
  assert.equal(code, 1);
  const keys = JSON.parse(out).map(({ key }: { key: string }) => key);
  // Both are in the values.yaml of the published charts 0.28.0 and 0.34.0.
  assert.ok(!keys.includes("controller.replicas"));
  assert.ok(keys.length > 0);
  assert.equal((await run(project, ["diff", "@0.34.0", "@0.34.0"])).code, 0);
  const unknown = await run(project, ["diff", "test@99.0.0", "prod"]);
  assert.deepEqual(
    [unknown.code, unknown.err],
    [2, "The version 99.0.0 of the chart is not known. Known versions: 0.0.1 to 0.34.0.\n"],
  );
  // As tags are spelled.
  assert.deepEqual(await run(project, ["diff", "@v0.33.0", "@0.33.0"]), {
    code: 0,
    out: "No value is different.\n",
    err: "",
  });
  assert.match(
    (await run(project, ["diff", "tset", "prod"])).err,
    /^tset is not a release of the settings or a file\. Did you mean test\?$/m,
  );
});

test("a part of the values in which nothing differs from the defaults has its own answer", async () => {
  const folder = folderWith({ "v.yaml": `# cap-operator: values version=0.34.0\n${CLEAN}` });
  const webhook = ["effective", "-f", "v.yaml", "--component", "webhook", "--changed"];
  const same = "webhook does not differ from the chart's defaults.\n";
  assert.deepEqual(await run(folder, webhook), { code: 0, out: "", err: same });
  assert.deepEqual(await run(folder, [...webhook, "-o", "json"]), { code: 0, out: "{}\n", err: same });
  const none = await run(folder, ["effective", "-f", "v.yaml", "--component", "webhok", "--changed"]);
  assert.deepEqual([none.code, none.err], [2, "Nothing is set at webhok. Did you mean webhook?\n"]);
});

test("a rule and a key are explained", async () => {
  const rule = await run(project, ["explain", "unknown-key"]);
  assert.equal(rule.code, 0);
  assert.match(rule.out, /^unknown-key \(warning\)\n\nThe chart does not have this key\./);
  assert.match(rule.out, /Wrong:\n\n {4}controller:\n {6}replica: 2/);
  const key = await run(project, ["explain", "controller.replicas"]);
  assert.match(key.out, /^controller\.replicas · `whole number`\n\nNumber of pods/);
  assert.match(key.out, /- Default: `1`/);
  const item = await run(project, ["explain", "controller.volumes[0].name"]);
  assert.match(item.out, /^controller\.volumes\[0\]\.name · `text`/);
  // Both are in the table of the published charts.
  const named = await run(project, ["explain", "controller.replicas", "--chart", "cap-operator"]);
  assert.match(named.out, /^Since version 0\.0\.1 of the chart cap-operator\.$/m);
  const specified = ["controller.versionMonitoring.metricsServerAddress", "--chart", "cap-operator-chart"];
  const renamed = await run(project, ["explain", ...specified]);
  assert.match(
    renamed.out,
    /^Since version 0\.10\.0 of the chart cap-operator, where it is called controller\.versionMonitoring\.prometheusAddress\.$/m,
  );
  const later = await run(project, ["explain", "controller.certManager", "--chart-version", "0.34.0"]);
  assert.deepEqual(later.out.match(/Since/g)?.length, 1, later.out);
  for (const [key, version, message] of [
    ["podLabels", "0.3.0", 'cap-operator 0.3.0 has no "podLabels"; it was added in 0.10.1.'],
    ["webhook.sidecar", "0.34.0", 'cap-operator 0.34.0 has no "webhook.sidecar"; it was removed in 0.31.0.'],
  ] as const) {
    const absent = await run(project, ["explain", key, "--chart-version", version]);
    assert.deepEqual([absent.code, absent.out, absent.err], [2, "", `${message}\n`]);
  }
  const none = await run(project, ["explain", "controller.nonsense"]);
  assert.deepEqual(
    [none.code, none.out, none.err],
    [2, "", "No code or key found: controller.nonsense. All codes are listed by: cap-operator rules\n"],
  );
});

test("without a chart, a key is explained for every chart", async () => {
  const folder = folderWith({});
  const manager = await run(folder, ["explain", "subscriptionServer.certificateManager"]);
  assert.match(
    manager.out,
    /^In cap-operator 0\.34\.0: default "Gardener"; allowed: "Gardener", "CertManager"/m,
  );
  assert.match(
    manager.out,
    /^In cap-operator-chart: default "Platform"; allowed: "Platform", "CertController"/m,
  );
  assert.match(manager.out, /^Example for cap-operator 0\.34\.0:\n\n.*\n.*certificateManager: Gardener$/m);
  const replicas = await run(folder, ["explain", "controller.replicas"]);
  // No fact of one chart alone is below what each chart has.
  assert.match(
    replicas.out,
    /\nIn cap-operator 0\.34\.0: default 1; since 0\.0\.1\.\nIn cap-operator-chart: default 1\.\n\nExample:\n/,
  );
  const other = await run(folder, ["explain", "controller.versionMonitoring.metricsServerAddress"]);
  assert.match(
    other.out,
    /^In cap-operator: called controller\.versionMonitoring\.prometheusAddress; since 0\.10\.0\.\nIn cap-operator-chart: /m,
  );
  const released = folderWith({
    ".cap-operator.yaml":
      "releases:\n- {name: prod, chart: cap-operator, version: 0.30.0, values: [v.yaml]}\n",
  });
  assert.equal((await run(released, ["explain", "controller.replicas"])).out, replicas.out);
  const gone = await run(folder, ["explain", "webhook.sidecar"]);
  assert.match(gone.out, /^In cap-operator 0\.30\.0: .*removed in 0\.31\.0\.$/m);
  assert.equal((await run(folder, ["explain", "monitoring.grafana"])).code, 0);
});

test("the schema is JSON Schema, that of a version has the keys of that version", async () => {
  const { out } = await run(project, ["schema", "--chart", "cap-operator-chart"]);
  const schema = JSON.parse(out);
  const built = JSON.parse(readFileSync(path.join(repository, "dist/schemas/values.schema.json"), "utf8"));
  const keysOf = ({ properties }: { properties: object }) => Object.keys(properties);
  assert.deepEqual(keysOf(schema), keysOf(built));
  for (const component of ["controller", "subscriptionServer", "webhook"]) {
    assert.deepEqual(keysOf(schema.properties[component]), keysOf(built.properties[component]));
  }
  const either = JSON.parse((await run(project, ["schema"])).out);
  for (const key of ["istioSystemNamespace", "meshSystemNamespace"]) {
    assert.ok(key in either.properties.subscriptionServer.properties, "no chart is named, so it is for both");
  }
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(!validate({ controller: { replicas: "two" } }));
  const published = JSON.parse((await run(project, ["schema", "--chart-version", "0.34.0"])).out);
  assert.ok("istioSystemNamespace" in published.properties.subscriptionServer.properties);
  assert.ok(!("istioSystemNamespace" in schema.properties.subscriptionServer.properties));
  const operator = JSON.parse((await run(project, ["schema", "--kind", "operator"])).out);
  assert.notDeepEqual(operator, schema);
});

test("the example of a key is one of those that are known, and our own check finds nothing in it", async () => {
  const wanted: Record<string, string> = {
    // An example of the schema, the other one of two values, what else is allowed, and the default where there is nothing else.
    tolerations: "tolerations:\n  - key: dedicated\n    operator: Exists\n    effect: NoSchedule\n",
    "monitoring.enabled": "monitoring:\n  enabled: true\n",
    "image.pullPolicy": "image:\n  pullPolicy: Always\n",
    "controller.replicas": "controller:\n  replicas: 1\n",
  };
  for (const [key, text] of Object.entries(wanted)) {
    const { out } = await run(project, ["explain", key]);
    const [, example = ""] = /\nExample:\n\n((?: {4}.*\n)+)$/.exec(out) ?? [];
    assert.equal(example.replaceAll(/^ {4}/gm, ""), text, key);
    const folder = folderWith({ "values.yaml": `# cap-operator: values\n${text}` });
    const { files } = JSON.parse((await run(folder, ["check", "-r", "json"])).out);
    const codes = files.flatMap(({ findings = [] }: { findings: { code: string }[] }) =>
      findings.map(({ code }) => code),
    );
    assert.deepEqual(
      [...new Set(codes)].filter((code) => code !== "required-for-install"),
      [],
      key,
    );
  }
  // A host name that is reserved for examples is one that the check warns of.
  const domain = await run(project, ["explain", "subscriptionServer.domain"]);
  assert.doesNotMatch(domain.out, /^Example:/m);
});

test("a null with which Helm cannot render the published chart is a finding of effective", async () => {
  const folder = folderWith({ "values.yaml": "# cap-operator: values version=0.34.0\nimage: null\n" });
  const { code, out, err } = await run(folder, ["effective", "-f", "values.yaml"]);
  assert.equal(code, 1);
  assert.match(err, /The chart cannot be rendered while "image" is null \(values\.yaml:2\)\./);
  assert.match(out, /^controller:$/m);
});

test("a null with which Helm cannot render the chart is an error at the entry that sets it, and where no later source has a value", async () => {
  const folder = folderWith({
    "values.yaml": `# cap-operator: values version=0.34.0\nsubscriptionServer:\n  domain: cop.a.internal\n  dnsTarget: x.a.internal\n`,
    "empty.yaml": "webhook:\nimage: null\n",
    "later.yaml": 'webhook:\n  replicas: 2\nimage:\n  tag: "1"\n',
  });
  for (const [entry, said] of [
    [["--set", "webhook=null"], "--set #1 (webhook=null)"],
    [["--set", "webhook.service=null"], "--set #1 (webhook.service=null)"],
    [["--set-json", 'controller={"image":null}'], '--set-json #1 (controller={"image":null})'],
  ] as const) {
    const { code, out } = await run(folder, ["check", "-f", "values.yaml", ...entry]);
    assert.equal(code, 1, said);
    assert.ok(out.includes(`${said}: The chart cannot be rendered while`), out);
  }
  const files = ["check", "-f", "values.yaml", "-f", "empty.yaml"];
  assert.match((await run(folder, files)).out, /2 errors/);
  assert.doesNotMatch((await run(folder, [...files, "-f", "later.yaml"])).out, / error/);
});

test("a default that is not listed is told beside JSON, and differs between versions", async () => {
  const key = "subscriptionServer.certificateConfig.additionalCACertificate";
  const folder = folderWith({ "values.yaml": "# cap-operator: values version=0.20.0\n" });
  const json = await run(folder, ["effective", "-f", "values.yaml", "-o", "json"]);
  assert.match(json.err, new RegExp(`${key} is not listed: the chart has the root certificate`));
  const origins = await run(folder, ["effective", "-f", "values.yaml", "-o", "origins"]);
  const listed = JSON.parse(origins.out) as { key: string; described?: string }[];
  assert.match(listed.find((entry) => entry.key === key)?.described ?? "", /certificate/);
  const { code, out } = await run(folder, ["diff", "@0.19.0", "@0.20.0"]);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`${key}\\n {2}\\+ the root certificate`));
  const compared = await run(folder, ["diff", "@0.19.0", "@0.20.0", "-o", "json"]);
  assert.deepEqual(JSON.parse(compared.out).at(-1).after.source, "chart default");
  assert.match(compared.err, /^Compares values; what the templates make of them may differ\.$/m);
});

test("the schema for other tools takes the nulls that Helm takes, and refuses those with which rendering ends", async () => {
  const { out } = await run(project, ["schema", "--chart-version", "0.34.0"]);
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(out));
  for (const values of [
    { subscriptionServer: { ingressGatewayLabels: { istio: null, app: "x" } } },
    { controller: { replicas: null, affinity: null, certManager: null } },
    { subscriptionServer: { certificateManager: null } },
    { logLevel: 2 },
    { "x-own": { pool: "own" }, controller: { nodeSelector: { pool: "own" } } },
  ]) {
    assert.ok(validate(values), JSON.stringify([values, validate.errors]));
  }
  for (const values of [{ image: null }, { webhook: null }, { controller: { replicas: "many" } }]) {
    assert.ok(!validate(values), JSON.stringify(values));
  }
});

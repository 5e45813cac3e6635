import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { ruleExamples } from "../../schemas/rule-examples.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { CLEAN, folderWith, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { Agent, afterEdits, REVISIONS } from "./agent.ts";

const TOOLS = [
  "check_values",
  "suggest_fixes",
  "explain_code",
  "explain_key",
  "search_keys",
  "effective_values",
  "upgrade_values",
  "rendered_objects",
];
/** Names that say what they would do, in whatever words. */
const DANGEROUS = /install|helm|kubectl|cluster|deploy|exec|run|fetch|download|delete|write|apply/;

for (const revision of REVISIONS) {
  test(`${revision}: an agent lists the tools, and reads a file in the folder that its client names`, async () => {
    const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
    const agent = await Agent.start({ roots: [folder], revision });
    try {
      const { tools } = await agent.client.listTools();
      assert.equal(agent.client.getNegotiatedProtocolVersion(), revision);
      assert.deepEqual(
        tools.map(({ name }) => name),
        TOOLS,
      );
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
      const size = Buffer.byteLength(JSON.stringify(tools));
      assert.ok(size < 6000, `the list of tools has ${size} bytes`);
      assert.deepEqual(Object.keys(agent.client.getServerCapabilities() ?? {}), ["tools"]);
      assert.deepEqual(
        tools.filter(({ name }) => DANGEROUS.test(name)),
        [],
      );
      const checked = await agent.ask("check_values", { path: "values.yaml", fixes: true, repair: "likely" });
      assert.deepEqual(checked.counts, { error: 0, warning: 1, information: 0, hint: 0 });
      const [{ fixes, ...finding }] = checked.findings;
      assert.deepEqual(finding, {
        severity: "warning",
        code: "unknown-key",
        message: 'Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?',
        line: 6,
        column: 3,
        endColumn: 11,
        source: "replicaz: 2",
      });
      assert.deepEqual(checked.repaired, {
        text: `${CLEAN}  replicas: 2\n`,
        remaining: { error: 0, warning: 0, information: 0, hint: 0 },
      });
      // A fix that is only likely right is not made without a request.
      assert.equal((await agent.ask("check_values", { path: "values.yaml" })).repaired, undefined);
      const fixed = await agent.ask("suggest_fixes", { path: "values.yaml", fixes: [fixes[0].id] });
      assert.equal(fixed.text, `${CLEAN}  replicas: 2\n`);
      assert.equal(afterEdits(WITH_UNKNOWN_KEY, fixed.edits), fixed.text);
      assert.deepEqual(fixed.fixes, [fixes[0].title]);
      assert.deepEqual(fixed.remaining, { error: 0, warning: 0, information: 0, hint: 0 });
    } finally {
      await agent.end();
    }
  });
}

test("without a chart, keys of every chart are explained and found", async () => {
  const agent = await Agent.start();
  try {
    const published = await agent.ask("explain_key", { key: "monitoring.grafana" });
    assert.equal(published.chart, "cap-operator 0.34.0");
    // keys.tsv of the published charts: removed in 0.31.0.
    const gone = await agent.ask("explain_key", { key: "webhook.sidecar" });
    assert.equal(gone.charts[0].removed, "0.31.0");
    const manager = await agent.ask("explain_key", { key: "subscriptionServer.certificateManager" });
    assert.deepEqual(
      manager.charts.map((key: { chart: string; default: unknown }) => [key.chart, key.default]),
      [
        ["cap-operator 0.34.0", "Gardener"],
        ["cap-operator-chart", "Platform"],
      ],
    );
    const found = await agent.ask("search_keys", { query: "prometheus" });
    assert.ok(found.count > 0);
    assert.deepEqual(found.keys[0].charts, ["cap-operator 0.34.0"]);
  } finally {
    await agent.end();
  }
});

test("with the path of a file, keys are those of the chart that the file is for", async () => {
  const named = (options: string) => `# cap-operator: values ${options}\n${CLEAN}`;
  const root = folderWith({
    "old.yaml": named("version=0.30.0"),
    "specified.yaml": named("chart=cap-operator-chart"),
    "open-values.yaml": CLEAN,
    "lost.yaml": named("chart=./nope"),
    "foreign.yaml": "a: 1\n",
  });
  const agent = await Agent.start({ roots: [root] });
  try {
    const explained = async (file: string, key: string) => agent.ask("explain_key", { key, path: file });
    // keys.tsv of the published charts: in 0.30.0, and removed in 0.31.0.
    assert.equal((await explained("old.yaml", "webhook.sidecar")).chart, "cap-operator 0.30.0");
    const manager = await explained("specified.yaml", "subscriptionServer.certificateManager");
    assert.deepEqual(
      [manager.chart, manager.default, manager.charts],
      ["cap-operator-chart", "Platform", undefined],
    );
    const open = await explained("open-values.yaml", "subscriptionServer.certificateManager");
    assert.equal(open.charts.length, 2);
    const asked = {
      key: "subscriptionServer.certificateManager",
      path: "specified.yaml",
      chart_version: "0.34.0",
    };
    assert.equal((await agent.ask("explain_key", asked)).chart, "cap-operator 0.34.0");
    assert.match(
      await agent.refusal("explain_key", { key: "monitoring.grafana", path: "specified.yaml" }),
      /Key not found: "monitoring\.grafana"\. The chart of the file is cap-operator-chart\./,
    );
    const found = await agent.ask("search_keys", { query: "sidecar", path: "old.yaml" });
    assert.equal(found.chart, "cap-operator 0.30.0");
    assert.ok(found.keys.some(({ key }: { key: string }) => key === "webhook.sidecar"));
    assert.equal(
      (await agent.ask("search_keys", { query: "istioSystemNamespace", path: "specified.yaml" })).count,
      0,
    );
    for (const [file, sentence] of [
      ["lost.yaml", /No chart found at \.\/nope\./],
      ["foreign.yaml", /Not a file of the operator\./],
      ["missing.yaml", /File not found/],
      ["../outside.yaml", /not in the given folders/],
    ] as const) {
      assert.match(await agent.refusal("search_keys", { query: "x", path: file }), sentence);
      assert.match(await agent.refusal("explain_key", { key: "controller", path: file }), sentence);
    }
  } finally {
    await agent.end();
  }
});

test("a values file with a misspelled deciding key is mended as it is checked", async () => {
  const misspelled = CLEAN.replace("subscriptionServer", "subscriptionserver");
  const root = folderWith({ "values.yaml": misspelled });
  const agent = await Agent.start({ roots: [root] });
  try {
    const { findings } = await agent.ask("check_values", { path: "values.yaml", fixes: true });
    const [{ fixes }] = findings;
    const fixed = await agent.ask("suggest_fixes", { path: "values.yaml", fixes: [fixes[0].id] });
    assert.equal(fixed.text, CLEAN);
  } finally {
    await agent.end();
  }
});

test("edits of a text with a byte order mark do not count the mark", async () => {
  const marked = `\uFEFF${CLEAN}  replicas: "2"\n`;
  const agent = await Agent.start({ roots: [folderWith({ "values.yaml": marked })] });
  try {
    for (const asked of [{ path: "values.yaml" }, { text: marked }]) {
      const fixed = await agent.ask("suggest_fixes", asked);
      assert.equal(fixed.text, `${CLEAN}  replicas: 2\n`);
      assert.equal(afterEdits(marked, fixed.edits), fixed.text);
    }
  } finally {
    await agent.end();
  }
});

test("what cannot be seen in a text is an escape in what is read, and unchanged in what is written into a file", async () => {
  const agent = await Agent.start();
  const hidden = "\u202eevil\u200b";
  const text = `# ${hidden}\nwebhook:\n  replicas: "2" # ${hidden}\n  ${hidden}: 1\n`;
  const { findings, repaired } = await agent.ask("check_values", { text });
  assert.equal(repaired.text, text.replace('"2"', "2"));
  assert.doesNotMatch(JSON.stringify(findings), /[\u202e\u200b]/);
  assert.ok(findings.some(({ source }: { source: string }) => source.includes(String.raw`\u202eevil\u200b`)));
  await agent.end();
});

test("a wrong argument is named in a sentence, with the one that is meant", async () => {
  const agent = await Agent.start();
  try {
    for (const [name, args, sentence] of [
      ["search_keys", { queri: "x" }, '"queri" is not an argument of search_keys. Did you mean "query"?'],
      ["explain_code", { zzz: 1 }, '"zzz" is not an argument of explain_code. Its arguments: code.'],
      ["explain_code", {}, 'explain_code requires the argument "code".'],
      ["check_values", { text: 3 }, '"text" of check_values must be a text.'],
      ["check_values", { text: "", fixes: "x" }, '"fixes" of check_values must be true or false.'],
      [
        "check_values",
        { text: "", repair: "x" },
        '"repair" of check_values must be one of: safe, likely, none.',
      ],
      ["search_keys", { query: "x", limit: 0 }, '"limit" of search_keys must be from 1 to 500.'],
      ["suggest_fixes", { text: "", fixes: 1 }, '"fixes" of suggest_fixes must be a text or a list.'],
      ["suggest_fixes", { text: "", fixes: [] }, '"fixes" of suggest_fixes must have 1 to 1000 items.'],
      [
        "suggest_fixes",
        { text: CLEAN, fixes: "x" },
        '"fixes" must be safe, likely, or a list of ids such as fix-1.',
      ],
    ] as const)
      assert.equal(await agent.refusal(name, args), sentence);
  } finally {
    await agent.end();
  }
});

/** A file of 744 bytes with 13 findings. The answer about such a file used to have 7,826 characters, twice. */
const MANY_FINDINGS = `# cap-operator: values chart=cap-operator version=0.34.0
# The values of the landscape in which releases are tried before anybody else gets them; who changes something here tells the others in the channel of the team.
# Certificates come from the manager of the cluster, see the page about the landscape.
#---------------------------------------------------------------------------
image:
  tag: 1.10
controller:
  replicaz: 2
  replicas: "2"
subscriptionServer:
  domain: cop.cluster-a.landscape.internal
  port: 70000
  certificateManager: gardner
  certificateConfig:
    issuerName: public-issuer
monitoring:
  enabled: "yes"
webhook:
  sidecar: true
  replica: 1
  replicas: -1
  servicePort: "443"
  resources:
    limits: {memory: 10mb}
`;

test("an answer has its findings once, with the line of each, within half of what it had", async () => {
  const agent = await Agent.start();
  try {
    const asked = { name: "check_values", arguments: { text: MANY_FINDINGS, repair: "likely" } };
    const { structuredContent } = await agent.client.callTool(asked);
    const { findings, repaired } = structuredContent as {
      findings: { line: number; source: string }[];
      repaired: { text: string };
    };
    assert.equal(findings.length, 13);
    const lines = MANY_FINDINGS.split("\n");
    for (const { line, source } of findings) assert.equal(source, lines[line - 1]?.trim());
    const size = JSON.stringify(structuredContent).length;
    assert.ok(size <= 7826 / 2, `${size} characters`);
    assert.doesNotMatch(JSON.stringify(structuredContent), /\[\]|:false|:""/);
    for (const right of ['tag: "1.10"', "certificateManager: Gardener", "enabled: true"])
      assert.ok(repaired.text.includes(right), right);
  } finally {
    await agent.end();
  }
});

test("each answer fits the schema of its tool", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "releases: [{name: prod, values: [values.yaml]}]\n",
    "values.yaml": WITH_UNKNOWN_KEY,
  });
  const agent = await Agent.start({ roots: [folder] });
  const asked: Readonly<Record<string, readonly object[]>> = {
    check_values: [
      { path: "values.yaml" },
      { text: MANY_FINDINGS, fixes: true },
      { release: "prod" },
      { text: "a: 1" },
    ],
    suggest_fixes: [{ text: MANY_FINDINGS }, { text: CLEAN, fixes: "likely" }],
    explain_code: RULES.map(({ code }) => ({ code })),
    explain_key: [{ key: "controller" }, { key: "controller.replicas", chart_version: "0.34.0" }],
    search_keys: [{ query: "replicas" }, { query: "nothing like it" }],
    effective_values: [{}, { release: "prod" }, { key: "controller" }, { key: "nope" }],
    upgrade_values: [{ path: "values.yaml", to: "0.34.0" }],
    // Helm is asked in rendered-objects.test.ts.
    rendered_objects: [],
  };
  try {
    const { tools } = await agent.client.listTools();
    for (const { name, outputSchema } of tools) {
      assert.ok(outputSchema, name);
      const fits = new Ajv({ strict: true, strictTypes: false }).compile(outputSchema as object);
      for (const args of asked[name] ?? assert.fail(name)) {
        const answer: Record<string, unknown> = await agent.ask(name, args);
        assert.ok(fits(answer), `${name}: ${JSON.stringify(fits.errors)}`);
        const known = Object.keys(outputSchema.properties ?? {});
        assert.ok(Object.keys(answer).some((key) => known.includes(key)) || answer.state === "foreign", name);
      }
    }
  } finally {
    await agent.end();
  }
});

test("a key without a value gets a hint, and a path outside the names of the folders that may be read", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  const agent = await Agent.start({ roots: [folder] });
  try {
    const { hint } = await agent.ask("effective_values", { key: "controler.replicas" });
    assert.match(hint, /no such key\. Did you mean controller\.replicas\?/);
    const unset = await agent.ask("effective_values", {
      key: "controller.nodeName",
      chart_version: "0.34.0",
    });
    assert.equal(unset.values.length + (unset.hint ? 1 : 0), 1);
    const refused = await agent.refusal("check_values", { path: "/etc/passwd" });
    assert.ok(refused.endsWith(`Allowed folders: ${JSON.stringify(realpathSync(folder))}.`), refused);
  } finally {
    await agent.end();
  }
});

test("a key is explained with its default, and keys are found by words", async () => {
  const agent = await Agent.start();
  try {
    const replicas = await agent.ask("explain_key", { key: "controller.replicas" });
    assert.deepEqual([replicas.type, replicas.default, replicas.isRequired], ["whole number", 1, false]);
    assert.match(replicas.documentation, /0 switches the component off/);
    assert.doesNotMatch(JSON.stringify(replicas), /file:/);
    const required = await agent.ask("explain_key", { key: "subscriptionServer.domain" });
    assert.equal(required.isRequired, true);
    const name = await agent.ask("explain_key", { key: "controller.volumes[0].name" });
    assert.equal(name.type, "text");
    assert.match(await agent.refusal("explain_key", { key: "controller.replica" }), /controller\.replicas/);
    const found = await agent.ask("search_keys", { query: "limits memory", limit: 1 });
    assert.match(found.keys[0].key, /resources\.limits\.memory$/);
    assert.ok(found.count > 1);
    // certManager came with 0.34.0: https://github.com/SAP/cap-operator-lifecycle
    const misspelled = await agent.refusal("explain_key", { key: "controller.replicaz" });
    assert.match(misspelled, /Did you mean controller\.replicas\?/);
    const other = await agent.refusal("explain_key", { key: "spec.ingressGatewayLabels" });
    assert.match(other, /It is a key of the kind operator\./);
    assert.match(
      await agent.refusal("explain_key", { key: "controller.certManager", chart_version: "0.33.0" }),
      /Key not found/,
    );
    const since = await agent.ask("explain_key", { key: "controller.certManager", chart_version: "0.34.0" });
    assert.equal(since.chart, "cap-operator 0.34.0");
    assert.match(
      await agent.refusal("search_keys", { query: "x", chart_version: "9.9.9" }),
      /Unknown chart version: "9\.9\.9"/,
    );
  } finally {
    await agent.end();
  }
});

test("of two fixes that change the same place, one has to be chosen", async () => {
  const agent = await Agent.start();
  try {
    const asked = { text: WITH_UNKNOWN_KEY, fixes: ["fix-1", "fix-2"] };
    assert.equal(
      await agent.refusal("suggest_fixes", asked),
      "Two of these fixes change the same place. Choose one of them.",
    );
    for (const [id, text] of [
      ["fix-1", `${CLEAN}  replicas: 2\n`],
      ["fix-2", CLEAN],
    ])
      assert.equal((await agent.ask("suggest_fixes", { ...asked, fixes: [id] })).text, text);
  } finally {
    await agent.end();
  }
});

test("effective values come with what is wrong with the entries of the release", async () => {
  const entries = "set: [webhook.replicaz=4, webhook.replicas=x]";
  const folder = folderWith({
    ".cap-operator.yaml": `releases:\n  - {name: prod, values: [], ${entries}}\n`,
  });
  const agent = await Agent.start({ roots: [folder] });
  try {
    const { problems } = await agent.ask("effective_values", { release: "prod", key: "webhook" });
    assert.deepEqual(
      problems.map((sentence: string) => sentence.split(": ")[0]),
      ["--set #2 (webhook.replicas=x)", "--set #1 (webhook.replicaz=4)"],
    );
  } finally {
    await agent.end();
  }
});

test("effective values of a release are those of all its sources, with where each comes from", async () => {
  const folder = folderWith({
    ".cap-operator.yaml":
      "releases:\n  - name: prod\n    values: [a.yaml, b.yaml]\n    set: [webhook.replicas=4]\n",
    "a.yaml": "controller:\n  replicas: 2\n",
    "b.yaml": "controller:\n  replicas: 3\nimage:\n  tag: v1\n",
  });
  const agent = await Agent.start({ roots: [folder] });
  try {
    const { values } = await agent.ask("effective_values", { release: "prod", key: "controller.replicas" });
    assert.deepEqual(values, [
      {
        key: "controller.replicas",
        value: 3,
        origin: "b.yaml:2",
        replaced: [
          { value: 1, origin: "chart default" },
          { value: 2, origin: "a.yaml:2" },
        ],
      },
    ]);
    const { yaml } = await agent.ask("effective_values", { release: "prod", form: "changed" });
    assert.match(yaml, /^webhook:\n(?: .*\n)*? {2}replicas: 4 {2}# --set #1$/m);
    assert.match(
      await agent.refusal("effective_values", { release: "test" }),
      /No release named test found in the settings\. Known: prod\./,
    );
  } finally {
    await agent.end();
  }
});

test("an upgrade is returned as edits and the text after them", async () => {
  const old = "# cap-operator: values version=0.19.0\nsubscriptionServer:\n  domain: cop.a.b.c # ours\n";
  const agent = await Agent.start({ roots: [folderWith({ "values.yaml": old })] });
  try {
    const told = await agent.ask("upgrade_values", { path: "values.yaml", to: "0.34.0" });
    assert.deepEqual([told.from, told.to], ["cap-operator 0.19.0", "cap-operator 0.34.0"]);
    assert.ok(told.notes.length > 0);
    const [file] = told.files;
    assert.equal(told.files.length, 1);
    assert.equal(file.text, old.replace("0.19.0", "0.34.0"));
    assert.equal(afterEdits(old, file.edits), file.text);
    const refused = await agent.refusal("upgrade_values", { path: "values.yaml", to: "0.99" });
    assert.match(refused, /Unknown chart version: "0\.99"/);
  } finally {
    await agent.end();
  }
});

test("the code of each rule is explained", async () => {
  const agent = await Agent.start();
  try {
    for (const { code, severity, docs } of RULES) {
      const told = await agent.ask("explain_code", { code });
      const { right } = ruleExamples(code);
      assert.deepEqual([told.severity, told.what, told.right], [severity, docs.what, right], code);
    }
    assert.match(await agent.refusal("explain_code", { code: "nope" }), /Code not found: "nope"/);
    assert.match(await agent.refusal("explain_code", { code: "unknwon-key" }), /Did you mean unknown-key\?/);
  } finally {
    await agent.end();
  }
});

test("without folders, texts are answered and files are refused; with --root, files in it and in the client's folder", async () => {
  const folder = folderWith({ "a/values.yaml": CLEAN, "b/values.yaml": CLEAN });
  const none = await Agent.start();
  try {
    const file = `${folder}/a/values.yaml`;
    assert.match(await none.refusal("check_values", { path: file }), /No folder may be read/);
    assert.equal((await none.ask("check_values", { text: CLEAN })).state, "checked");
  } finally {
    await none.end();
  }
  const both = await Agent.start({ roots: [folder], args: ["--root", "a"], cwd: folder });
  try {
    assert.equal((await both.ask("check_values", { path: `${folder}/a/values.yaml` })).state, "checked");
    assert.match(
      await both.refusal("check_values", { path: `${folder}/b/values.yaml` }),
      /not in the given folders/,
    );
  } finally {
    await both.end();
  }
});

test("the values of a release at a place in a document are checked, shown and migrated there", async () => {
  const document =
    "kind: Other\nvalues:\n  controller:\n    replicaz: 2\n  subscriptionServer:\n    meshSystemNamespace: mine\n";
  const folder = folderWith({
    ".cap-operator.yaml":
      "releases: [{name: prod, chart: cap-operator-chart, values: [base.yaml, cop.yaml#values]}]\n",
    "base.yaml": CLEAN,
    "cop.yaml": document,
  });
  const agent = await Agent.start({ roots: [folder] });
  try {
    const { files, problems } = await agent.ask("check_values", { release: "prod" });
    assert.deepEqual(problems, []);
    const found = files.flatMap(({ file, findings }: { file: string; findings: { code: string }[] }) =>
      findings.map(({ code }) => [path.basename(file), code]),
    );
    assert.deepEqual(found, [["cop.yaml", "unknown-key"]]);
    const shown = await agent.ask("effective_values", {
      release: "prod",
      key: "subscriptionServer.meshSystemNamespace",
    });
    assert.match(JSON.stringify(shown), /cop\.yaml#values:6/);
    const migrated = await agent.ask("upgrade_values", { release: "prod", to: "0.34.0" });
    assert.match(JSON.stringify(migrated), /kind: Other.*istioSystemNamespace: mine/);
  } finally {
    await agent.end();
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ChartKeys } from "../../../server/core/ownership/chart-keys.ts";
import type { Ownership, OwnershipReason } from "../../../server/core/ownership/claims.ts";
import type { ChartEvidence, OwnershipEvidence } from "../../../server/core/ownership/evidence.ts";
import { ownership } from "../../../server/core/ownership/ownership.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../support/engine.ts";

const KEYS = new Set([
  "controller",
  "controller.dnsTarget",
  "controller.replicas",
  "controller.image",
  "controller.image.tag",
  "global",
  "image",
  "image.tag",
  "imagePullSecrets",
  "subscriptionServer",
  "subscriptionServer.dnsTarget",
  "subscriptionServer.domain",
  "webhook",
  "webhook.service",
  "webhook.sidecar",
]);
const OPEN = ["global."];
const OPERATOR_CHART = "cap-operator-chart";
const FULL = "subscriptionServer:\n  domain: a.b\n  dnsTarget: x.b\n";
const RESOURCE = "apiVersion: operator.example.org/v1\nkind: CAPOperator\nmetadata:\n  name: one\n";

const keys: ChartKeys = {
  charts: [OPERATOR_CHART],
  knows(path) {
    const key = path.join(".");
    return KEYS.has(key) || OPEN.some((prefix) => key.startsWith(prefix));
  },
  components: ["controller", "subscriptionServer", "webhook"],
  certain: ["subscriptionServer.*", "controller.dnsTarget"],
  certainWithAnotherComponent: ["webhook.sidecar"],
};

function judge(path: string, text: string, more: Partial<OwnershipEvidence> = {}): Ownership {
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const evidence = { files, excludeFiles, chart: undefined, keys };
  return ownership(parseYaml(text), { path: `/ws/${path}`, workspacePath: path, ...evidence, ...more });
}

function check(
  path: string,
  text: string,
  expected: readonly [kind: "values" | "operator" | null, reason: OwnershipReason],
  more: Partial<OwnershipEvidence> = {},
): Ownership {
  const answer = judge(path, text, more);
  assert.deepEqual([answer.kind, answer.reason], expected, answer.explanation);
  assert.equal(answer.roots.length > 0, answer.kind !== null);
  const isLikely = expected[1] === "file-name" || expected[1] === "misspelled-key";
  assert.equal(answer.strength, answer.kind && (isLikely ? "likely" : "certain"), answer.explanation);
  assert.match(answer.explanation, /^[A-Z].*\.$/);
  return answer;
}

function chart(name: string, path: string): { chart: ChartEvidence } {
  return { chart: { name, path } };
}

describe("the modeline", () => {
  test("claims any file", () => {
    check("notes.yaml", "# cap-operator: values\nfoo: 1\n", ["values", "modeline"]);
    check("notes.yaml", "# cap-operator: operator\nfoo: 1\n", ["operator", "modeline"]);
    check("notes.yaml", "\uFEFF# Licence\n\n#cap-operator:values\n", ["values", "modeline"]);
    check("notes.yaml", "---\r\n# cap-operator: values\r\nfoo: 1\r\n", ["values", "modeline"]);
  });

  test("wins over everything else", () => {
    const text = `# cap-operator: off\n${FULL}`;
    check("cap-operator-values.yaml", text, [null, "modeline-off"]);
    const own = `# cap-operator: values\n${FULL}`;
    check("c/values.yaml", own, ["values", "modeline"], { excludeFiles: ["**"] });
    check("c/values.yaml", own, ["values", "modeline"], chart("other", "values.yaml"));
    check("c/templates/x.yaml", own, ["values", "modeline"], chart("other", "templates/x.yaml"));
  });

  test("is only looked for among the comments at the top", () => {
    check("notes.yaml", "a: |\n  # cap-operator: values\n", [null, "no-evidence"]);
    check("notes.yaml", "a: 1\n# cap-operator: values\n", [null, "no-evidence"]);
    check("notes.yaml", "# cap-operator-disable unknown-key\n", [null, "no-evidence"]);
  });

  test("with an unknown word says so, and the other evidence decides", () => {
    const ours = check("values.yaml", `# cap-operator: yes\n${FULL}`, ["values", "modeline-unknown"]);
    assert.equal(judge("values.yaml", "# cap-operator: yes\n").strength, "likely");
    assert.match(
      ours.explanation,
      /`# cap-operator: yes` is not recognized: write values, operator or off\./,
    );
    check("notes.yaml", "# cap-operator:\nfoo: 1\n", [null, "modeline-unknown"]);
  });
});

describe("the settings", () => {
  test("claim by glob", () => {
    check("deploy/cap-operator-values.yaml", "anything: 1\n", ["values", "setting"]);
    check("deploy/cap-operator.values.prod.yml", "", ["values", "setting"]);
    check("deploy/prod.yaml", "anything: 1\n", ["values", "setting"], { files: ["deploy/*.yaml"] });
  });

  test("exclude by glob", () => {
    check("values.yaml", FULL, [null, "setting-excluded"], { excludeFiles: ["values.yaml"] });
    check("cap-operator-values.yaml", FULL, [null, "setting-excluded"], { excludeFiles: ["**/cap*"] });
  });

  test("do not reach into places that are never ours", () => {
    const all = { files: ["**"] };
    check("c/values.yaml", FULL, [null, "other-chart"], { ...all, ...chart("ingress", "values.yaml") });
    check("c/templates/a.yaml", FULL, [null, "chart-template"], {
      ...all,
      ...chart("x", "templates/a.yaml"),
    });
    check("pnpm-lock.yaml", FULL, [null, "well-known-file"], all);
  });
});

describe("places that are never ours", () => {
  test("templates of any chart", () => {
    const place = chart(OPERATOR_CHART, "templates/values.yaml");
    check("c/templates/values.yaml", FULL, [null, "chart-template"], place);
    check("c/templates/sub/cr.yaml", RESOURCE, [null, "chart-template"], chart("x", "templates/sub/cr.yaml"));
    check("c/templates/cr.yaml", `${RESOURCE}spec: {{ .Values.x }}\n`, [null, "chart-template"]);
  });

  test("documents with template instructions, wherever they are", () => {
    check("values.yaml", `{{- if .Values.a }}\n${FULL}{{- end }}\n`, [null, "chart-template"]);
  });

  test("but not a folder that only happens to be called templates", () => {
    check("templates/values.yaml", FULL, ["values", "content"]);
  });

  test("the values of another chart", () => {
    for (const path of [
      "values.yaml",
      "values.yml",
      "values-prod.yaml",
      "values.dev.yaml",
      "ci/values.yaml",
    ]) {
      const answer = check(`c/${path}`, FULL, [null, "other-chart"], chart("ingress-nginx", path));
      assert.match(answer.explanation, /ingress-nginx/);
    }
    check(
      "c/ci/test-values.yaml",
      FULL,
      [null, "other-chart"],
      chart("ingress-nginx", "ci/test-values.yaml"),
    );
    check("c/values.yaml", FULL, [null, "other-chart"], chart("", "values.yaml"));
  });

  test("files of other tools", () => {
    for (const path of [
      ".github/workflows/values.yaml",
      "compose.yaml",
      "docker-compose.yml",
      "docker-compose.override.yml",
      "pnpm-lock.yaml",
      "conda-lock.yml",
      "Chart.yaml",
      ".gitlab-ci.yml",
      "kustomization.yaml",
    ]) {
      check(path, FULL, [null, "well-known-file"]);
    }
  });
});

describe("the operator's chart", () => {
  test("its values files are ours, whatever they hold", () => {
    check(
      "c/values.yaml",
      "foo: 1\nbar: 2\n",
      ["values", "operator-chart"],
      chart(OPERATOR_CHART, "values.yaml"),
    );
    check("c/values-prod.yml", "", ["values", "operator-chart"], chart(OPERATOR_CHART, "values-prod.yml"));
  });

  test("its other files are not", () => {
    check("c/other.yaml", "foo: 1\n", [null, "no-evidence"], chart(OPERATOR_CHART, "other.yaml"));
  });
});

describe("the operator resource", () => {
  test("is recognised by its kind", () => {
    check("any.yaml", RESOURCE, ["operator", "operator-resource"]);
    check("any.yaml", "kind: CAPOperator\n", ["operator", "operator-resource"]);
    check("any.yaml", RESOURCE, ["operator", "operator-resource"], chart("other", "crs/any.yaml"));
    check("any.yaml", "kind: Deployment\napiVersion: apps/v1\n", [null, "no-evidence"]);
  });

  test("is found among other resources, which are left alone", () => {
    const text = `apiVersion: v1\nkind: ConfigMap\n---\n${RESOURCE}---\nkind: Secret\napiVersion: v1\n`;
    const answer = check("all.yaml", text, ["operator", "operator-resource"]);
    assert.equal(answer.roots.length, 1);
    assert.equal(text.slice(answer.roots[0]?.document.start).startsWith("---\napiVersion: operator."), true);
  });

  test("is still a resource in a values file", () => {
    const answer = check("cap-operator-values.yaml", `${FULL}---\n${RESOURCE}`, ["values", "setting"]);
    assert.deepEqual(
      answer.roots.map(({ kind }) => kind),
      ["values", "operator"],
    );
  });
});

describe("the content", () => {
  test("a subscriptionServer with a key of the chart", () => {
    check("any.yaml", FULL, ["values", "content"]);
    check("any.yaml", `whatever: 1\n${FULL}`, ["values", "content"]);
    check("any.yaml", "subscriptionServer:\n  foo: 1\n", [null, "no-evidence"]);
    check("any.yaml", "subscriptionServer: 1\n", [null, "no-evidence"]);
    check("any.yaml", FULL, [null, "no-evidence"], { keys: { ...keys, certain: [] } });
    const said = check("any.yaml", FULL, ["values", "content"]).explanation;
    assert.equal(said, "This file sets subscriptionServer, which only the operator's chart has.");
    check("any.yaml", `nested:\n  ${FULL.replaceAll("\n", "\n  ")}\n`, [null, "no-evidence"]);
  });

  test("a key below a component that no other product has, with or without a value", () => {
    check("any.yaml", "controller:\n  dnsTarget:\n", ["values", "content"]);
    check("values.yaml", "replicaCount: 1\ncontroller: {dnsTarget: a.b}\n", ["values", "content"]);
    check("any.yaml", "controller:\n  dnsTarget\n", [null, "no-evidence"]);
    check("any.yaml", "dnsTarget: a.b\n", [null, "no-evidence"]);
    check("any.yaml", "controller: dnsTarget\n", [null, "no-evidence"]);
    check("any.yaml", "apiVersion: a/v1\nkind: B\ncontroller: {dnsTarget: a.b}\n", [null, "no-evidence"]);
  });

  test("a key that hardly any other product has, beside a known key of another component", () => {
    const sidecar = "webhook:\n  sidecar: true\n";
    check("any.yaml", `${sidecar}controller:\n  replicas: 1\n`, ["values", "content"]);
    check("any.yaml", sidecar, [null, "no-evidence"]);
    check("any.yaml", `${sidecar}  service: {}\n`, [null, "no-evidence"]);
    check("any.yaml", `${sidecar}controller:\n  kind: x\n`, [null, "no-evidence"]);
    check("any.yaml", `${sidecar}controller:\n  replicas\n`, [null, "no-evidence"]);
    check("any.yaml", "webhook: {service: {}}\ncontroller: {replicas: 1}\n", [null, "no-evidence"]);
  });

  test("a key that is being edited does not change what the file was", () => {
    const was = { strength: "certain", reason: "content" } as const;
    const renamed = "subscriptionServe:\n  domain: a.b\n";
    check("any.yaml", renamed, [null, "no-evidence"]);
    check("any.yaml", renamed, ["values", "content"], { was });
    check("any.yaml", `${renamed}controller:\n  replicas: 1\n`, ["values", "content"], { was });
    check("any.yaml", "controller:\n  replicas: 1\n  dnsTar\n", ["values", "content"], { was });
    check("any.yaml", "controller:\n  replicas: 1\n", [null, "no-evidence"], { was });
    check("values.yaml", "controller:\n  replicas: 1\n", ["values", "file-name"], { was });
    check("values.yaml", "", ["values", "file-name"], { was });
    check("any.yaml", "replicaCount: 1\nservice: {}\n", [null, "no-evidence"], { was });
    check("any.yaml", renamed, [null, "no-evidence"], { was: { strength: "certain", reason: "modeline" } });
    check("values.yaml", renamed, ["values", "misspelled-key"], {
      was: { strength: "likely", reason: "file-name" },
    });
  });

  test("only the documents that hold it are ours", () => {
    const answer = check("any.yaml", `foo: 1\n---\n${FULL}---\nbar: 2\n`, ["values", "content"]);
    assert.equal(answer.roots.length, 1);
  });

  test("one broken line does not hide it", () => {
    check("any.yaml", `${FULL}controller\n  replicas: 2\n`, ["values", "content"]);
    check("any.yaml", `controller: [\n${FULL}`, ["values", "content"]);
  });
});

describe("the file name", () => {
  test("an empty values file is ours", () => {
    for (const name of [
      "values.yaml",
      "values.yml",
      "values-prod.yaml",
      "prod.values.yaml",
      "prod-values.yml",
    ]) {
      check(name, "", ["values", "file-name"]);
      check(name, "# nothing yet\n", ["values", "file-name"]);
    }
    check("other.yaml", "", [null, "no-evidence"]);
    check("valuesx.yaml", "", [null, "no-evidence"]);
    check("values.json", "", [null, "no-evidence"]);
  });

  test("not below another chart", () => {
    check(
      "values.yaml",
      "controller:\n  replicas: 1\n",
      [null, "other-chart"],
      chart("x", "deploy/values.yaml"),
    );
  });

  test("is likely, and says so", () => {
    const empty = judge("values.yaml", "").explanation;
    const meaning = "So it is likely, not certain, that it is for CAP Operator.";
    assert.equal(empty, `The file is named like a values file (values.yaml) and is still empty. ${meaning}`);
    const known = judge("values.yaml", "image: {tag: v1}\n").explanation;
    assert.match(known, /has keys of the operator's chart, but only keys that other charts have as well\./);
  });

  test("every key must be known", () => {
    check("values.yaml", "controller:\n  replicas: 1\nglobal:\n  a: 1\n  b: 2\n", ["values", "file-name"]);
    const answer = check("values.yaml", "controller:\n  replicas: 1\nreplicaCount: 1\n", [
      null,
      "foreign-keys",
    ]);
    assert.match(answer.explanation, /`replicaCount`/);
    check("values.yaml", "- a\n- b\n", [null, "foreign-keys"]);
    check("values.yaml", "some words only\n", [null, "foreign-keys"]);
  });

  test("keys on all levels count, and a single unknown one is enough", () => {
    check("values.yaml", "controller:\n  replicas: 1\n  image:\n    tag: v1\n", ["values", "file-name"]);
    const answer = check("values.yaml", "controller:\n  replicas: 1\n  name: x\n", [null, "foreign-keys"]);
    assert.match(answer.explanation, /`controller\.name` is not in the operator's chart/);
    const deep = "controller:\n  replicas: 1\n  image:\n    tag: v1\n    registry: r\n";
    assert.match(
      check("values.yaml", deep, [null, "foreign-keys"]).explanation,
      /`controller\.image\.registry`/,
    );
  });

  test("the values of an ingress controller are not ours", () => {
    const text =
      "controller:\n  name: controller\n  enableAnnotationValidations: true\n  image:\n    tag: v1\n  hostNetwork: false\n";
    check("values.yaml", text, [null, "foreign-keys"]);
  });

  test("a key that is being typed does not make the file foreign", () => {
    check("values.yaml", "con", ["values", "file-name"]);
    check("values.yaml", "controller:\n  replicas: 1\nwebh", ["values", "file-name"]);
    check("values.yaml", "controller:\n  replicas: 1\n  ima", ["values", "file-name"]);
    const was = { strength: "likely", reason: "file-name" } as const;
    const typo = "controller:\n  replicas: 1\nwebhok:\n";
    check("values.yaml", typo, [null, "foreign-keys"]);
    check("values.yaml", typo, ["values", "file-name"], { was });
    check("values.yaml", "replicaCount: 1\n", [null, "foreign-keys"], { was });
    check("values.yaml", "controller: {}\na: 1\nb: 2\n", [null, "foreign-keys"], { was });
  });
});

describe("the keys of the schema", () => {
  const { knows, components, certain, certainWithAnotherComponent } = engine.chartKeys();

  test("each key that decides is a known one", () => {
    assert.deepEqual(components, ["controller", "subscriptionServer", "webhook"]);
    for (const key of [...certain, ...certainWithAnotherComponent]) {
      assert.ok(knows(key.replace(/\.\*$/, "").split(".")), key);
    }
    for (const key of certainWithAnotherComponent) assert.ok(!certain.includes(key), key);
  });

  test("words of the operator's other charts are known, with the mappings around them and the keys below them", () => {
    for (const key of [
      "monitoring.grafana",
      "monitoring.grafana.dashboard.configMapLabels.team",
      "logLevel",
    ]) {
      assert.ok(knows(key.split(".")), key);
    }
    for (const key of ["monitoring.grafana.enabled", "controller.clientRateLimiting.x", "logLevels"]) {
      assert.ok(!knows(key.split(".")), key);
    }
  });
});

test("a file that could not be read is left alone, if it would have been ours", () => {
  const huge = { ...parseYaml(""), refused: "This file is too large." };
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const refused = (name: string) => {
    const place = { path: `/ws/${name}`, files, excludeFiles, chart: undefined, keys };
    const { kind, strength, reason, explanation } = ownership(huge, place);
    return [kind, strength, reason, explanation];
  };
  const told = ["too-large", "This file is too large."];
  assert.deepEqual(refused("cap-operator-values.yaml"), [null, "certain", ...told]);
  assert.deepEqual(refused("values.yaml"), [null, "likely", ...told]);
  assert.equal(refused("data.yaml")[2], "no-evidence");
});

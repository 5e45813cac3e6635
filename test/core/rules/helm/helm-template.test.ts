import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { DEFAULT_SETTINGS } from "../../../../server/core/settings.ts";
import { helmComplaints } from "../../../../server/core/values/helm-verdict.ts";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { createEngine, engine } from "../../support/engine.ts";

const VALUES =
  'controller:\n  image:\n    tag: x\n  extra: a\nowner: ""\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  replicas: 1\n';

function told(text: string, answer: string, template: string, values = VALUES) {
  const chart = chartAtHand(values, { "templates/x.yaml": `${template}\n{{ toYaml .Values }}\n` });
  const complaints = helmComplaints(answer, { name: "cap-operator", texts: chart.texts });
  return analyseBeside(text, chart).told(complaints);
}

/** An engine for which a rule is switched off. */
function without(code: string) {
  const severity = { [code]: "off" } as const;
  return createEngine({ ...DEFAULT_SETTINGS, diagnostics: { ...DEFAULT_SETTINGS.diagnostics, severity } });
}

/** Line, code and message of what is reported at errors when Helm has answered. */
async function errors(text: string, answer: string, template: string) {
  const found = await engine.diagnostics(told(text, answer, template));
  return found
    .filter(({ severity }) => severity === 1)
    .map(
      ({ code, range, message }) =>
        `${range.start.line + 1}:${range.start.character + 1} ${code}: ${message}`,
    );
}

const REQUIRED = "Error: execution error at (cap-operator/templates/x.yaml:1:4): owner is needed";

suite("Helm's verdict in a values file", () => {
  test("is at the key that it is about", async () => {
    const found = await errors(
      'controller:\n  extra: b\nowner: ""\n',
      REQUIRED,
      '{{ required "owner is needed" .Values.owner }}',
    );
    assert.deepEqual(found, ["3:1 helm-template: The chart rejects the values: owner is needed"]);
  });

  test("is at the first key if nothing that it is about is written", async () => {
    const found = await errors(
      "controller:\n  extra: b\n",
      REQUIRED,
      '{{ required "owner is needed" .Values.owner }}',
    );
    assert.deepEqual(found, ["1:1 helm-template: The chart rejects the values: owner is needed"]);
  });

  test("of an object that is not YAML, at the only value that can be the reason", async () => {
    const answer =
      "Error: YAML parse error on cap-operator/templates/x.yaml: error converting YAML to JSON: yaml: mapping values are not allowed in this context";
    const template = "a: {{ .Values.controller.extra }} {{ .Values.owner }}";
    const found = await errors('owner: me\ncontroller:\n  extra: "a: b"\n', answer, template);
    assert.deepEqual(found, [
      "3:3 helm-template: With these values, templates/x.yaml does not render to valid YAML: mapping values are not allowed in this context",
    ]);
  });

  test("is silent where a rule has already found the error", async () => {
    const answer =
      'Error: template: cap-operator/templates/x.yaml:1:4: executing "cap-operator/templates/x.yaml" at <.Values.controller.image.tag>: can\'t evaluate field tag in type interface {}';
    const found = await errors("controller:\n  image: text\n", answer, "{{ .Values.controller.image.tag }}");
    assert.deepEqual(
      found.map((one) => one.split(":")[1]?.split(" ")[1]),
      ["wrong-type"],
    );
  });

  test("can be ignored with a comment", async () => {
    const text = 'controller:\n  extra: b\n# cap-operator-disable-next-line helm-template\nowner: ""\n';
    assert.deepEqual(await errors(text, REQUIRED, '{{ required "owner is needed" .Values.owner }}'), []);
  });

  suite("and a finding of ours about the same key are one", () => {
    const DOMAIN = "Error: execution error at (cap-operator/templates/x.yaml:1:4): no domain";
    const TEMPLATE = '{{ required "no domain" .Values.subscriptionServer.domain }}';
    const NEEDED = VALUES.replace("  replicas: 1\nwebhook", '  domain: ""\n  dnsTarget: ""\nwebhook');
    const EMPTY = 'subscriptionServer:\n  domain: ""\n  dnsTarget: a.b.internal\n';
    const ABSENT = "subscriptionServer:\n  dnsTarget: a.b.internal\n";

    /** What is reported, with what is said with it. */
    async function reported(text: string, by = engine) {
      const found = await by.diagnostics(told(text, DOMAIN, TEMPLATE, NEEDED));
      return found.map(({ code, message, range, severity, relatedInformation = [] }) => [
        `${range.start.line + 1}:${range.start.character + 1} ${code} ${severity}: ${message}`,
        ...relatedInformation.map((one) => one.message),
      ]);
    }

    test("where the key is empty", async () => {
      assert.deepEqual(await reported(EMPTY), [
        [
          "2:3 helm-template 1: The chart rejects the values: no domain",
          '"subscriptionServer.domain" is required but empty. Set it in the form <subdomain>.<cluster_domain>.',
        ],
      ]);
    });

    test("where it is not written, with the fix that inserts it", async () => {
      assert.deepEqual(await reported(ABSENT), [
        [
          "1:1 helm-template 1: The chart rejects the values: no domain",
          '"subscriptionServer.domain" is required but not set.',
        ],
      ]);
      const fixes = await engine.fixesFound(told(ABSENT, DOMAIN, TEMPLATE, NEEDED));
      assert.deepEqual(
        fixes.map(({ title }) => title),
        ['Insert "domain"'],
      );
    });

    test("unless ours is switched off or silenced, which hides nothing of Helm's", async () => {
      const verdict = ["2:3 helm-template 1: The chart rejects the values: no domain"];
      assert.deepEqual(await reported(EMPTY, await without("required-for-install")), [verdict]);
    });
  });

  test("is not hidden by a rule that is switched off", async () => {
    const answer =
      'Error: template: cap-operator/templates/x.yaml:1:4: executing "cap-operator/templates/x.yaml" at <.Values.controller.image.tag>: can\'t evaluate field tag in type interface {}';
    const analysis = told("controller:\n  image: text\n", answer, "{{ .Values.controller.image.tag }}");
    const found = await (await without("wrong-type")).diagnostics(analysis);
    assert.deepEqual(
      found.flatMap(({ code, severity }) => (severity === 1 ? [code] : [])),
      ["helm-template"],
    );
  });
});

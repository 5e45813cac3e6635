import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { engine } from "../../support/engine.ts";
import { finds, passes } from "../../support/rule-tests.ts";

describe("template-in-values", () => {
  finds(
    "wherever a value is written",
    `
    image:
      tag: {{ .Values.tag }}
           ^^^^^^^^^^^^^^^^^ warning[template-in-values] Helm does not render values files
    controller:
      replicas: {{ .Values.replicas }}
                ^^^^^^^^^^^^^^^^^^^^^^ warning[template-in-values]
      dnsTarget: "x.{{ .Values.domain }}"
                    ^^^^^^^^^^^^^^^^^^^^ warning[template-in-values]
  `,
  );
  finds(
    "once, when the line cannot be read either",
    `
    image:
      tag: {{ .Values.tag }}-x
           ^^^^^^^^^^^^^^^^^ warning[template-in-values]
  `,
  );
  passes(
    "in comments, and quoted in labels and annotations",
    `
    # {{ .Values.tag }}
    podAnnotations:
      template: "{{ .Name }}"
    image: {tag: v1} # {{ no }}
  `,
  );

  test("in a text that the chart runs through tpl only without quotes, because that is a mapping", async () => {
    const values = "controller: {}\nwebhook: {}\nsubscriptionServer: {}\ngreeting: hello\n";
    const chart = chartAtHand(values, { "templates/a.yaml": "{{ tpl .Values.greeting . }}" });
    const templates = async (text: string) => {
      const found = await engine.diagnostics(analyseBeside(`greeting: ${text}\n`, chart));
      return found.filter(({ code }) => code === "template-in-values").length;
    };
    assert.equal(await templates('"{{ .Release.Name }}"'), 0);
    assert.equal(await templates("Hello {{ .Release.Name }}"), 0);
    assert.equal(await templates("{{ .Release.Name }}"), 1);
  });
});

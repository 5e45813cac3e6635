import { describe } from "node:test";
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
});

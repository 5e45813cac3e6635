import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticsOf } from "../core/support/diagnostics-of.ts";
import { RECORDED } from "./recorded.ts";

/*
 * What the API server rejects in tolerations, volumes and resources of a pod, our rules refuse in the values that the
 * pod is made of, and nothing else, but for names that nothing can have.
 */

interface Question {
  readonly kind: string;
  /** The values that such an object stands in. */
  readonly values: (object: Values) => Values;
  /** The rules that speak of a refused field. */
  readonly codes: (field: string) => readonly string[];
}

type Values = Record<string, unknown>;

const QUESTIONS: readonly Question[] = [
  {
    kind: "tolerations",
    values: (tolerations) => ({ tolerations }),
    codes: (field) =>
      field.endsWith("key") ? ["invalid-label"] : ["invalid-toleration", "invalid-label", "not-allowed"],
  },
  {
    kind: "volumes",
    values: ({ volumes, containers }) => ({ controller: { volumes, ...(containers as Values[])[0] } }),
    codes: (field) => {
      if (field.endsWith("sizeLimit")) return ["invalid-quantity"];
      return /^volumeMounts.*name$/.test(field) ? ["volume-not-defined"] : ["duplicate-mount-path"];
    },
  },
  {
    kind: "resources",
    values: ({ limits, requests }) => {
      // The chart's defaults are taken away, so that only what is asked about counts.
      const alone = (amounts: unknown) => ({ cpu: null, memory: null, ...(amounts as Values) });
      return { webhook: { resources: { limits: alone(limits), requests: alone(requests) } } };
    },
    codes: (field) => [field === "resources.requests" ? "request-exceeds-limit" : "invalid-quantity"],
  },
];

for (const { kind, values, codes } of QUESTIONS) {
  const answers = RECORDED.objects[kind] ?? [];
  test(`there are recorded answers about ${kind}`, () => assert.ok(answers.length >= 20));
  for (const { object, errors } of answers) {
    const text = JSON.stringify(object);
    // Stricter, because nothing of such a name can exist.
    const stricter = text.includes("Not A Name") ? ["invalid-name"] : [];
    const expected = [...errors, ...stricter].join(", ") || "nothing";
    test(`${kind} ${text}: ${expected} is rejected`, async () => {
      const found = (await diagnosticsOf(JSON.stringify(values(object as Values)))).filter(
        ({ severity }) => severity === 1,
      );
      assert.equal(found.length, errors.length + stricter.length, JSON.stringify(found));
      const allowed = [...errors.flatMap(codes), ...stricter];
      for (const { code } of found) assert.ok(allowed.includes(String(code)), String(code));
    });
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dump } from "js-yaml";
import { pairs } from "../../../client/manifests/comparing.ts";
import { Manifest } from "../../../client/manifests/manifest.ts";
import { redactText } from "../../../client/texts/redact.ts";
import { effort } from "../../support/effort.ts";

/** A text that occurs nowhere else, so that finding it means that it leaked. */
const secretText = fc.stringMatching(/^[A-Za-z0-9]{12}$/).map((text) => `Sec${text}`);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z]$/);

/** A Secret as people and programs write it, and its texts that must not be shown. */
const secretOf = (kindLast: fc.Arbitrary<boolean>) =>
  fc
    .record({
      name,
      value: secretText,
      kind: fc.constantFrom("Secret", "Secret", "secret", "Secret "),
      shape: fc.constantFrom("data", "stringData", "both", "nested", "list", "scalar", "number", "multiline"),
      applied: fc.boolean(),
      kindLast,
    })
    .map(({ name, value, kind, shape, applied, kindLast }) => {
      const base64 = Buffer.from(value).toString("base64");
      const bodies: Record<typeof shape, object> = {
        data: { data: { password: base64 } },
        stringData: { stringData: { password: value } },
        both: { data: { a: base64 }, stringData: { b: value } },
        nested: { data: { a: { b: [value] } } },
        list: { data: [value, { a: base64 }] },
        scalar: { stringData: value },
        number: { stringData: { [name]: 1, other: value } },
        multiline: { stringData: { "tls.key": `-----BEGIN\n${value}\n-----END\n` } },
      };
      const body = { apiVersion: "v1", kind, ...bodies[shape] };
      const annotations = { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(body) };
      return {
        hidden: [value, base64],
        object: {
          ...(kindLast ? { ...bodies[shape], ...body } : body),
          metadata: { name, ...(applied ? { annotations } : {}) },
        } as object,
      };
    });

/** Places where a Secret can be. */
const places: readonly ((object: object) => object)[] = [
  ({ kind: _kind, ...rest }: { kind?: string }) => ({
    apiVersion: "example.org/v1",
    kind: "Template",
    metadata: { name: "t" },
    list: { kind: "SecretList", items: [rest] },
  }),
  (object) => object,
  (object) => ({ apiVersion: "v1", kind: "List", items: [object] }),
  (object) => ({
    apiVersion: "v1",
    kind: "List",
    items: [{ apiVersion: "v1", kind: "List", items: [object] }],
  }),
  ({ kind: _kind, ...rest }: { kind?: string }) => ({ apiVersion: "v1", kind: "SecretList", items: [rest] }),
  (object) => ({
    apiVersion: "example.org/v1",
    kind: "Template",
    metadata: { name: "t" },
    objects: [{ object }],
  }),
  (object) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "c" },
    data: { "a.yaml": dump(object) },
  }),
  (object) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "c" },
    data: { a: JSON.stringify(object) },
  }),
];

const placedOf = (kindLast: fc.Arbitrary<boolean>) =>
  fc.tuple(secretOf(kindLast), fc.constantFrom(...places)).map(([{ hidden, object }, place]) => ({
    hidden,
    object: place(object),
  }));

/** A manifest with harmless objects and Secrets, in block and flow style, with comments and hooks. */
const manifestOf = (kindLast: fc.Arbitrary<boolean>) =>
  fc
    .tuple(fc.array(placedOf(kindLast), { minLength: 1, maxLength: 4 }), fc.boolean(), fc.boolean())
    .map(([objects, flow, comments]) => ({
      hidden: objects.flatMap(({ hidden }) => hidden),
      yaml: [
        dump({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "harmless" },
          data: { domain: "example.org" },
        }),
        ...objects.map(
          ({ object, hidden }) =>
            `${comments ? `# password: ${hidden[0]}\n` : ""}${dump(object, { flowLevel: flow ? 0 : -1 })}`,
        ),
      ].join("---\n"),
    }));

test("what is secret in a manifest is shown nowhere", () => {
  fc.assert(
    fc.property(manifestOf(fc.boolean()), manifestOf(fc.boolean()), (a, b) => {
      const [before, after] = [new Manifest(a.yaml), new Manifest(b.yaml)];
      const shown = [
        `${before}`,
        JSON.stringify({ after }),
        String(new Manifest(a.yaml)),
        JSON.stringify(before.objects("ns")),
        JSON.stringify(after.objectsSince(before, "ns")),
        JSON.stringify(pairs(before, after, "ns")),
        JSON.stringify(pairs(before, undefined, "ns")),
      ].join("\n");
      for (const text of [...a.hidden, ...b.hidden]) {
        assert.ok(!shown.includes(text), `${text} came out`);
      }
      assert.ok(shown.includes("example.org"), "what is not secret is shown");
    }),
    effort(300),
  );
});

test("an object without a kind is taken for a Secret", () => {
  assert.equal(String(new Manifest("data: {a: YWJj}\n")), "data:\n  a: <hidden>\n");
});

test("only the items of a list of Secrets are taken for Secrets", () => {
  const text = "kind: Example\nitems:\n  - data:\n      a: abc\n";
  assert.equal(String(new Manifest(text)), text);
  const secrets = text.replace("Example", "SecretList");
  assert.equal(String(new Manifest(secrets)), "kind: Secret\ndata:\n  a: <hidden>\n");
});

test("a manifest that is cut off after its kind still keeps its secrets", () => {
  fc.assert(
    fc.property(
      manifestOf(fc.constant(false)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ yaml, hidden }, part) => {
        const cut = yaml.slice(0, Math.round(yaml.length * part));
        const shown = `${new Manifest(cut)}${JSON.stringify(new Manifest(cut).objects("ns"))}`;
        for (const text of hidden) assert.ok(!shown.includes(text), `${text} came out of ${cut}`);
      },
    ),
    effort(300),
  );
});

test("log lines that print a Secret show nothing of it", () => {
  fc.assert(
    fc.property(secretOf(fc.boolean()), fc.boolean(), ({ object, hidden }, inList) => {
      const yaml = dump(inList ? { kind: "List", items: [object] } : object, { lineWidth: -1 });
      const shown = redactText(`${yaml}${JSON.stringify(object)}`);
      for (const text of hidden) assert.ok(!shown.includes(text), `${text} came out: ${shown}`);
    }),
    effort(300),
  );
});

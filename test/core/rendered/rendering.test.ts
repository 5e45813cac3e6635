import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dump, load } from "js-yaml";
import { objectLines } from "../../../server/core/rendered/object-lines.ts";
import { readRendering, renderingChanges } from "../../../server/core/rendered/rendering.ts";
import { effort } from "../../support/effort.ts";

const WEB = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n";

/** A document as `helm template` prints it. */
const from = (template: string, text: string) => `---\n# Source: chart/templates/${template}\n${text}`;

/** The changed fields of two outputs: object, path, and the values of both sides. */
const changes = (before: string, after: string) =>
  renderingChanges(readRendering(before), readRendering(after)).map((change) => [
    String(change.object),
    change.path.join("."),
    change.before,
    change.after,
  ]);

describe("what Helm renders", () => {
  test("is read object by object, with the template of each", () => {
    const { objects, unread } = readRendering(
      `${from("a.yaml", WEB)}${from("n.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {namespace: own}\n")}${from("b.yaml", "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: own\n")}---\n# Source: chart/templates/c.yaml\n`,
    );
    assert.deepEqual(
      objects.map((object) => [String(object), object.template, object.namespace]),
      [
        ["Deployment/web", "templates/a.yaml", undefined],
        ["Secret/", "templates/n.yaml", "own"],
        ["Service/web", "templates/b.yaml", "own"],
      ],
    );
    assert.equal(unread, 0);
  });

  test("has the template of an object also where that begins with the line between documents, after which Helm names none", () => {
    const { objects, unread } = readRendering(
      `${from("a.yaml", WEB)}${from("b.yaml", "---\napiVersion: v1\nkind: Secret\nmetadata: {name: tls}\n")}`,
    );
    assert.deepEqual(
      objects.map((object) => [String(object), object.template, object.source]),
      [
        ["Deployment/web", "templates/a.yaml", "chart/templates/a.yaml"],
        ["Secret/tls", "templates/b.yaml", "chart/templates/b.yaml"],
      ],
    );
    assert.equal(unread, 0);
  });

  test("leaves out and counts what is no object or cannot be read, such as a text that repeats itself without end", () => {
    const bomb = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(", ")}]\n`).join("")}`;
    const { objects, unread } = readRendering(
      from("a.yaml", WEB) + from("b.yaml", bomb) + from("c.yaml", "a: [b\n") + from("d.yaml", "only: text\n"),
    );
    assert.deepEqual(objects.map(String), ["Deployment/web"]);
    assert.equal(unread, 3);
  });

  test("hides the values of Secrets, in what is shown, in JSON and in changes", () => {
    const secret = (value: string) =>
      from(
        "a.yaml",
        `apiVersion: v1\nkind: Secret\nmetadata: {name: access}\n# also ${value}\nstringData: {key: ${value}}\n`,
      );
    const [first, other] = [readRendering(secret("s3cr3t-one")), readRendering(secret("s3cr3t-two"))];
    const shown = first.objects.flatMap((object) => objectLines(object.shown).map(({ text }) => text));
    assert.ok(shown.includes("  key: <hidden>"));
    const all = JSON.stringify([shown, first, `${first.objects}`, renderingChanges(first, other)]);
    assert.doesNotMatch(all, /s3cr3t/);
    assert.deepEqual(changes(secret("s3cr3t-one"), secret("s3cr3t-two")), [
      ["Secret/access", "stringData.key", "<hidden>", "<hidden, changed>"],
    ]);
  });
});

describe("what two renderings differ in", () => {
  test("are single fields, and all fields of an object that comes or goes", () => {
    assert.deepEqual(
      changes(from("a.yaml", WEB), from("a.yaml", WEB.replace("replicas: 1", "replicas: 2"))),
      [["Deployment/web", "spec.replicas", 1, 2]],
    );
    assert.deepEqual(
      changes("", from("a.yaml", WEB)).map(([, path]) => path),
      ["apiVersion", "kind", "metadata.name", "spec.replicas"],
    );
    assert.deepEqual(changes(from("a.yaml", WEB), "").at(-1), [
      "Deployment/web",
      "spec.replicas",
      1,
      undefined,
    ]);
  });

  test("are only the name where an object has another one", () => {
    assert.deepEqual(changes(from("a.yaml", WEB), from("a.yaml", WEB.replace("web", "other"))), [
      ["Deployment/web", "metadata.name", "web", "other"],
    ]);
  });

  test("are not what moves in a list when an item comes before it", () => {
    const pod = (env: string) =>
      from(
        "a.yaml",
        `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {env: [${env}], args: [${env && "a, "}b]}\n`,
      );
    assert.deepEqual(changes(pod("{name: B, value: b}"), pod("{name: A, value: a}, {name: B, value: b}")), [
      ["Pod/web", "spec.env.0.name", undefined, "A"],
      ["Pod/web", "spec.env.0.value", undefined, "a"],
    ]);
    assert.deepEqual(changes(pod(""), pod("{name: A, value: a}")).length, 4);
  });

  test("are none if only the form is another one", () => {
    assert.deepEqual(changes(from("a.yaml", WEB), from("a.yaml", dump(load(WEB)))), []);
  });
});

describe("an object as YAML", () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.oneof(
        fc.string(),
        fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", "#", ":", "-", "|", "'") }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ minLength: 1 }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;

  test("is read back as the same value", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, unit: "grapheme-ascii" }), value, {
          minKeys: 1,
          maxKeys: 4,
          noNullPrototype: true,
        }),
        (object) => {
          const text = objectLines(object)
            .map((line) => `${line.text}\n`)
            .join("");
          assert.deepEqual(load(text), object, text);
        },
      ),
      effort(2000),
    );
  });

  test("says for each line which field it is", () => {
    const lines = objectLines({
      spec: { args: ["a", "b"], list: [{ name: "x", text: "one\ntwo\n" }], none: [], map: {} },
    });
    assert.deepEqual(
      lines.map(({ text, path }) => [text, path.join(".")]),
      [
        ["spec:", "spec"],
        ["  args:", "spec.args"],
        ["    - a", "spec.args.0"],
        ["    - b", "spec.args.1"],
        ["  list:", "spec.list"],
        ["    - name: x", "spec.list.0.name"],
        ["      text: |", "spec.list.0.text"],
        ["        one", "spec.list.0.text"],
        ["        two", "spec.list.0.text"],
        ["  none: []", "spec.none"],
        ["  map: {}", "spec.map"],
      ],
    );
  });
});

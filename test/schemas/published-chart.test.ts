import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import type { SchemaNode } from "../../server/core/schema/model.ts";
import { isGroup, ROWS, rowsOf, VERSIONS } from "./published/keys.ts";

const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ["string", "integer", "number"],
  int: ["integer"],
  float: ["number", "string"],
  bool: ["boolean"],
  list: ["array"],
  object: ["object"],
};

const schemas = await buildSchemas();
const knowledge = new Knowledge(
  { schemas, published: buildPublished(schemas) },
  docsIn("https://docs.example/"),
);

/** The dotted paths of a schema's keys, without those of Kubernetes types and those that only the templates name. */
function pathsOf(node: SchemaNode, path = ""): string[] {
  return [...node.properties].flatMap(([key, child]) => {
    const own = path === "" ? key : `${path}.${key}`;
    if (child.annotations.open) return [];
    return [own, ...(child.shared ? [] : pathsOf(child, own))];
  });
}

suite("the published charts", () => {
  test("are those that were published", () => {
    assert.equal(VERSIONS.length, 42);
    assert.deepEqual(knowledge.charts.versions, VERSIONS);
  });

  for (const version of VERSIONS) {
    const { root } = knowledge.schemasOfVersion(version).model("values");
    const model = knowledge.schemasOfVersion(version).model("values");

    test(`${version} has the keys that its chart has`, () => {
      const wanted = new Set(rowsOf(version).map(({ key }) => key));
      const all = pathsOf(root);
      for (const key of wanted) assert.ok(all.includes(key), key);
      const isKnown = (key: string) =>
        wanted.has(key) || [...wanted].some((one) => one.startsWith(`${key}.`));
      const more = all.filter((key) => !isKnown(key));
      assert.deepEqual(more.toSorted(), ["logLevel", "securityContext", "webhook.logLevel"]);
    });

    test(`${version} has the types and defaults that its chart has`, () => {
      for (const row of rowsOf(version)) {
        const node = model.at(row.key.split("."));
        assert.ok(node, row.key);
        assert.ok(
          node.types.some((type) => TYPES[row.type]?.includes(type)),
          `${row.key}: ${row.type}, not ${node.types}`,
        );
        // The default of a mapping as a whole grew with the keys below it.
        if (row.standard === undefined || isGroup(row)) continue;
        assert.deepEqual(node.default, JSON.parse(row.standard), row.key);
      }
    });

    test(`every key of ${version} is documented`, () => {
      for (const path of pathsOf(root)) {
        assert.ok(model.at(path.split("."))?.description, path);
      }
    });
  }

  test("the newest has the defaults of whole mappings that its chart has", () => {
    const model = knowledge.schemasOfVersion("0.34.0").model("values");
    for (const { key, standard } of ROWS) {
      const node = model.at(key.split("."));
      if (!standard?.startsWith("{") || node === undefined) continue;
      assert.deepEqual(node.default, JSON.parse(standard), key);
    }
  });

  test("no text about them uses a word that only the specification has", () => {
    const words = [...Object.keys(knowledge.words.keys), ...Object.keys(knowledge.words.values)];
    const model = knowledge.schemasOfVersion("0.34.0").model("values");
    for (const path of pathsOf(model.root)) {
      const { description = "", allowed = [], default: standard } = model.at(path.split(".")) ?? {};
      const codes = description.match(/`[^`]+`/g)?.join(" ") ?? "";
      const said = `${codes} ${JSON.stringify([allowed, standard])}`.split(/[^\w-]+/);
      assert.deepEqual(
        said.filter((word) => words.includes(word)),
        [],
        path,
      );
    }
  });
});

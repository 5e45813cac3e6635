import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import type { SchemaNode } from "../../server/core/schema/model.ts";

/** A row of the table that was gathered from the published charts. */
interface Row {
  readonly key: string;
  readonly type: string;
  readonly standard: string;
  readonly since: string;
  readonly last: string;
}

const ROWS: readonly Row[] = readFileSync(new URL("published/keys.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [key = "", type = "", standard = "", since = "", last = ""] = line.split("\t");
    return { key, type, standard, since, last };
  });

/** Every version that was published, the oldest first, written independently of the data. */
const VERSIONS = [
  "0.0.1",
  ...Array.from({ length: 34 }, (_, index) => index + 1).flatMap((minor) => [
    `0.${minor}.0`,
    ...({
      10: ["0.10.1", "0.10.2"],
      11: ["0.11.1"],
      14: ["0.14.1"],
      18: ["0.18.1"],
      20: ["0.20.1"],
      29: ["0.29.1"],
    }[minor] ?? []),
  ]),
];

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

function exists({ since, last }: Row, version: string): boolean {
  const at = VERSIONS.indexOf(version);
  return at >= VERSIONS.indexOf(since) && at <= VERSIONS.indexOf(last);
}

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
      const wanted = new Set(ROWS.filter((row) => exists(row, version)).map(({ key }) => key));
      const all = pathsOf(root);
      for (const key of wanted) assert.ok(all.includes(key), key);
      const isKnown = (key: string) =>
        wanted.has(key) || [...wanted].some((one) => one.startsWith(`${key}.`));
      const more = all.filter((key) => !isKnown(key));
      assert.deepEqual(more.toSorted(), ["logLevel", "securityContext", "webhook.logLevel"]);
    });

    test(`${version} has the types and defaults that its chart has`, () => {
      for (const row of ROWS.filter((one) => exists(one, version))) {
        const node = model.at(row.key.split("."));
        assert.ok(node, row.key);
        assert.ok(
          node.types.some((type) => TYPES[row.type]?.includes(type)),
          `${row.key}: ${row.type}, not ${node.types}`,
        );
        const standard = /^`(.*)`$/.exec(row.standard)?.[1];
        if (standard === undefined) continue;
        // What a mapping as a whole had at first grew with the keys below it.
        const isWhole = ROWS.some(({ key }) => key.startsWith(`${row.key}.`));
        if (!isWhole) assert.deepEqual(node.default, JSON.parse(standard), row.key);
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
      const text = /^`(\{.+\})`$/.exec(standard)?.[1];
      const node = model.at(key.split("."));
      if (text === undefined || node === undefined) continue;
      assert.deepEqual(node.default, JSON.parse(text), key);
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

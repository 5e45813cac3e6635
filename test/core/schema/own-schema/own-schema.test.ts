import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { type ASTNode, getLanguageService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { goPattern } from "../../../../server/core/schema/go-pattern.ts";
import { ownSchemaOf } from "../../../../server/core/schema/own-schema/own-schema.ts";
import { RejectedTexts } from "../../../../server/core/schema/own-schema/rejected-texts.ts";
import { SchemaFiles } from "../../../../server/core/schema/own-schema/schema-files.ts";
import { SchemaWork } from "../../../../server/core/schema/own-schema/schema-work.ts";
import { UnusableSchema } from "../../../../server/core/schema/own-schema/unusable-schema.ts";
import { effort } from "../../../support/effort.ts";

const NAME = "values.schema.json";

/** Expressions that mean the same to JavaScript and to RE2. */
const PATTERNS = ["^a", "b$", "^[a-c]+$", "^(a|b)*$", "c.*d", ""];
const KEYS = ["a", "ab", "b", "cd", "é"];

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, 1.5, 7, "", ...KEYS),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const schemas = fc.letrec((tie) => {
  const schema = tie("schema");
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const below = fc.oneof({ weight: 4, arbitrary: schema }, { weight: 1, arbitrary: fc.boolean() });
  const mapping = (key: fc.Arbitrary<string>) => fc.dictionary(key, below, { maxKeys: 3 });
  const key = fc.constantFrom(...KEYS);
  const keyword = fc.oneof(
    { depthSize: "medium" },
    fc.record({
      type: fc.constantFrom("object", "array", "string", "number", "integer", "null", ["string", "object"]),
    }),
    fc.record({ enum: fc.array(values, { maxLength: 3 }) }),
    fc.record({ const: values }),
    fc.record({ required: fc.array(key, { maxLength: 2 }) }),
    fc.record({ pattern: fc.constantFrom(...PATTERNS) }),
    fc.record({ minimum: fc.constantFrom(1, 5), maxLength: fc.constantFrom(1, 3), minItems: fc.nat(2) }),
    fc.record({ uniqueItems: fc.boolean(), maxProperties: fc.nat(3) }),
    fc.record({ format: fc.constantFrom("hostname", "email", "date") }),
    fc.record({ $ref: fc.constantFrom("#", "#/$defs/x", "#/$defs/y", "#named") }),
    fc.record({ allOf: list }),
    fc.record({ anyOf: list }),
    fc.record({ oneOf: list }),
    fc.record({ not: schema }),
    fc
      .array(schema, { minLength: 1, maxLength: 3 })
      .map((all) => Object.fromEntries(all.map((schema, index) => [["if", "then", "else"][index], schema]))),
    fc.record({ properties: mapping(key), additionalProperties: below }, { requiredKeys: [] }),
    fc.record(
      { patternProperties: mapping(fc.constantFrom(...PATTERNS)), additionalProperties: below },
      { requiredKeys: [] },
    ),
    fc.record({ propertyNames: schema }),
    fc.record({ items: below }),
    fc.record({ prefixItems: list, items: below }),
    fc.record({ contains: schema }),
    fc.record({ unevaluatedProperties: below }),
    fc.record({ dependentSchemas: mapping(key) }),
    fc.record({ dependencies: fc.dictionary(key, fc.oneof(schema, fc.array(key)), { maxKeys: 2 }) }),
  );
  return {
    schema: fc.array(keyword, { maxLength: 3 }).map((all): object => Object.assign({}, ...all)),
  };
}).schema as fc.Arbitrary<object>;

const whole = fc
  .tuple(schemas, schemas, schemas, schemas)
  .map(([root, x, y, named]) =>
    JSON.stringify({ ...root, $defs: { x, y, named: { ...named, $anchor: "named" } } }),
  );

/** The findings of the library itself, as offsets and messages. */
async function foundByLibrary(schema: string, json: unknown): Promise<readonly string[]> {
  const service = getLanguageService({});
  service.configure({ schemas: [{ uri: "chart:///a.json", fileMatch: ["*"], schema: JSON.parse(schema) }] });
  const document = TextDocument.create("chart:///values.json", "json", 0, JSON.stringify(json));
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => String(message)).sort();
}

suite("a chart's own schema", () => {
  test("forbids what it forbids without what keeps it from taking for ever", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(whole, values, async (schema, json) => {
        const found = await ownSchemaOf({ texts: new Map([[NAME, schema]]) })?.(json);
        if (!found || found.some(({ isAboutSchema }) => isAboutSchema)) return;
        compared += 1;
        assert.deepEqual(found.map(({ message }) => message).sort(), await foundByLibrary(schema, json));
      }),
      effort(3_000),
    );
    assert.ok(compared > 100, `${compared}`);
  });

  test("is applied no more often than was counted before", async () => {
    let evaluated = 0;
    await fc.assert(
      fc.property(whole, values, (schema, json) => {
        const files = new SchemaFiles(NAME, () => schema);
        const rejected = new RejectedTexts(goPattern);
        const document = TextDocument.create("chart:///values.json", "json", 0, JSON.stringify(json));
        const read = getLanguageService({}).parseJSONDocument(document) as unknown as {
          readonly root: ASTNode;
          validate(text: TextDocument, schema: object): unknown;
        };
        const counted = stepsOf(() => new SchemaWork(files, rejected, 100).workOf(files.root, read.root));
        if (counted === undefined) return;
        rejected.replacePatterns();
        const applied = { count: 0 };
        read.validate(document, counting(files.root, applied));
        evaluated += applied.count;
        assert.ok(applied.count * 10 <= counted, `${applied.count} times, ${counted} steps`);
      }),
      effort(3_000),
    );
    assert.ok(evaluated > 1000, `${evaluated}`);
  });
});

function stepsOf(count: () => number): number | undefined {
  try {
    return count();
  } catch (error) {
    assert.ok(error instanceof UnusableSchema, String(error));
    return undefined;
  }
}

/** A schema that counts how often it, or a part of it, is applied to a value: the library asks for this keyword once each time. */
function counting(schema: object, applied: { count: number }): object {
  const known = new WeakMap<object, object>();
  const counted = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const proxy =
      known.get(value) ??
      new Proxy(value, {
        get(target, key) {
          if (key === "deprecationMessage") applied.count += 1;
          return counted(Reflect.get(target, key));
        },
      });
    known.set(value, proxy);
    return proxy;
  };
  return counted(schema) as object;
}

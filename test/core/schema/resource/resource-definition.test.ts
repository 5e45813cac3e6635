import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { dump } from "js-yaml";
import { buildPublished, buildSchemas } from "../../../../schemas/build.ts";
import { docsIn } from "../../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../../server/core/schema/knowledge.ts";
import type { SchemaModel } from "../../../../server/core/schema/model.ts";
import { fieldGroupOf } from "../../../../server/core/schema/resource/field-groups.ts";
import {
  type ResourceDefinition,
  readResourceDefinitions,
} from "../../../../server/core/schema/resource/resource-definition.ts";

const schemas = await buildSchemas();
const sources = { schemas, published: buildPublished(schemas) };
const GROUP = "operator.sme.sap.com";

/** A definition of the operator resource with these fields in `spec`. */
function crd(spec: object, version: object = {}, name = "v1alpha1"): string {
  return dump(
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      spec: {
        group: GROUP,
        names: { kind: "CAPOperator" },
        versions: [
          {
            name,
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: { type: "object", properties: { spec: { type: "object", ...spec } } },
            },
            ...version,
          },
        ],
      },
    },
    { noRefs: true },
  );
}

function modelOf(found: readonly ResourceDefinition[]): SchemaModel {
  return new Knowledge(sources, docsIn(""), () => found)
    .schemasOfResource(`${GROUP}/v1alpha1`)
    .model("operator");
}

function read(spec: object): SchemaModel {
  return modelOf(readResourceDefinitions(crd(spec), "a manifest"));
}

suite("the definition of the operator resource", () => {
  test("is found among the documents of a manifest, and in a list of kubectl", () => {
    const first = crd({ properties: { added: { type: "string" } } });
    const manifest = `# The manager\nkind: Namespace\n---\n${crd({}).replaceAll("CAPOperator", "Other")}---\n${first}`;
    for (const text of [
      manifest,
      `kind: List\nitems:\n${first.replace(/^/gm, "    ").replace("    ", "  - ")}`,
    ]) {
      const found = readResourceDefinitions(text, "a manifest");
      assert.deepEqual(
        found.map(({ group, apiVersion, source }) => [group, apiVersion, source]),
        [[GROUP, `${GROUP}/v1alpha1`, "a manifest"]],
      );
      assert.deepEqual(modelOf(found).at(["spec", "added"])?.types, ["string"]);
    }
  });

  test("is that of the served version that is stored, and names all that are served", () => {
    const text = crd({}).replace(/ {4}- name: v1alpha1.*$/s, (version) =>
      [
        version.replace("v1alpha1", "v1alpha2").replace("storage: true", "storage: false"),
        version,
        version.replace("v1alpha1", "v1alpha0").replace("served: true", "served: false"),
      ].join(""),
    );
    const found = readResourceDefinitions(text, "");
    assert.deepEqual(
      found.map(({ apiVersion }) => apiVersion),
      [`${GROUP}/v1alpha1`, `${GROUP}/v1alpha2`],
    );
    assert.deepEqual(modelOf(found).at(["apiVersion"])?.allowed, [`${GROUP}/v1alpha1`, `${GROUP}/v1alpha2`]);
  });

  // The API server rejects values that do not fit into the format of a number (apiextensions v1, `ValidationOptions` of kube-openapi).
  test("says how large the numbers of a format can be", () => {
    const model = read({
      properties: {
        small: { type: "integer", format: "int32" },
        bounded: { type: "integer", format: "int32", minimum: 0, maximum: 9 },
        large: { type: "integer", format: "int64" },
      },
    });
    const bounds = (name: string) => {
      const field = model.at(["spec", name]);
      return [field?.minimum, field?.maximum];
    };
    assert.deepEqual(bounds("small"), [-2147483648, 2147483647]);
    assert.deepEqual(bounds("bounded"), [0, 9]);
    assert.deepEqual(bounds("large"), [undefined, undefined]);
  });

  test("says types, limits, defaults' absence and what else is allowed", () => {
    const model = read({
      required: ["size"],
      properties: {
        size: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        name: { type: "string", minLength: 2, maxLength: 5, pattern: "^a" },
        list: { type: "array", minItems: 1, maxItems: 3, items: { type: "integer", minimum: 1, maximum: 9 } },
        maybe: { type: "boolean", nullable: true },
        choice: { type: "string", enum: ["a", "b"] },
        open: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: { known: { type: "string" } },
        },
        map: { type: "object", additionalProperties: { type: "boolean" } },
        closed: { type: "object", properties: { known: { type: "string" } } },
      },
    });
    const schemaAt = (...path: (string | number)[]) => model.at(["spec", ...path]);
    assert.deepEqual([...(schemaAt()?.required ?? [])], ["size"]);
    assert.deepEqual(schemaAt("size")?.types, ["integer", "string"]);
    assert.deepEqual(schemaAt("name")?.limits, { pattern: "^a", minLength: 2, maxLength: 5 });
    assert.deepEqual(schemaAt("list")?.limits, { minItems: 1, maxItems: 3 });
    assert.deepEqual([schemaAt("list", 0)?.minimum, schemaAt("list", 0)?.maximum], [1, 9]);
    assert.deepEqual(schemaAt("maybe")?.types, ["boolean", "null"]);
    assert.deepEqual(schemaAt("choice")?.allowed, ["a", "b"]);
    assert.deepEqual(schemaAt("map", "any")?.types, ["boolean"]);
    assert.equal(schemaAt("open")?.closed, false);
    assert.equal(schemaAt("closed")?.closed, true);
    assert.equal(schemaAt("closed", "other"), undefined);
  });

  test("is documented in our words where we have some, and in its own otherwise, never as markup", () => {
    const model = read({
      properties: {
        controller: {
          type: "object",
          description: "theirs",
          properties: {
            rolloutDelay: { type: "string", description: "theirs" },
            added: { type: "string", description: "Theirs: `<b>` and [a](http://b)" },
          },
        },
      },
    });
    assert.match(model.at(["spec", "controller"])?.description ?? "", /watches the operator's resources/);
    assert.match(model.at(["spec", "controller", "rolloutDelay"])?.description ?? "", /before it restarts/);
    assert.equal(model.at(["spec", "controller", "added"])?.description, "Theirs: '<b>' and [a](http://b)");
  });

  test("has the types of Kubernetes where a field has the name and the shape of one of a pod", () => {
    const affinity = { type: "object", properties: { nodeAffinity: { type: "object" } } };
    const model = read({
      properties: {
        gateway: {
          type: "object",
          properties: {
            affinity,
            tolerations: {
              type: "array",
              items: { type: "object", properties: { key: { type: "string" } } },
            },
            volumes: { type: "array", items: { type: "object", properties: { disk: { type: "string" } } } },
            securityContext: { type: "object", properties: { level: { type: "integer" } } },
          },
        },
      },
    });
    const gatewayAt = (...path: (string | number)[]) => model.at(["spec", "gateway", ...path]);
    assert.ok(gatewayAt("affinity", "podAffinity"));
    assert.ok(gatewayAt("tolerations", 0, "effect")?.allowed?.includes("PreferNoSchedule"));
    assert.deepEqual([...(gatewayAt("volumes", 0)?.properties.keys() ?? [])], ["disk"]);
    assert.deepEqual([...(gatewayAt("securityContext")?.properties.keys() ?? [])], ["level"]);
  });

  test("says in formulas of `required` what newer ones say in CEL", () => {
    const required = (...names: string[]) => ({ required: names });
    const both = [required("a"), required("b")];
    const cases: readonly (readonly [
      formula: object,
      least: number | undefined,
      most: number | undefined,
      words?: string,
    ])[] = [
      [{ oneOf: both }, 1, 1, "exactly one of the fields in [a b] must be set"],
      [{ anyOf: both }, 1, 2, "at least one of the fields in [a b] must be set"],
      [
        { anyOf: [{ oneOf: both }, { not: { anyOf: both } }] },
        0,
        1,
        "at most one of the fields in [a b] may be set",
      ],
      [{ anyOf: [{ oneOf: both }, { not: required("a", "b") }] }, 0, 1],
      [{ anyOf: [required("a"), required("a", "b")] }, undefined, undefined],
      [{ oneOf: [required("a"), { properties: { b: { type: "string" } } }] }, undefined, undefined],
      [{ oneOf: [] }, undefined, undefined],
    ];
    for (const [formula, least, most, words] of cases) {
      const model = read({ properties: { part: { type: "object", ...formula } } });
      const [group] = model.at(["spec", "part"])?.fieldGroups ?? [];
      assert.deepEqual([group?.least, group?.most], [least, most], JSON.stringify(formula));
      if (words !== undefined) assert.equal(group?.message, words);
    }
  });
});

suite("rules in CEL", () => {
  const readRule = (rule: string, message = "said") => {
    const group = fieldGroupOf({ rule, message });
    return group && [group.fields.join(), group.least, group.most];
  };

  test("are understood where they count fields", () => {
    const has = "[has(self.a),has(self.b), has(self.c)].filter(x,x==true).size()";
    assert.deepEqual(readRule(`${has} == 1`), ["a,b,c", 1, 1]);
    assert.deepEqual(readRule(`${has} <= 2`), ["a,b,c", 0, 2]);
    assert.deepEqual(readRule(`${has.replace("x,x==true", "x, x == true")} >= 1`), ["a,b,c", 1, 3]);
  });

  test("of any other form are not", () => {
    for (const rule of [
      "",
      "[",
      "self.a > 1",
      "has(self.a) || has(self.b)",
      "[has(self.a)].filter(x,x==false).size() == 1",
      "[has(self.a.b)].filter(x,x==true).size() == 1",
      "[has(self.a)].filter(x,x==true).size() == 1 || true",
      "![has(self.a)].filter(x,x==true).size() == 1",
      "[].filter(x,x==true).size() == 1",
    ]) {
      assert.equal(readRule(rule), undefined, rule);
    }
  });

  test("have messages that fit on a line", () => {
    const rule = "[has(self.a),has(self.b)].filter(x,x==true).size() == 1";
    assert.equal(fieldGroupOf({ rule, message: "one\n\n  two" })?.message, "one two");
    assert.equal(fieldGroupOf({ rule, message: "a".repeat(10_000) })?.message.length, 301);
    assert.equal(fieldGroupOf({ rule })?.message, `failed rule: ${rule}`);
  });
});

suite("hostile definitions", () => {
  const fields = (text: string) => readResourceDefinitions(text, "a manifest");

  test("patterns mean what they mean to Kubernetes, which reads them with RE2, and take no longer", async () => {
    const [found] = fields(crd({}));
    assert.ok(found);
    const { resource } = new Knowledge(sources, docsIn(""), () => [found]).schemasOfResource(
      `${GROUP}/v1alpha1`,
    ).chart;
    await resource?.load();
    const judged = (pattern: string, text: string) => resource?.matches(pattern, text);
    // True if a text of 200 times a and an exclamation mark has a match.
    for (const [pattern, matches] of [
      ["^(a+)+$", false],
      ["^(a|aa)+$", false],
      ["^(.*a){20}$", false],
      ["^a*a*a*a*a*a*a*a*a*b$", false],
      [`${"(a|a)".repeat(6)}a*a*b`, false],
      [`^${"a?".repeat(40)}${"a".repeat(40)}$`, false],
      [`^${"(a|a)".repeat(40)}$`, false],
      [`^${"(?:a|a)".repeat(40)}$`, false],
      ["(", undefined],
      ["(?=a)", undefined],
      ["((a{100}){100}){100}", undefined],
      [`(${"a{1000}".repeat(9)})`, undefined],
      ["a".repeat(2000), false],
      ["\\Aa+!\\z", true],
      ["^[[:alpha:]]+!$", true],
    ] as const) {
      assert.equal(judged(pattern, `${"a".repeat(200)}!`), matches, pattern);
    }
    assert.equal(judged("^[a-z]+$", "a".repeat(1_000_000)), true);
    assert.equal(judged("^[a-z]+$", "A"), false);
    assert.equal(judged("^[a-z0-9-.]*$", "a.b"), true);
    assert.equal(judged("^(?:Public|Internal|Private)$", "Public"), true);
    // A pattern of the published manager is known to be quick.
    const [, durations = ""] = /"pattern":"([^"]*ms[^"]*)"/.exec(JSON.stringify(sources.published)) ?? [];
    assert.equal(judged(durations, "1.5h"), false);
  });

  test("keys of JavaScript's own are fields like any other", async () => {
    const spec =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}';
    const text = crd({}).replace(/ spec:\n +type: object\n/, ` spec: ${spec}\n`);
    const model = modelOf(await fields(text));
    assert.deepEqual([...(model.at(["spec"])?.properties.keys() ?? [])], ["__proto__", "constructor"]);
    assert.equal(({} as Record<string, unknown>).type, undefined);
    assert.deepEqual(model.at(["spec", "constructor"])?.types, ["integer"]);
    assert.equal(model.at(["spec", "toString"]), undefined);
  });

  test("aliases are not followed, however often they double", () => {
    let lines = "x0: &a0 { type: object, properties: { z: { type: string } } }\n";
    for (let index = 1; index < 40; index++)
      lines += `x${index}: &a${index} { type: object, properties: { a: *a${index - 1}, b: *a${index - 1} } }\n`;
    const text = `${lines}${crd({ properties: { deep: "HERE" } }).replace("HERE", "*a39")}`;
    const [found] = fields(text);
    assert.deepEqual(found?.spec.properties, {});
  });

  test("whatever has a wrong type, or is too deep, too long or cut off, is left out", () => {
    const good = crd({ properties: { a: { type: "string" } } });
    for (let cut = 0; cut < good.length; cut += 7) fields(good.slice(0, cut));
    const wrong = fields(
      crd({
        required: "a",
        enum: { a: 1 },
        "x-kubernetes-validations": [1, {}, { rule: 7 }, "x"],
        properties: {
          a: "text",
          b: { type: ["string"], pattern: 7, minLength: "x", items: [], properties: [] },
        },
      }),
    );
    assert.deepEqual(wrong[0]?.spec, { type: "object", properties: { b: {} }, additionalProperties: false });
    const deep = '{"properties":{"a":'.repeat(3000);
    assert.deepEqual(
      fields(`kind: CustomResourceDefinition\nspec: { names: { kind: CAPOperator }, a: ${deep}`),
      [],
    );
    assert.deepEqual(fields(`${good}#${"x".repeat(9 * 1024 * 1024)}`), []);
  });
});

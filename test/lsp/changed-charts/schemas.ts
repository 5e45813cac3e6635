import { type Shape, template, values } from "./shape.ts";

const schema = (text: object, more: object = {}) => ({
  "values.schema.json": JSON.stringify({ ...more, properties: text }),
});
const then = "then";
const extra = (rules: object) => ({
  ...values("extra: 5\n"),
  ...template("{{ toJson .Values.extra }}"),
  ...schema({ extra: rules }),
});
const REFUSED = "chart-schema";

/** What the chart's own schema demands. */
export const SCHEMAS: readonly Shape[] = [
  {
    what: "additionalProperties",
    files: schema({ controller: { additionalProperties: false, properties: { replicas: {} } } }),
    values: "controller:\n  extra: 1\n",
    said: ["unknown-key extra", `${REFUSED} 1`],
  },
  { what: "minimum", files: extra({ minimum: 3 }), values: "extra: 2\n", said: ["out-of-range 2"] },
  { what: "pattern", files: extra({ pattern: "^[a-z]+$" }), values: "extra: A1\n", said: [`${REFUSED} A1`] },
  {
    what: "required",
    files: { ...template("{{ .Values.owner }}"), ...schema({}, { required: ["owner"] }) },
    values: "controller:\n  replicas: 2\n",
    said: [`${REFUSED} `],
  },
  {
    what: "enum",
    files: { ...extra({ enum: ["one", "two"] }), ...values("extra: one\n") },
    values: "extra: three\n",
    said: ["not-allowed three"],
    offers: ["extra: ", ["one", "two"]],
  },
  {
    what: "if and then",
    files: extra({ if: { minimum: 10 }, [then]: { multipleOf: 10 } }),
    values: "extra: 15\n",
    said: [`${REFUSED} 15`],
  },
  {
    what: "$ref",
    files: {
      ...values("extra: 5\n"),
      ...template("{{ toJson .Values.extra }}"),
      ...schema({ extra: { $ref: "#/definitions/small" } }, { definitions: { small: { maximum: 7 } } }),
    },
    values: "extra: 8\n",
    said: ["out-of-range 8"],
  },
  {
    what: "a schema of draft 2020-12",
    files: {
      ...values("extra: [a, 1]\n"),
      ...template("{{ toJson .Values.extra }}"),
      ...schema(
        { extra: { $ref: "#/$defs/pair" } },
        {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          $defs: { pair: { prefixItems: [{ type: "string" }, { type: "integer" }] } },
        },
      ),
    },
    values: "extra: [a, b]\n",
    said: [`${REFUSED} b`],
  },
  {
    what: "oneOf",
    files: extra({ oneOf: [{ type: "integer" }, { type: "boolean" }] }),
    values: "extra: text\n",
    said: [`${REFUSED} text`],
  },
  {
    what: "a key that only the schema has",
    files: {
      ...template("{{ toJson .Values.base }}"),
      ...schema({ owner: { type: "string", description: "Who pays." } }, { required: ["owner"] }),
    },
    values: "owner: me\n",
    hover: { owner: ["Who pays.", "string"] },
  },
  {
    what: "values that only the schema has",
    files: schema({ mode: { enum: ["fast", "safe"] } }),
    values: "mode: slow\n",
    said: ["not-allowed slow"],
    offers: ["mode: ", ["fast", "safe"]],
  },
  {
    what: "a section that only the schema has",
    files: schema({ billing: { properties: { account: { type: "integer" } }, additionalProperties: false } }),
    values: "billing:\n  account: 1\n",
    idle: ["billing"],
    offers: ["billing:\n  ", ["account"]],
  },
  {
    what: "a type that only the schema has",
    files: schema({ billing: { properties: { account: { type: "integer" } } } }),
    values: "billing:\n  account: a\n",
    said: ["wrong-type a"],
  },
  {
    what: "a misspelled key that only the schema has",
    files: schema({ owner: { type: "string" } }),
    values: "onwer: me\n",
    said: ["unknown-key onwer"],
  },
  {
    what: "fewer values than are known of a key",
    files: {
      ...values("image:\n  pullPolicy: Always\n"),
      ...template("{{ .Values.image.pullPolicy }}"),
      ...schema({ image: { properties: { pullPolicy: { enum: ["Always", "IfNotPresent"] } } } }),
    },
    values: "image:\n  pullPolicy: Never\n",
    said: ["not-allowed Never"],
    offers: ["image:\n  pullPolicy: ", ["Always", "IfNotPresent"]],
  },
];

/** What else helps to write values. */
export const LISTS: readonly Shape[] = [
  {
    what: "fields of the items of a list that the chart declares",
    files: { ...values("hosts:\n  - name: a\n    port: 1\n"), ...template("{{ toJson .Values.hosts }}") },
    values: "hosts:\n  - name: b\n",
    offers: ["hosts:\n  - ", ["name", "port"]],
  },
  {
    what: "global that a template reads",
    files: template("{{ .Values.global.imageRegistry }}"),
    values: "global:\n  imageRegistry: a\n",
    offers: ["global:\n  ", ["imageRegistry"]],
  },
];

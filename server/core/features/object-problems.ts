import * as l10n from "@vscode/l10n";
import { type ChartTexts, SCHEMA_FILE } from "../chart/chart.ts";
import { type Objection, type ObjectName, objectId, RenderedObject } from "../rendered/rendered-object.ts";
import { joinNames, typeNames } from "../rules/engine/sentences.ts";
import { accepts, type JsonSchema, SchemaModel, type SchemaNode } from "../schema/model.ts";
import { type CheckValues, ownSchemaOf } from "../schema/own-schema/own-schema.ts";
import { readKindDefinitions } from "../schema/resource/resource-definition.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { plainWords } from "../values/helm-verdict.ts";
import { keyText } from "../yaml/key-path.ts";
import { memo } from "../yaml/memo.ts";
import { cut } from "../yaml/shown.ts";
import type { Path } from "../yaml/tree.ts";

/** A reason why the API server will reject an object that Helm rendered, as a sentence. */
export interface ObjectProblem {
  readonly object: RenderedObject;
  /** The field; if that is missing, where it would be. */
  readonly path: Path;
  readonly message: string;
  readonly isMissing?: true;
}

/** The list of objects of kinds that are not known (`schemas/objects.ts`). */
const ANY_KIND = "";
/** The number of characters of a chart's definitions that are read; those of an operator have about half a million at most. */
const MOST_CHARACTERS = 1_500_000;

const LONGEST_CHOICES = 160;

interface KnownKinds {
  readonly model: SchemaModel;
  readonly check: CheckValues | undefined;
}

const NO_TEXTS: ChartTexts = new Map();

/** Finds problems of objects by the schemas of the kinds of Kubernetes, and of those that a chart defines. */
export class ObjectProblems {
  readonly #kindsOf: (texts: ChartTexts) => KnownKinds;

  constructor(schema: JsonSchema) {
    this.#kindsOf = memo((texts: ChartTexts) => knownKinds(schema, texts), new WeakMap());
  }

  /** The certain objections of the API server to objects of a chart with these texts; fields and kinds that are not known count as right. */
  readonly problemsIn = async (
    objects: readonly RenderedObject[],
    texts: ChartTexts = NO_TEXTS,
  ): Promise<readonly ObjectProblem[]> => {
    const { model, check } = this.#kindsOf(texts);
    if (!check) return [];
    const isKnown = (name: string) => model.root.properties.has(name);
    const listOf = ({ apiVersion, kind }: ObjectName) => {
      const name = `${apiVersion} ${kind}`;
      return isKnown(name) ? name : ANY_KIND;
    };
    const found = await RenderedObject.objections(objects, listOf, check);
    const problems = new Map<string, ObjectProblem>();
    for (const objection of found) {
      const schema = model.at([listOf(objection.object), 0, ...objection.path]);
      for (const problem of problemsOf(objection, schema))
        problems.set(JSON.stringify([objectId(problem.object), problem.message]), problem);
    }
    return [...problems.values()];
  };
}

function knownKinds(schema: JsonSchema, texts: ChartTexts): KnownKinds {
  let left = MOST_CHARACTERS;
  const files = [...texts].filter(([file, text]) => {
    if (!file.startsWith("crds/") || text.length > left) return false;
    left -= text.length;
    return true;
  });
  const metadata = { $ref: "#/definitions/ObjectMeta" };
  const definitions = files
    .flatMap(([, text]) => readKindDefinitions(text))
    .map(({ apiVersion, kind, spec }) => [
      `${apiVersion} ${kind}`,
      { items: { properties: { metadata, spec } } },
    ]);
  const all = { ...schema, properties: { ...schema.properties, ...Object.fromEntries(definitions) } };
  return {
    model: new SchemaModel(all),
    check: ownSchemaOf({ texts: new Map([[SCHEMA_FILE, JSON.stringify(all)]]) }),
  };
}

function problemsOf(objection: Objection, node: SchemaNode | undefined): ObjectProblem[] {
  const { object, path, message, type, keys } = objection;
  const [name, field] = [plainWords(String(object)), plainWords(keyText(path))];
  const wrong = (sentence: string) => [{ object, path, message: sentence }];
  if (node && !accepts(node, type, ...(type === "integer" ? (["number"] as const) : []))) {
    const given = { types: [type === "integer" ? ("number" as const) : type], items: undefined };
    const [wanted = "", got = ""] = [node, given].map((schema) => joinNames(typeNames(schema), "or"));
    return wrong(l10n.t('Kubernetes rejects {0}: "{1}" takes {2}, but gets {3}.', name, field, wanted, got));
  }
  if (node?.allowed && type !== "object") {
    const choices = joinNames(node.allowed.filter((value) => value !== "").map(scalarText), "or");
    return wrong(
      l10n.t('Kubernetes rejects {0}: "{1}" takes only {2}.', name, field, cut(choices, LONGEST_CHOICES)),
    );
  }
  const missing = type === "object" && node ? [...node.required].filter((key) => !keys.includes(key)) : [];
  if (missing.length === 0)
    return wrong(l10n.t('Kubernetes rejects {0}: "{1}" is not valid. {2}', name, field, message));
  return missing.map((key) => {
    const fieldPath = [...path, key];
    const sentence = l10n.t(
      'Kubernetes rejects {0}: "{1}" is required but not set.',
      name,
      plainWords(keyText(fieldPath)),
    );
    return { object, path: fieldPath, message: sentence, isMissing: true };
  });
}

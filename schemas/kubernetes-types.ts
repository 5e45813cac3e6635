import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { applyFacts, type Definitions, readKubernetesFacts } from "./kubernetes-facts.ts";
import { children, mapChildren, type SchemaNode } from "./schema-node.ts";

const require = createRequire(import.meta.url);
/** The types that values hold, and those of the objects that a chart renders. */
const TYPES = "core/v1.d.ts";
const OBJECT_TYPES =
  "{admissionregistration/v1,apps/v1,autoscaling/v2,batch/v1,core/v1,networking/v1,policy/v1,rbac/v1}.d.ts";
const PACKAGE = dirname(require.resolve("kubernetes-types/package.json"));
const CACHE = fileURLToPath(new URL("../node_modules/.cache/cap-operator-schemas/", import.meta.url));

/**
 * Definitions of the named Kubernetes types and of everything they use, as far as it can be reached from them.
 * Generated from the type declarations of the package `kubernetes-types`, completed by `kubernetes-facts.json`, and
 * kept in `node_modules/.cache` until one of these or the generator changes.
 */
export async function kubernetesDefinitions(names: readonly string[]): Promise<Definitions> {
  return reachable(applyFacts(await generated(names, TYPES), readKubernetesFacts()), names);
}

/** The same of the types of objects as the package declares them, without any facts. */
export function objectDefinitions(names: readonly string[]): Promise<Definitions> {
  return generated(names, OBJECT_TYPES);
}

async function generated(names: readonly string[], types: string): Promise<Definitions> {
  const cached = join(CACHE, `${inputHash([...names, types])}.json`);
  const known = readJson(cached);
  if (known !== undefined) return known;
  const definitions = await generate(names, types);
  writeAtomically(cached, JSON.stringify(definitions));
  return definitions;
}

function inputHash(names: readonly string[]): string {
  const hash = createHash("sha256").update(names.join());
  const inputs = [
    require.resolve("kubernetes-types/package.json"),
    join(PACKAGE, TYPES),
    require.resolve("ts-json-schema-generator/package.json"),
    ...["kubernetes-types.ts", "schema-node.ts"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
  ];
  for (const input of inputs) hash.update(readFileSync(input));
  return hash.digest("hex").slice(0, 20);
}

async function generate(names: readonly string[], types: string): Promise<Definitions> {
  // The generator brings a whole compiler along, which nobody should wait for when the cache has the answer.
  const { createGenerator } = await import("ts-json-schema-generator");
  const generator = createGenerator({
    path: `${PACKAGE}/${types}`.replaceAll(sep, "/"),
    type: [...names],
    skipTypeCheck: true,
    additionalProperties: false,
    markdownDescription: true,
    sortProps: false,
  });
  const generated = generator.createSchema([...names]).definitions as unknown as Record<
    string,
    GeneratedNode
  >;
  return Object.fromEntries(
    Object.entries(generated).map(([name, node]) => [name, describeEntries(tidy(node))] as const),
  );
}

interface GeneratedNode extends SchemaNode {
  readonly markdownDescription?: string;
}

/** All numbers of these types are whole ones; the declarations cannot express it. */
function tidy(node: GeneratedNode): SchemaNode {
  const { markdownDescription, ...rest } = node;
  return {
    ...mapChildren(rest, tidy),
    ...(rest.type === "number" && { type: "integer" }),
    ...(markdownDescription !== undefined && { description: cleanDescription(markdownDescription) }),
  };
}

/** Entries of lists and values of maps have no documentation of their own: what holds them describes them. */
function describeEntries(node: SchemaNode): SchemaNode {
  const described = (entry: SchemaNode): SchemaNode =>
    entry.description !== undefined || node.description === undefined
      ? entry
      : { ...entry, description: node.description };
  const below = mapChildren(node, describeEntries);
  return {
    ...below,
    ...(below.items && { items: described(below.items) }),
    ...(typeof below.additionalProperties === "object" && {
      additionalProperties: described(below.additionalProperties),
    }),
  };
}

const LIST_ITEM = /^\s*([-*|]|\d+\.|[A-Z]\w*\s+-\s)/;

/** One line per paragraph and per list item, without doubled spaces. */
export function cleanDescription(text: string): string {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim().replace(/\s+/g, " ");
    const last = lines.at(-1);
    if (last === undefined || last === "" || words === "" || LIST_ITEM.test(line)) lines.push(words);
    else lines[lines.length - 1] = `${last} ${words}`;
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The definitions that the named ones need. */
export function reachable(definitions: Definitions, names: readonly string[]): Definitions {
  const found = new Set<string>();
  const visit = (node: SchemaNode): void => {
    if (node.$ref !== undefined) take(node.$ref.replace("#/definitions/", ""));
    children(node).forEach(visit);
  };
  const take = (name: string): void => {
    if (found.has(name)) return;
    const node = definitions[name];
    if (node === undefined) throw new Error(`The package kubernetes-types has no type ${name}.`);
    found.add(name);
    visit(node);
  };
  names.forEach(take);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => found.has(name)));
}

function readJson(path: string): Definitions | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Definitions;
  } catch {
    return undefined;
  }
}

/** Several processes may build at once; a reader must never see half a file. A folder that cannot be written is no failure. */
function writeAtomically(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const part = `${path}.${process.pid}`;
    writeFileSync(part, text);
    renameSync(part, path);
  } catch {
    return;
  }
}

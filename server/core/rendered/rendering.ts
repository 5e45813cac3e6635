import { isMapping } from "../chart/same-json.ts";
import { groupBy } from "../yaml/group-by.ts";
import { isMergeKey, resolveAlias } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { ValueNode } from "../yaml/tree.ts";
import { type FieldChange, objectId, RenderedObject } from "./rendered-object.ts";

/** What `helm template` printed. */
export interface Rendering {
  readonly objects: readonly RenderedObject[];
  /** How many documents are not objects, or cannot be read. Nothing of those is known or shown. */
  readonly unread: number;
}

/** How many values a document may have, counted as often as aliases repeat them. */
const MOST_VALUES = 200_000;

/**
 * Reads the output of `helm template`: a stream of documents with comments that name their templates (Helm 3 and 4: `# Source:`). Helm writes the comment
 * before what a template renders, so of a template that begins with `---` it is in an empty document before the object.
 */
export function readRendering(output: string): Rendering {
  const { documents, problems, refused } = parseYaml(output);
  if (refused !== undefined) return { objects: [], unread: 1 };
  const broken = new Set(problems.map(({ offset }) => documents.findLast(({ start }) => start <= offset)));
  const objects: RenderedObject[] = [];
  let unread = 0;
  let source = "";
  for (const document of documents) {
    const { start, end } = document;
    const root = document.root?.type === "null" ? undefined : document.root;
    const [, named] = /^# Source: (.*)$/m.exec(output.slice(start, root?.offset ?? end)) ?? [];
    source = named?.trim() ?? source;
    if (root === undefined) continue;
    const object = broken.has(document) ? undefined : objectIn(root, source);
    if (object) objects.push(object);
    else unread += 1;
  }
  return { objects, unread };
}

/** The fields in which two renderings differ, in the order of the first; then those of objects that only the second has. */
export function renderingChanges({ objects }: Rendering, after: Rendering): readonly FieldChange[] {
  const left = new Set(after.objects);
  const take = (found: RenderedObject | undefined) => {
    if (found) left.delete(found);
    return found;
  };
  // What a chart prints twice belongs together in that order.
  const others = groupBy(after.objects, objectId);
  const same = new Map(objects.map((one) => [one, take(others.get(objectId(one))?.shift())]));
  // An object whose name depends on the values is another one of the same template.
  const pairs = objects.map((one) => {
    const renamed = ({ template, kind }: RenderedObject) => template === one.template && kind === one.kind;
    return [one, same.get(one) ?? take([...left].find(renamed))] as const;
  });
  return [
    ...pairs.flatMap(([one, other]) => RenderedObject.changes(one, other)),
    ...[...left].flatMap((one) => RenderedObject.changes(undefined, one)),
  ];
}

function objectIn(root: ValueNode, source: string): RenderedObject | undefined {
  const value = plainValue(root, { left: MOST_VALUES });
  if (!isMapping(value)) return undefined;
  const { apiVersion, kind, metadata } = value;
  const { name, generateName, namespace }: Readonly<Record<string, unknown>> = isMapping(metadata)
    ? metadata
    : {};
  const named = name ?? generateName;
  if (!isText(apiVersion) || !isText(kind)) return undefined;
  return new RenderedObject(
    {
      apiVersion,
      kind,
      // An object of a chart may have none; the API server rejects it.
      name: isText(named) ? named : "",
      ...(isText(namespace) && { namespace }),
      template: source.slice(source.indexOf("/") + 1),
    },
    source,
    value,
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The value of a node as JSON has it; `undefined` if merge keys fill it, or if it is longer than `budget` allows. */
function plainValue(node: ValueNode, budget: { left: number }): unknown {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  const at = resolveAlias(node);
  if (at.type === "array") {
    const items = at.items.map((item) => plainValue(item, budget));
    return items.includes(undefined) ? undefined : items;
  }
  if (at.type !== "object") return at.value;
  const made: Record<string, unknown> = Object.create(null);
  for (const property of at.properties) {
    const value = isMergeKey(property) ? undefined : plainValue(property.valueNode, budget);
    if (value === undefined) return undefined;
    made[property.key] = value;
  }
  return made;
}

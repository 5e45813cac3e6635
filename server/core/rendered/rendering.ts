import { isMapping } from "../chart/same-json.ts";
import { groupBy } from "../yaml/group-by.ts";
import { isMergeKey, resolveAlias } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { ValueNode } from "../yaml/tree.ts";
import { type FieldChange, objectId, RenderedObject } from "./rendered-object.ts";

/** The output of `helm template`. */
export interface Rendering {
  readonly objects: readonly RenderedObject[];
  /** The number of documents that are not objects, or cannot be read. Nothing of those is known or shown. */
  readonly unread: number;
}

/** The most values that a document may have, counted as often as aliases repeat them. */
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
  // Objects that a chart renders twice are paired in their order.
  const others = groupBy(after.objects, objectId);
  const same = new Map(objects.map((object) => [object, take(others.get(objectId(object))?.shift())]));
  // An object whose name depends on the values is paired with another one of the same template.
  const pairs = objects.map((object) => {
    const renamed = ({ template, kind }: RenderedObject) =>
      template === object.template && kind === object.kind;
    return [object, same.get(object) ?? take([...left].find(renamed))] as const;
  });
  return [
    ...pairs.flatMap(([object, other]) => RenderedObject.changes(object, other)),
    ...[...left].flatMap((object) => RenderedObject.changes(undefined, object)),
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
  const target = resolveAlias(node);
  if (target.type === "array") {
    const items = target.items.map((item) => plainValue(item, budget));
    return items.includes(undefined) ? undefined : items;
  }
  if (target.type !== "object") return target.value;
  const made: Record<string, unknown> = Object.create(null);
  for (const property of target.properties) {
    const value = isMergeKey(property) ? undefined : plainValue(property.valueNode, budget);
    if (value === undefined) return undefined;
    made[property.key] = value;
  }
  return made;
}

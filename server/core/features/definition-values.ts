import type { Position } from "vscode-languageserver-types";
import type { Analysis } from "../analysis.ts";
import { nodeAt, pathOf } from "../document/lookup.ts";
import type { Path } from "../document/tree.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { HelmNode, Origin } from "../values/helm-tree.ts";
import { originPlace, type ValuePlace } from "../values/origin-text.ts";
import { fileIndexOf } from "../values/release-stack.ts";
import { type StackValues, stackValues } from "../values/stack-values.ts";
import { isFrom, whatCounts } from "../values/what-counts.ts";

/**
 * Where a value leads: to what counts in its place; where it counts itself, to what it took the place of, the last
 * one first. Values of the command line and of the chart stand in no file and lead nowhere.
 */
export function valueDefinition(analysis: Analysis, schemas: Schemas, position: Position): ValuePlace[] {
  const offset = analysis.text.offsetAt(position);
  const root = analysis.rootAt(offset);
  const at = root?.kind === "values" ? nodeAt(root.node, offset) : undefined;
  if (!root || !at || at.type === "property") return [];
  const written = at.parent?.type === "property" ? at.parent.keyNode.offset : at.offset;
  const path = pathOf(at);
  const model = schemas.model(root.kind);
  const stacks = analysis.stacksOf(root).map((stack) => stackValues(stack, model));
  const winners = stacks.flatMap((values) => places(winner(values, analysis, path, written), values));
  if (winners.length > 0) return unique(winners);
  return unique(stacks.flatMap((values) => places(losers(values, analysis, path), values)));
}

function winner(values: StackValues, { text }: Analysis, path: Path, written: number): Origin[] {
  const file = fileIndexOf(values.stack, text.uri);
  const { node, depth, removedBy } = whatCounts(values, path, file);
  if (!node) return removedBy && !isFrom(removedBy, file, written) ? [removedBy] : [];
  if (isLevel(node) || (depth < path.length && isFrom(node.origin, file))) return [];
  return isFrom(node.origin, file, written) ? [] : [node.origin];
}

function losers(values: StackValues, { text }: Analysis, path: Path): Origin[] {
  const file = fileIndexOf(values.stack, text.uri);
  const { node, depth } = whatCounts(values, path, file);
  if (!node || depth < path.length) return [];
  return node.replaced.flatMap(({ origin }) => (isFrom(origin, file) ? [] : [origin])).reverse();
}

/** A mapping that several sources fill has no one place. */
function isLevel(node: HelmNode): boolean {
  return node.type === "map" && node.origin.kind !== "inherited" && node.entries.size > 0;
}

function places(origins: readonly Origin[], { stack }: StackValues): ValuePlace[] {
  return origins.flatMap((origin) => originPlace(origin, stack) ?? []);
}

function unique(found: readonly ValuePlace[]): ValuePlace[] {
  return [...new Map(found.map((place) => [JSON.stringify([place.uri, place.name]), place])).values()];
}

import type { Position } from "vscode-languageserver-types";
import type { Schemas } from "../schema/schemas.ts";
import type { Analysis } from "../semantics/analysis.ts";
import { originPlace, type ValuePlace } from "../semantics/origin-text.ts";
import { type StackValues, stackValues } from "../semantics/stack-values.ts";
import { isFrom, whatCounts } from "../semantics/what-counts.ts";
import type { HelmNode, Origin } from "../values/helm-tree.ts";
import { fileIndexOf } from "../values/release-stack.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import type { Path } from "../yaml/tree.ts";

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

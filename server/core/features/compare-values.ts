import { isSameJson } from "../chart/chart-changes.ts";
import { pathText } from "../schema/markdown.ts";
import { originText } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { type Leaf, runningValues } from "../semantics/running-values.ts";
import { nodeAt } from "../values/helm-tree.ts";

/** A value on one side, and where it comes from in a few words. */
export interface SideValue {
  readonly value: unknown;
  readonly origin: string;
}

/** A key that the operator runs with in different ways; a side without the key is absent. */
export interface ValueDifference {
  readonly key: string;
  readonly before?: SideValue;
  readonly after?: SideValue;
}

/** What the operator runs with in another way, key by key: those of the first side in their order, then those that only the second has. */
export function compareValues(before: ReleaseValues, after: ReleaseValues): ValueDifference[] {
  const [old, fresh] = [leavesByKey(before), leavesByKey(after)];
  const differences: ValueDifference[] = [];
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [a, b] = [old.get(key), fresh.get(key)];
    if (a && b && isSameJson(a.value, b.value)) continue;
    differences.push({
      key,
      ...(a && { before: sideOf(a, before) }),
      ...(b && { after: sideOf(b, after) }),
    });
  }
  return differences;
}

function leavesByKey(values: ReleaseValues): Map<string, Leaf> {
  return new Map(runningValues(values).map((leaf) => [pathText(leaf.path), leaf]));
}

function sideOf({ path, value }: Leaf, values: ReleaseValues): SideValue {
  const [name, ...rest] = path;
  const component = values.components.find((one) => one.name === name);
  const node = component ? nodeAt(component.values, rest) : values.given(path);
  return { value, origin: node ? originText(node.origin, values.stack).text : "chart default" };
}

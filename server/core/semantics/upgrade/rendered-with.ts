import type { KeyPath } from "../../chart/compare-charts.ts";
import type { ReleaseStack } from "../../values/release-stack.ts";
import type { ChartUpgrade } from "./chart-upgrade.ts";
import { sourcesSetting } from "./setting-sources.ts";

/** A key that is set, and another one that comes or goes with the other chart, with an object that both are in. */
export interface RenderedWith {
  readonly change: "added" | "removed";
  readonly path: KeyPath;
  readonly other: KeyPath;
}

/** The keys with a value that takes effect in one more place, or in one less, because of another key that is not empty. */
export function renderedWith(
  { changes, from, to, before, after }: ChartUpgrade,
  stack: ReleaseStack,
): RenderedWith[] {
  return changes.flatMap((change): RenderedWith[] => {
    if (change.kind !== "added" && change.kind !== "removed") return [];
    const [schemas, release] = change.kind === "added" ? [to, after] : [from, before];
    const path = schemas.model("values").at(change.path)?.annotations.rendersWith?.split(".");
    if (!path || sourcesSetting(stack, path).length === 0) return [];
    const node = release.given(change.path);
    return node?.type === "leaf" && !node.value ? [] : [{ change: change.kind, path, other: change.path }];
  });
}

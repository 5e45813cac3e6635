import type { SchemaNode } from "./model.ts";

/** Whether the default of a key is worth writing: that of a key which every installation must set fits no cluster but one. */
export function hasUsefulDefault({ hasDefault, annotations }: SchemaNode): boolean {
  return hasDefault && annotations.requiredForInstall !== true;
}

/** Whether a value is what the chart has for a key that every installation must set, so that it is as good as none. */
export function isChartPlaceholder(
  { annotations, default: standard }: SchemaNode,
  value: string | undefined,
): boolean {
  if (annotations.requiredForInstall !== true || value === undefined || value.trim() === "") return false;
  const standards = [standard, ...(annotations.perChart ?? []).map((facts) => facts.default)];
  return standards.includes(value.trim());
}

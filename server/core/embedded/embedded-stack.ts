import type { HelmMajor } from "../values/refusal.ts";
import { aloneStack, type ReleaseStack, type StackChart } from "../values/release-stack.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { EmbeddedValues } from "./find.ts";

/** The stack of embedded values: over the defaults of the chart that their document names. */
export function embeddedStack(
  uri: string,
  file: YamlFile,
  { isPartial }: EmbeddedValues,
  chart: StackChart,
  helm: HelmMajor,
): ReleaseStack {
  const stack = aloneStack(uri, file, helm, chart);
  return isPartial ? { ...stack, isPartial: true } : stack;
}

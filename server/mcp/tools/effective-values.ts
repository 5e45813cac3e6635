import type { EffectiveDatum } from "../../core/language-service.ts";
import { entryText } from "../../core/semantics/release-values.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import type { DiskWorkspace } from "../../workspace/disk-workspace.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";

interface EffectiveValues extends ValuesSource {
  readonly key?: string;
  readonly form?: "annotated" | "changed" | "plain";
}

export const effectiveValues = tool<EffectiveValues>({
  name: "effective_values",
  title: "Effective values",
  description:
    "Reports what the operator would run with: the chart's defaults, values files and entries merged as Helm merges them, each value with where it comes from. For a release, a file, a text, or " +
    "a chart's defaults. With a key, only that value or the values in it. No cluster is contacted.",
  arguments: {
    ...VALUES_ARGUMENTS,
    key: textOfAtMost(LIMITS.key, "A key with its path, to get only its values."),
    form: {
      type: "string",
      enum: ["annotated", "changed", "plain"],
      description:
        "YAML with all values and their origins as comments, the default; only with those that differ from the defaults; or without comments.",
    },
  },
  run: async ({ key, form = "annotated", ...source }, { engine, folders }) => {
    const { workspace, stack } = await engine.stack(source, folders);
    const problems = await problemsOf(workspace, stack);
    const chart = workspace.service.chartOfStack(stack).name;
    if (key === undefined) {
      return { chart, problems, yaml: workspace.service.effectiveDocument(stack, form, problems).text };
    }
    const inside = workspace.service.effectiveData(stack).filter(({ path }) => isAt(keyText(path), key));
    const values = inside.slice(0, LIMITS.answers).map(described);
    return {
      chart,
      problems,
      values,
      ...(inside.length > values.length && { omitted: inside.length - values.length }),
    };
  },
});

/** A value with its origin in a few words, and what earlier sources had in its place, the oldest first. */
function described({ path, source, replaced, ...value }: EffectiveDatum) {
  return {
    key: keyText(path),
    ...value,
    origin: source.text,
    replaced: replaced.map((one) => ({ value: one.value, origin: one.source.text })),
  };
}

/** What Helm refuses, what cannot be read, and what is wrong with entries, as sentences. */
async function problemsOf({ service }: DiskWorkspace, stack: ReleaseStack): Promise<string[]> {
  const ofEntries = await service.entryProblems(stack);
  return [
    ...[...service.stackProblems(stack), ...service.fatalNulls(stack)].map(({ message }) => message),
    ...ofEntries
      .filter(({ severity }) => severity === "error" || severity === "warning")
      .map(({ set, message }) => `${entryText(stack, set)}: ${message}`),
  ];
}

function isAt(key: string, asked: string): boolean {
  return key === asked || key.startsWith(`${asked}.`) || key.startsWith(`${asked}[`);
}

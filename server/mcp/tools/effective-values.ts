import type { EffectiveDatum } from "../../core/language-service.ts";
import { closestMatches } from "../../core/rules/engine/rank.ts";
import { entryText } from "../../core/semantics/release-values.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import type { DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { filled } from "../places.ts";
import { textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";
import { quotedWord } from "../tool-error.ts";

interface EffectiveValues extends ValuesSource {
  readonly key?: string;
  readonly form?: "annotated" | "changed" | "plain";
}

export const effectiveValues = tool<EffectiveValues>({
  name: "effective_values",
  title: "Effective values",
  description:
    "Reports what the operator would run with, as Helm merges it, each value with its origin; without a file, text or release: the defaults.",
  arguments: {
    ...VALUES_ARGUMENTS,
    key: textOfAtMost(LIMITS.key, "Only this key and what is in it."),
    form: {
      type: "string",
      enum: ["annotated", "changed", "plain"],
      description: "YAML with origins (default), only what is not the default, or plain.",
    },
  },
  answer: { problems: "array", yaml: "string", values: "array" },
  always: ["problems"],
  run: async ({ key, form = "annotated", ...source }, { engine, folders }) => {
    const { workspace, stack } = await engine.stack(source, folders);
    const problems = await problemsOf(workspace, stack);
    const chart = workspace.service.chartOfStack(stack).name;
    if (key === undefined) {
      return { chart, problems, yaml: workspace.service.effectiveDocument(stack, form, problems).text };
    }
    const all = workspace.service.effectiveData(stack);
    const inside = all.filter(({ path }) => isAt(keyText(path), key));
    const values = inside.slice(0, LIMITS.answers).map(described);
    return {
      chart,
      problems,
      values,
      ...(inside.length === 0 && { hint: hintFor(key, all, workspace) }),
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
    ...filled({ replaced: replaced.map((old) => ({ value: old.value, origin: old.source.text })) }),
  };
}

/** The reason why there is no value at a key. */
function hintFor(key: string, all: readonly EffectiveDatum[], { service }: DiskWorkspace): string {
  if (service.explainKeyInAll("values", key).length > 0) return "The key exists, but nothing sets it.";
  const [first] = closestMatches(key, [
    ...new Set([...service.keyNames("values"), ...all.map(({ path }) => keyText(path))]),
  ]);
  const near = first === undefined ? "Find keys with search_keys." : `Did you mean ${first}?`;
  return `Nothing is set at ${quotedWord(key)}, and the chart has no such key. ${near}`;
}

/** The problems of values, as sentences: values that Helm refuses, files that cannot be read, and faults of entries. */
async function problemsOf({ service }: DiskWorkspace, stack: ReleaseStack): Promise<string[]> {
  const ofEntries = await service.entryProblems(stack);
  return [
    ...[...service.stackProblems(stack), ...service.fatalValues(stack)].map(({ message }) => message),
    ...ofEntries
      .filter(({ severity }) => severity === "error" || severity === "warning")
      .map(({ set, message }) => `${entryText(stack, set)}: ${message}`),
  ];
}

function isAt(key: string, asked: string): boolean {
  return key === asked || key.startsWith(`${asked}.`) || key.startsWith(`${asked}[`);
}

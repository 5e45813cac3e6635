import { differencesOf, type EffectiveDatum, valuesOnly } from "../../core/language-service.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { type ArgumentSchema, tool, VALUES_ARGUMENTS } from "../tool.ts";
import { problemsOf } from "./effective-values.ts";

interface Compare {
  readonly before: ValuesSource;
  readonly after: ValuesSource;
}

const side = (description: string): ArgumentSchema => ({
  type: "object",
  description,
  properties: VALUES_ARGUMENTS,
  additionalProperties: false,
});

export const compare = tool<Compare>({
  name: "compare",
  title: "Compare",
  description:
    "Reports what the operator would run with in another way: two releases, files, texts, or versions of the chart (only chart_version: its defaults), key by key with where each value comes from. No cluster is contacted.",
  arguments: {
    before: side("The first side."),
    after: side("The second side."),
  },
  required: ["before", "after"],
  run: async ({ before, after }, { engine, folders }) => {
    const [a, b] = [await engine.stack(before, folders), await engine.stack(after, folders)];
    const differences = differencesOf(
      a.workspace.service.effectiveData(a.stack),
      b.workspace.service.effectiveData(b.stack),
    );
    const [from, to] = [a, b].map(({ workspace, stack }) => workspace.service.chartOfStack(stack));
    return {
      before: {
        chart: from?.name,
        problems: await problemsOf(a.workspace, a.stack),
      },
      after: {
        chart: to?.name,
        problems: await problemsOf(b.workspace, b.stack),
      },
      ...((from?.atHand?.digest ?? from?.name) !== (to?.atHand?.digest ?? to?.name) && {
        note: valuesOnly(),
      }),
      count: differences.length,
      differences: differences.slice(0, LIMITS.answers).map(({ key, ...sides }) => ({
        key,
        ...(sides.before && { before: sideOf(sides.before) }),
        ...(sides.after && { after: sideOf(sides.after) }),
      })),
    };
  },
});

function sideOf({ value, described, source }: EffectiveDatum): object {
  return { value, described, origin: source.text };
}

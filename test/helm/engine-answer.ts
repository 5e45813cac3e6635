import type { Effective } from "../../server/core/values/effective.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { CHARTS, type HelmCase } from "./helm-case.ts";
import * as question from "./question.ts";

/** The values of a case by the engine, as Helm would print them; `null` if by the engine Helm rejects them. */
export function engineAnswer(asked: HelmCase, helm: HelmMajor): string | null {
  return question.engineAnswer(questionOf(asked), helm);
}

/** The effective values of a case. */
export function engineValues(asked: HelmCase, helm: HelmMajor): Effective {
  return question.engineValues(questionOf(asked), helm);
}

/** A case as a question to Helm's libraries. */
export function questionOf({ chart, files, sets }: HelmCase): question.Question {
  const { values, dependencies } = CHARTS[chart];
  return {
    chart: {
      name: "asked",
      values,
      dependencies: Object.entries(dependencies).map(([name, text]) => ({ chart: { name, values: text } })),
    },
    files,
    sets,
  };
}

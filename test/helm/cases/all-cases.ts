import { caseId, type HelmCase } from "../helm-case.ts";
import { generatedCases } from "./generated-cases.ts";
import { mergeCases } from "./merge-cases.ts";
import { setCases } from "./set-cases.ts";
import { yamlCases } from "./yaml-cases.ts";

/** Everything that Helm and the engine are asked, each question once. */
export function allCases(): ReadonlyMap<string, HelmCase> {
  const cases = [...yamlCases(), ...mergeCases(), ...setCases(), ...generatedCases(250)];
  return new Map(cases.map((asked) => [caseId(asked), asked]));
}

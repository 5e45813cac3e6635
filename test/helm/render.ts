// Helm's own template engine, built into a program that renders hundreds of charts in seconds.

import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { askProgram, goProgram } from "./go-program.ts";

/** A chart by its files, and what is given to it, each time on its own. */
export interface RenderQuestion {
  readonly files: Readonly<Record<string, string>>;
  readonly values: readonly object[];
}

/** The output of Helm, all files one after the other, or the error with which it refuses. */
export interface Rendering {
  readonly text: string;
  readonly error?: string;
}

/** The program for a generation of Helm, built here once; `undefined` if Go is missing. */
export function renderProgram(major: HelmMajor): Promise<string | undefined> {
  return goProgram({
    name: `helm-render-${major}`,
    module: `render${major}`,
    beside: ["ask/go.mod", "ask/render/render.go"],
    what: `what renders with the libraries of Helm ${major}`,
  });
}

/** Renders all charts with all their values, and returns the results in the same order. */
export function renderAll(
  program: string,
  questions: readonly RenderQuestion[],
): Promise<readonly (readonly Rendering[])[]> {
  return askProgram(program, questions);
}

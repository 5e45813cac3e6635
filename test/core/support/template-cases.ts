import assert from "node:assert/strict";
import type { Branch, TemplateReads } from "../../../server/core/chart/templates/template-reads.ts";
import { templateReads } from "../../../server/core/chart/templates/template-scan.ts";
import type { NamedCase } from "./case-files.ts";

/** The texts of the files of a chart. */
export type Files = Readonly<Record<string, string>>;

/** A case of what templates read of the values. */
export interface TemplateCase extends NamedCase {
  /** The only template of a chart. */
  readonly template?: string;
  /** In place of it, the files of a chart. */
  readonly files?: Files;
  /** The paths that are read, those that are read as a whole with a star; `[]` stands for any key or item. */
  readonly reads: string;
}

/** The keys of a case. */
export const TEMPLATE_CASE: Readonly<Record<keyof TemplateCase, true>> = {
  case: true,
  text: true,
  template: true,
  files: true,
  reads: true,
};

/** Templates read what a case says, and nothing else. */
export function checkTemplateCase({ template = "", files, reads }: TemplateCase): void {
  const chart = files ?? { "Chart.yaml": "name: c\n", "templates/a.yaml": template };
  // `with`, `get` or a variable tell which keys are only stepped through; `.Values.a.b` does not.
  assert.equal(paths(ofFiles(chart)), reads);
}

/** Collects the values that the templates of a chart read. */
export function ofFiles(files: Files): TemplateReads {
  return templateReads(new Map(Object.entries(files)));
}

/** All parts of the values that are read, with their paths. */
export function allOf({ root }: TemplateReads): { readonly path: string; readonly branch: Branch }[] {
  const visit = (branch: Branch, path: string): { readonly path: string; readonly branch: Branch }[] => [
    ...(branch.places.size > 0 ? [{ path, branch }] : []),
    // The global values of a chart below are those of all charts.
    ...[...branch.below]
      .filter(([key]) => !(branch.isChart && key === "global"))
      .flatMap(([key, below]) => visit(below, path === "" ? key : `${path}/${key}`)),
  ];
  return visit(root, "");
}

/** The paths that templates read, those that are read as a whole with a star; `[]` stands for any key or item. */
export function paths(reads: TemplateReads): string {
  return allOf(reads)
    .map(({ path, branch }) => `${path.replaceAll("*", "[]")}${branch.isWhole ? "*" : ""}`)
    .sort()
    .join(" ");
}

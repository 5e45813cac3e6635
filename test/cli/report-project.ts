import assert from "node:assert/strict";
import { CLEAN, folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

/** A value whose place and text try to leave every format: markup, workflow commands, escapes, and what XML cannot contain. */
const HOSTILE = `${CLEAN}  "a]]></failure><script>&%0A::set-env name=x::{0}[b](1)é😀": 1\n`;
const HOSTILE_NAME = `a"<b>&'%,:\u001b[31m\u0001\n::error::.values.yaml`;
const DUPLICATE = `${CLEAN}  replicas: 1\n  replicas: 2\n`;

/** A folder with one file for each kind of finding. */
export const project = folderWith({
  "clean/values.yaml": CLEAN,
  "duplicate/values.yaml": DUPLICATE,
  "hostile/values.yaml": HOSTILE,
  [`hostile/${HOSTILE_NAME}`]: WITH_UNKNOWN_KEY,
  "typo/values.yaml": WITH_UNKNOWN_KEY,
});

/** The output of a reporter for this project. */
export async function report(format: string): Promise<string> {
  const fixes = format === "json" || format === "sarif" ? ["--fixes"] : [];
  const { code, out, err } = await run(project, ["check", "--reporter", format, ...fixes]);
  assert.deepEqual([code, err], [1, ""]);
  return out;
}

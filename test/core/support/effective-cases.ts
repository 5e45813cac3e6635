import assert from "node:assert/strict";
import type { NamedCase } from "./case-files.ts";
import { setEntry } from "./case-text.ts";
import { engine } from "./engine.ts";
import { stackOf } from "./release.ts";

/** A case of the text of effective values. */
export interface EffectiveCase extends NamedCase {
  readonly files?: Readonly<Record<string, string>>;
  /** The flags of the release, such as `--set a=b`. */
  readonly flags?: readonly string[];
  /** The expected problems in the settings. */
  readonly problems?: readonly string[];
  /** Below a key of the top level, the first line of each of these keys. */
  readonly lines?: Readonly<Record<string, readonly string[]>>;
  /** A pattern of what is above the values. */
  readonly top?: string;
  /** The text of only what is changed, without what is above it. */
  readonly changed?: string;
}

/** The keys of a case. */
export const EFFECTIVE_CASE: Readonly<Record<keyof EffectiveCase, true>> = {
  case: true,
  text: true,
  files: true,
  flags: true,
  problems: true,
  lines: true,
  top: true,
  changed: true,
};

/** The effective values of a release are shown as a case says. */
export function checkEffectiveCase(one: EffectiveCase): void {
  const sets = (one.flags ?? []).map(setEntry);
  const stack = stackOf({ files: one.files ?? {}, sets, problems: one.problems ?? [] });
  const { text } = engine.effectiveDocument(stack, "annotated");
  for (const [component, lines] of Object.entries(one.lines ?? {}))
    for (const line of lines)
      assert.equal(lineOf(text, line.slice(0, line.indexOf(":") + 1), component), line);
  const [top = ""] = text.split("\n\n");
  if (one.top !== undefined) assert.match(top.replace(/\n# ?/g, " "), new RegExp(one.top));
  if (one.changed !== undefined) {
    const { text: changed } = engine.effectiveDocument(stack, "changed");
    assert.equal(changed.split("\n\n").slice(1).join("\n\n"), one.changed);
  }
}

/** The first line of a text that begins with `start`, after the line of a component. */
export function lineOf(text: string, start: string, component: string): string | undefined {
  const lines = text.split("\n");
  return lines
    .slice(lines.indexOf(`${component}:`))
    .find((line) => line.trim().startsWith(start))
    ?.trim();
}

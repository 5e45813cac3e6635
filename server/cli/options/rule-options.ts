import { type Command, Option } from "commander";
import { RULES } from "../../core/rules/table.ts";
import type { Settings, SeverityName } from "../../core/settings.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { wrongUse } from "../output/exit-codes.ts";

/** The options that choose rules for one run. */
export interface RuleOptions {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** Adds the options. */
export function withRules(command: Command): Command {
  return command
    .addOption(
      codesOption("--only <code>", "only report findings of this rule, and what cannot be read").conflicts(
        "skip",
      ),
    )
    .addOption(codesOption("--skip <code>", "do not report findings of this rule"));
}

/** An option that takes the codes of rules. Each has one argument, so that it does not take the paths behind it as well. */
export function codesOption(flags: string, what: string): Option {
  return new Option(flags, `${what}; can be repeated, or several with commas`).argParser(
    (value: string, before: readonly string[] = []) => [...before, ...value.split(",").map(knownCode)],
  );
}

/**
 * The settings with only those rules that the options choose. A rule that `--only` names is on, whatever the settings are; rules about unreadable
 * texts stay on with it, because nothing else is found there.
 */
export function withChosenRules({ only, skip = [] }: RuleOptions, settings: Settings): Settings {
  const { diagnostics } = settings;
  const severities = RULES.flatMap(({ code, severity, unreadable }): [string, SeverityName][] => {
    const set = diagnostics.severity[code];
    const isNamed = only?.includes(code) === true;
    if (skip.includes(code) || (only && !isNamed && !unreadable)) return [[code, "off"]];
    if (isNamed && (set ?? severity) === "off") return severity === "off" ? [[code, "information"]] : [];
    return set === undefined ? [] : [[code, set]];
  });
  return { ...settings, diagnostics: { ...diagnostics, severity: Object.fromEntries(severities) } };
}

function knownCode(written: string): string {
  const code = written.trim();
  const codes = RULES.map((rule) => rule.code);
  if (codes.includes(code)) return code;
  throw wrongUse(`No rule "${code}" found.${nearest(code, codes)}`);
}

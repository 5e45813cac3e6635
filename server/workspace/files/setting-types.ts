import type { Path } from "../../core/yaml/tree.ts";

/** A problem with a setting, and its place in the settings. */
export interface SettingProblem {
  readonly path: Path;
  /** One sentence: the expected value, the actual one, and the consequence. */
  readonly message: string;
  /** The same in the words of the file with the settings of a project: `releases` instead of `capOperator.releases`. */
  readonly inFile?: string;
  /** The line, counted from zero, if that is all that is known of the place. */
  readonly line?: number;
  /** True if the key is wrong and not its value. */
  readonly isAboutKey?: true;
}

/** True if a setting is missing. */
export function absent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** True for an object with keys: not for `null` or an array. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A setting of the wrong type; the sentence states with its name and its value what it must be, and what happens now. */
export function complaint(
  path: Path,
  got: unknown,
  sentence: (name: string, value: string) => string,
): SettingProblem {
  const text = JSON.stringify(got) ?? typeof got;
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return { path, message: sentence(`capOperator${name}`, shown), inFile: sentence(name.slice(1), shown) };
}

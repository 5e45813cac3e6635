import type { Path } from "../core/yaml/tree.ts";

/** What is wrong with a setting, and where in the settings it is. */
export interface SettingProblem {
  readonly path: Path;
  /** One sentence: what it must be, what it is, and what happens now. */
  readonly message: string;
  /** Whether its key is wrong and not its value. */
  readonly isAboutKey?: true;
}

/** Whether a setting is missing. */
export function absent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is an object with keys. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A setting of the wrong type; the sentence says of its name and its value what it must be, and what happens now. */
export function complaint(
  path: Path,
  got: unknown,
  sentence: (name: string, value: string) => string,
): SettingProblem {
  const text = JSON.stringify(got) ?? typeof got;
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return { path, message: sentence(settingName(path), shown) };
}

/** How people call a setting: `capOperator.releases[0].name`. */
function settingName(path: Path): string {
  return ["capOperator", ...path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))].join(
    "",
  );
}

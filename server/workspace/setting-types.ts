/** Whether a setting is missing. */
export function absent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is an object with keys. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One sentence about a setting of the wrong type: what it must be, what it is, and what happens now. */
export function complaint(name: string, wanted: string, got: unknown, consequence: string): string {
  const text = JSON.stringify(got) ?? typeof got;
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  const setting = name === "" ? "capOperator" : `capOperator.${name}`;
  return `The setting ${setting} must be ${wanted}, but is ${shown}; ${consequence}.`;
}

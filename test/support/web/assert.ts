/** The functions of `node:assert/strict` that the suites use, without Node. */

class AssertionError extends Error {
  override name = "AssertionError";
}

function shown(value: unknown): string {
  return value instanceof RegExp ? String(value) : (JSON.stringify(value, undefined, 2) ?? String(value));
}

function fail(message = "failed"): never {
  throw new AssertionError(message);
}

function ok(value: unknown, message = `${shown(value)} is not true`): void {
  if (!value) fail(message);
}

function equal(actual: unknown, expected: unknown, message?: string): void {
  if (!Object.is(actual, expected)) fail(message ?? `${shown(actual)} is not ${shown(expected)}`);
}

function notEqual(actual: unknown, other: unknown, message?: string): void {
  if (Object.is(actual, other)) fail(message ?? `${shown(actual)} was not expected`);
}

function deepEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!isSame(actual, expected)) fail(message ?? `${shown(actual)} is not ${shown(expected)}`);
}

function match(text: string, pattern: RegExp, message?: string): void {
  if (!pattern.test(text)) fail(message ?? `${shown(text)} does not match ${pattern}`);
}

function doesNotMatch(text: string, pattern: RegExp, message?: string): void {
  if (pattern.test(text)) fail(message ?? `${shown(text)} matches ${pattern}`);
}

/** As strict as Node for what the suites compare: plain objects, lists and values. */
function isSame(first: unknown, other: unknown): boolean {
  if (typeof first !== "object" || typeof other !== "object" || first === null || other === null)
    return Object.is(first, other);
  if (Array.isArray(first) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(first), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(first, key), Reflect.get(other, key)))
  );
}

export default { ok, equal, notEqual, deepEqual, match, doesNotMatch, fail };

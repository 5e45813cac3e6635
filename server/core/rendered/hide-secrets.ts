import { isMapping } from "../chart/same-json.ts";
import { decodeBase64 } from "../yaml/reader/base64.ts";

/** Takes the place of a hidden value; does not reveal its length. */
// Neither is translated: they take the place of a value in YAML.
const HIDDEN = "<hidden>";

/** The same, if the value has changed. */
const HIDDEN_CHANGED = "<hidden, changed>";

/**
 * A copy of an object in which the data of Secrets is hidden, wherever a Secret occurs: on its own, in a list of any kind, inside
 * another object, or as a string that contains a whole Secret (`last-applied-configuration`). `before` is the same object as it
 * was: values that differ from it are marked.
 */
export function hideSecrets(value: unknown, before?: unknown): unknown {
  // An object without a kind may be a Secret.
  return hide(value, before, isMapping(value) && value.kind === undefined);
}

type Mapping = Readonly<Record<string, unknown>>;

function mapOf(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

/** The keys of a Secret with secret values (Kubernetes API, `core/v1 Secret`). */
const SECRET_KEYS = ["data", "stringData"];

function hide(value: unknown, before: unknown, isSecret: boolean): unknown {
  if (typeof value === "string") return isSecretManifest(value) ? hidden(value, before) : value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      hide(item, Array.isArray(before) ? before[index] : undefined, isSecret),
    );
  }
  if (!isMapping(value)) return value;
  const kind = String(value.kind ?? "").trim();
  const secret = isSecret || /^secret$/i.test(kind);
  const itemsAreSecrets = /^secretlist$/i.test(kind);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      secret && SECRET_KEYS.includes(key)
        ? hideData(child, value, before)
        : hide(child, mapOf(before)[key], itemsAreSecrets && key === "items"),
    ]),
  );
}

/** The content of `data` or `stringData`: its keys stay, the values are hidden. */
function hideData(data: unknown, secret: Mapping, before: unknown): unknown {
  if (data === null || data === undefined) return data;
  if (!isMapping(data)) return HIDDEN;
  const then = secretValues(mapOf(before));
  const now = secretValues(secret);
  return Object.fromEntries(
    Object.keys(data).map((key) => [
      key,
      then.has(key) && !sameSecretValue(then.get(key), now.get(key)) ? HIDDEN_CHANGED : HIDDEN,
    ]),
  );
}

/** True if a string is itself a manifest with a Secret, as JSON or YAML. */
function isSecretManifest(text: string): boolean {
  return /\bkind\\?["']?\s*:\s*\\?["']?Secret(List)?\b/i.test(text);
}

function hidden(value: string, before: unknown): string {
  return typeof before === "string" && before !== value ? HIDDEN_CHANGED : HIDDEN;
}

/**
 * The values of a Secret by key: `stringData` wins over `data`, and both mean the same bytes (Kubernetes API, `core/v1 Secret`).
 * A value that is not a string, or not base64, is returned as it is.
 */
function secretValues(secret: Mapping): ReadonlyMap<string, unknown> {
  return new Map([
    ...Object.entries(mapOf(secret.data)).map(([key, value]) => [key, decoded(value)] as const),
    ...Object.entries(mapOf(secret.stringData)),
  ]);
}

function sameSecretValue(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

/** The decoded text; a value that does not decode to text stays as it is. */
function decoded(value: unknown): unknown {
  const text = typeof value === "string" ? decodeBase64(value) : undefined;
  return text === undefined || text.includes("\uFFFD") ? value : text;
}

import { mapOf, type YamlMap } from "../manifests/yaml.ts";

/**
 * What a Secret says, key by key: `stringData` wins over `data`, and both mean the same bytes (Kubernetes API,
 * `core/v1 Secret`). A value that is no text, or no base64, stands for itself.
 */
export function secretValues(secret: YamlMap): ReadonlyMap<string, unknown> {
  return new Map([
    ...Object.entries(mapOf(secret.data)).map(([key, value]) => [key, decoded(value)] as const),
    ...Object.entries(mapOf(secret.stringData)).map(([key, value]) => [key, bytesOf(value)] as const),
  ]);
}

/** Whether two values of Secrets are the same. */
export function sameSecretValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function decoded(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return atob(value);
  } catch {
    return value;
  }
}

/** A text as `atob` gives it: one character for each byte of its UTF-8. */
function bytesOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
}

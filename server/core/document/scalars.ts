import type { ScalarStyle } from "./tree.ts";

/** What a scalar is, once read. */
export type ScalarValue =
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "number"; readonly value: number; readonly isInteger: boolean }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "null"; readonly value: null };

const WORDS = new Map<string, ScalarValue>();
for (const word of ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]) {
  WORDS.set(word, { type: "boolean", value: true });
}
for (const word of ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]) {
  WORDS.set(word, { type: "boolean", value: false });
}
for (const word of ["", "~", "null", "Null", "NULL"]) {
  WORDS.set(word, { type: "null", value: null });
}
for (const word of [".nan", ".NaN", ".NAN"]) {
  WORDS.set(word, number(Number.NaN, false));
}
for (const word of [".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"]) {
  WORDS.set(word, number(Number.POSITIVE_INFINITY, false));
}
for (const word of ["-.inf", "-.Inf", "-.INF"]) {
  WORDS.set(word, number(Number.NEGATIVE_INFINITY, false));
}

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const PREFIXED_INTEGER = /^([-+]?)0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+)|[oO]?([0-7]+))$/;
const DECIMAL_INTEGER = /^[-+]?(?:0|[1-9]\d*)$/;

/**
 * Reads a scalar as Helm does: YAML 1.1 words and numbers in plain style (go-yaml v2, the parser behind
 * sigs.k8s.io/yaml), text in every other style. Timestamps stay text. Base-60 numbers are not read.
 */
export function resolveScalar(text: string, style: ScalarStyle, tag?: string): ScalarValue {
  if (style === "empty" && tag === undefined) return { type: "null", value: null };
  if (tag === "!!str" || tag === "!" || (style !== "plain" && style !== "empty" && tag === undefined)) {
    return { type: "string", value: text };
  }
  if (tag === "!!float") {
    const read = resolvePlain(text);
    return read.type === "number" ? { ...read, isInteger: Number.isInteger(read.value) } : read;
  }
  return resolvePlain(text);
}

function resolvePlain(text: string): ScalarValue {
  const word = WORDS.get(text);
  if (word) return word;
  const first = text.charAt(0);
  if (first === ".") {
    return FLOAT.test(text) ? number(Number(text), false) : { type: "string", value: text };
  }
  if (!/[-+\d]/.test(first)) return { type: "string", value: text };
  const plain = text.replaceAll("_", "");
  const prefixed = PREFIXED_INTEGER.exec(plain);
  if (prefixed) {
    const [, sign, hex, binary, octal] = prefixed;
    const magnitude = hex
      ? Number.parseInt(hex, 16)
      : binary
        ? Number.parseInt(binary, 2)
        : Number.parseInt(octal ?? "", 8);
    return number(sign === "-" ? -magnitude : magnitude, true);
  }
  if (DECIMAL_INTEGER.test(plain)) return number(Number(plain), true);
  // JSON has one kind of number: 1e3 and 2.0 are integers to a schema.
  if (FLOAT.test(plain)) return number(Number(plain), Number.isInteger(Number(plain)));
  return { type: "string", value: text };
}

function number(value: number, isInteger: boolean): ScalarValue {
  return { type: "number", value: Object.is(value, -0) ? 0 : value, isInteger };
}

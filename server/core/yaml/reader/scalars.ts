import type { Fault } from "../fault.ts";
import type { ScalarStyle } from "../tree.ts";
import { decodeBase64 } from "./base64.ts";

/** The type and value of a scalar. */
export type ScalarValue =
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "number"; readonly value: number; readonly isInteger: boolean }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "null"; readonly value: null };

/** A plain scalar with the tag that YAML gives it; large integers are kept exactly. */
type Resolved = { readonly tag: string; readonly scalar: ScalarValue; readonly integer?: bigint };

const WORDS = new Map<string, Resolved>();
for (const word of ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]) {
  WORDS.set(word, { tag: "!!bool", scalar: { type: "boolean", value: true } });
}
for (const word of ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]) {
  WORDS.set(word, { tag: "!!bool", scalar: { type: "boolean", value: false } });
}
for (const word of ["", "~", "null", "Null", "NULL"]) {
  WORDS.set(word, { tag: "!!null", scalar: { type: "null", value: null } });
}
for (const word of [".nan", ".NaN", ".NAN"]) WORDS.set(word, float(Number.NaN));
for (const word of [".inf", ".Inf", ".INF"]) {
  WORDS.set(word, float(Number.POSITIVE_INFINITY));
  WORDS.set(`+${word}`, float(Number.POSITIVE_INFINITY));
  WORDS.set(`-${word}`, float(Number.NEGATIVE_INFINITY));
}

const LONGEST_WORD = 5;

/**
 * True if a plain scalar may be anything but the string that is written there. For most scalars, the first character and the
 * length decide.
 */
export function mayMeanMore(text: string): boolean {
  const first = text.charCodeAt(0);
  const isNumeric = first >= 0x2b && first <= 0x39 && first !== 0x2f;
  return isNumeric || (text.length <= LONGEST_WORD && WORDS.has(text));
}

/** Tags whose scalars are resolved; a scalar with any other tag is text. */
const RESOLVABLE = new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);

const SMALL_INTEGER = /^(?:0|[1-9]\d{0,14})$/;
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
/** By accident, a sign is also accepted after `0b`. */
const SIGNED_BINARY = /^0b([-+])/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** After a leading dot, underscores must be between digits; elsewhere they are dropped. */
const DOT_FLOAT = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:$|(?:[Tt]| )\d\d?:\d\d?:\d\d?)/;

/**
 * Reads a scalar as Helm does: YAML 1.1 words and numbers in plain style (go-yaml v2, the parser behind
 * sigs.k8s.io/yaml), text in every other style. Timestamps stay text. Base-60 numbers are not read, and
 * `!!binary` is not decoded.
 */
export function resolveScalar(text: string, style: ScalarStyle, tag?: string): ScalarValue {
  return resolve(text, style, tag).scalar;
}

/** The fault for which Helm refuses a file with this scalar; `undefined` if it does not. */
export function refusalOf(text: string, style: ScalarStyle, tag?: string): Fault | undefined {
  const wanted = tag && shortTag(tag);
  const { tag: found, scalar } = resolve(text, style, tag);
  if (wanted && RESOLVABLE.has(wanted) && found !== wanted && !(wanted === "!!float" && found === "!!int")) {
    return { code: "tag-mismatch", tag: tag ?? "" };
  }
  if (scalar.type === "number" && !Number.isFinite(scalar.value)) {
    return { code: "infinite-number" };
  }
  return undefined;
}

/** A scalar key as Helm has it: always a string. `undefined` if Helm refuses the key. */
export function keyText(text: string, style: ScalarStyle, written?: string): string | undefined {
  if (written !== undefined && shortTag(written) === "!!binary") return decodeBase64(text);
  const { tag, scalar, integer } = resolve(text, style, written);
  switch (scalar.type) {
    case "string":
      return scalar.value;
    case "boolean":
      return String(scalar.value);
    case "null":
      return undefined;
    case "number":
      if (tag !== "!!int") return floatKey(scalar.value);
      return integer === undefined || integer < 2n ** 63n ? String(integer ?? scalar.value) : undefined;
  }
}

function resolve(text: string, style: ScalarStyle, tag: string | undefined): Resolved {
  const written = style === "plain" || style === "empty";
  if (tag === undefined) return written ? resolvePlain(text) : string(text);
  const short = shortTag(tag);
  if (!RESOLVABLE.has(short)) return string(text);
  if (short === "!!timestamp" && TIMESTAMP.test(text)) return { ...string(text), tag: short };
  return resolvePlain(text);
}

function resolvePlain(text: string): Resolved {
  const word = WORDS.get(text);
  if (word) return word;
  const first = text.charCodeAt(0);
  if (first === 0x2e) return DOT_FLOAT.test(text) ? floatIn(text) : string(text);
  const digit = first >= 0x30 && first <= 0x39;
  if (!digit && first !== 0x2b && first !== 0x2d) return string(text);
  if (SMALL_INTEGER.test(text)) {
    return { tag: "!!int", scalar: { type: "number", value: Number(text), isInteger: true } };
  }
  const plain = text.replaceAll("_", "");
  const integer = integerIn(plain);
  if (integer !== undefined) {
    return {
      tag: "!!int",
      scalar: { type: "number", value: Number(integer), isInteger: true },
      integer,
    };
  }
  return FLOAT.test(plain) ? floatIn(plain, text) : string(text);
}

/** A 64-bit integer; larger ones are floats if they can be. */
function integerIn(text: string): bigint | undefined {
  const [, sign, digits] = INTEGER.exec(text.replace(SIGNED_BINARY, (_, inner) => `${inner}0b`)) ?? [];
  if (digits === undefined) return undefined;
  const magnitude = BigInt(digits.replace(/^0(?=[0-7])/, "0o"));
  if (sign === "-") return magnitude <= 2n ** 63n ? -magnitude : undefined;
  return magnitude < 2n ** (sign === "+" ? 63n : 64n) ? magnitude : undefined;
}

/** A number too large for a float is text. */
function floatIn(digits: string, text = digits): Resolved {
  const value = Number(digits.replaceAll("_", ""));
  return Number.isFinite(value) ? float(value) : string(text);
}

// JSON has one kind of number: 1e3 and 2.0 are integers to a schema.
function float(value: number): Resolved {
  return { tag: "!!float", scalar: { type: "number", value, isInteger: Number.isInteger(value) } };
}

function string(value: string): Resolved {
  return { tag: "!!str", scalar: { type: "string", value } };
}

function shortTag(tag: string): string {
  return tag.replace(/^!<tag:yaml\.org,2002:(.*)>$/, "!!$1");
}

/** A float as a key: the shortest digits that give the same number in single precision, as Go writes them. */
function floatKey(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  if (single === 0) return Object.is(value, -0) ? "-0" : "0";
  let digits = 0;
  while (digits < 9 && Math.fround(Number(single.toExponential(digits))) !== single) digits++;
  const [mantissa, exponent] = single.toExponential(digits).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return single.toFixed(Math.max(digits - power, 0));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

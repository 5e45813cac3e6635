import type { Fault } from "../fault.ts";

/** An escape in a double-quoted scalar that Helm refuses. */
interface RefusedEscape {
  readonly index: number;
  readonly length: number;
  readonly fault: Fault;
}

/** Tells quickly if a text can hold such an escape at all; most cannot. */
export function mayHoldRefusedEscapes(text: string): boolean {
  return text.includes("\\/") || text.includes("\\U");
}

/** The first escape in a double-quoted scalar that YAML allows and Helm refuses. */
export function refusedEscape(source: string): RefusedEscape | undefined {
  for (const { 0: written, 1: digits, index } of source.matchAll(/\\(?:U([0-9a-fA-F]{8})|[\s\S])/g)) {
    const { length } = written;
    if (written === "\\/") {
      return { index, length, fault: { code: "escaped-slash" } };
    }
    if (digits !== undefined && !isCharacter(Number.parseInt(digits, 16))) {
      return { index, length, fault: { code: "no-character" } };
    }
  }
  return undefined;
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}

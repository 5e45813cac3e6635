import type { JsonMapping } from "../../chart/json-text.ts";
import { isMapping } from "../../chart/same-json.ts";
import type { GoPattern } from "../go-pattern.ts";
import { UnusableSchema } from "./unusable-schema.ts";

interface Rejected {
  readonly texts: Set<string>;
  length: number;
}

/**
 * The texts that the patterns of a schema reject, found with RE2. The library knows only the expressions of JavaScript, which can take
 * forever and mean something else than in Helm: it gets expressions that list the rejected texts literally.
 */
export class RejectedTexts {
  readonly #patternOf: (pattern: string) => GoPattern | undefined;
  readonly #matches = new Map<string, Map<string, boolean>>();
  readonly #rejected = new Map<JsonMapping, Map<string, Rejected>>();

  constructor(patternOf: (pattern: string) => GoPattern | undefined) {
    this.#patternOf = patternOf;
  }

  /** Tests a text by a pattern of a schema, and counts the steps of the test. */
  test(
    schema: JsonMapping,
    pattern: string,
    text: string,
  ): { readonly matches: boolean; readonly steps: number } {
    const compiled = this.#patternOf(pattern);
    if (!compiled) throw new UnusableSchema({ kind: "pattern", pattern });
    const known = this.#matches.get(pattern) ?? new Map<string, boolean>();
    this.#matches.set(pattern, known);
    // Reading a state of a pattern takes longer than being in it.
    const reading = known.size === 0 ? 20 * compiled.states : 0;
    const matches = known.get(text) ?? compiled.test(text);
    if (matches === undefined) throw new UnusableSchema({ kind: "work" });
    known.set(text, matches);
    const all = this.#rejected.get(schema) ?? new Map<string, Rejected>();
    this.#rejected.set(schema, all);
    const rejected = all.get(pattern) ?? { texts: new Set(), length: 0 };
    all.set(pattern, rejected);
    if (!matches && !rejected.texts.has(text)) {
      rejected.texts.add(text);
      rejected.length += text.length;
    }
    const testing = (text.length * compiled.states) / 4 + (text.length + rejected.length) / 8;
    return { matches, steps: reading + testing };
  }

  /** True if any text was rejected. */
  isAny(): boolean {
    return [...this.#rejected.values()].some((all) => [...all.values()].some(({ length }) => length > 0));
  }

  /** Replaces the patterns that texts have met by expressions that list the rejected texts. */
  replacePatterns(): void {
    for (const [schema, all] of this.#rejected) {
      const { pattern, patternProperties, patternErrorMessage, errorMessage } = schema;
      const rejected = typeof pattern === "string" ? all.get(pattern) : undefined;
      if (rejected) {
        delete schema.pattern;
        // In a part of its own, because a format has the same message.
        const message =
          patternErrorMessage || errorMessage || `String does not match the pattern of "${pattern}".`;
        const part = { pattern: expressionOf(rejected, 0), patternErrorMessage: message };
        schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), part];
      }
      if (!isMapping(patternProperties)) continue;
      schema.patternProperties = Object.fromEntries(
        Object.entries(patternProperties).map(([key, below], index) => [
          expressionOf(all.get(key), index),
          below,
        ]),
      );
    }
  }
}

/** An expression that matches all texts but those that are rejected. Each number gives another one. */
function expressionOf(rejected: Rejected | undefined, index: number): string {
  const literals = [...(rejected?.texts ?? [])].map((text) =>
    text.replace(/[^a-z0-9]/gi, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
  return `${literals.length > 0 ? `^(?!(?:${literals.join("|")})$)` : ""}(?:){${index}}`;
}

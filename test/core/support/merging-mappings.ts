import fc from "fast-check";

/** The keys that the mappings have. */
export const KEYS: readonly string[] = ["k", "j", "i", "h"];
const own = fc.tuple(fc.constantFrom(...KEYS), fc.nat(99)).map(([key, value]) => `${key}: ${value}`);
const named = fc.nat(7).map((one) => (below: number) => (below === 0 ? "{k: 100}" : `*m${one % below}`));
const nested = fc.tuple(own, named).map(
  ([entry, one]) =>
    (below: number) =>
      `{<<: ${one(below)}, ${entry}}`,
);
const source = fc.oneof({ weight: 4, arbitrary: named }, { weight: 1, arbitrary: nested });
const merge = fc.oneof(
  source.map((one) => (below: number) => `<<: ${one(below)}`),
  fc
    .array(source, { maxLength: 4 })
    .map((all) => (below: number) => `<<: [${all.map((one) => one(below)).join(", ")}]`),
);
const entry = fc.oneof(
  own.map((text) => () => text),
  merge,
);
/** Texts with mappings of numbers, `m0` and so on, that merge the ones above them in every way and order, and repeat keys. */
export const mergingMappings: fc.Arbitrary<string> = fc
  .array(fc.array(entry, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  .map((all) =>
    all
      .map((entries, index) => `m${index}: &m${index}\n${entries.map((one) => `  ${one(index)}\n`).join("")}`)
      .join(""),
  );

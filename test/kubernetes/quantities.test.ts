import assert from "node:assert/strict";
import { test } from "node:test";
import { compareQuantities, parseQuantity, type Quantity } from "../../server/core/schema/types/quantity.ts";
import { RECORDED } from "./recorded.ts";

for (const { json, value } of RECORDED.quantities) {
  test(`the quantity ${JSON.stringify(json)} is ${value ?? "refused"}`, () => {
    const amount = parseQuantity(String(json));
    assert.equal(amount && decimal(amount), value === null ? undefined : withoutZeros(value));
  });
}

test("quantities compare as the API server compares them", () => {
  const read = (text: string): Quantity => {
    const amount = parseQuantity(text);
    assert.ok(amount, text);
    return amount;
  };
  for (const { amount, signs } of RECORDED.comparisons) {
    const found = RECORDED.comparisons.map(
      (other) => "<=>"[Math.sign(compareQuantities(read(amount), read(other.amount))) + 1],
    );
    assert.equal(found.join(""), signs, amount);
  }
});

test("enormous exponents take no time", () => {
  const [large, larger] = [parseQuantity("1e999999999"), parseQuantity("1e1000000000")];
  assert.ok(large && larger);
  assert.ok(compareQuantities(large, larger) < 0);
  assert.deepEqual(parseQuantity("1e-999999999"), { digits: 1n, scale: -9 });
});

function decimal({ digits, scale }: Quantity): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits);
  if (scale >= 0) return sign + all + "0".repeat(digits === 0n ? 0 : scale);
  const padded = all.padStart(1 - scale, "0");
  return withoutZeros(`${sign}${padded.slice(0, scale)}.${padded.slice(scale)}`);
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

// Whatever documents of other products list, four times as much of it is about four times as much work. `npm run growth` measures the time of larger ones.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { PRODUCTS } from "../../server/core/embedded/products.ts";
import { workOf } from "../support/count-work.ts";
import { spread } from "../support/effort.ts";
import { checkedText } from "./checked-text.ts";
import { PRODUCT_SHAPES } from "./product-shapes.ts";

/** More values and files than are analysed, and four times as many. */
const [FEW, MANY] = [60, 240];

/** By how much more than the size the work may grow when the size doubles, as in `npm run growth`. */
const BOUND = 1.3;

suite("lists in the documents of other products", () => {
  for (const { name, file, make } of spread(PRODUCT_SHAPES)) {
    test(name, async () => {
      await checkedText(file, make(1));
      const work = (count: number) => workOf(() => checkedText(file, make(count)));
      const [few, many] = [await work(FEW), await work(MANY)];
      assert.ok(Math.sqrt(many / few) / 2 < BOUND, `${few} -> ${many}`);
    });
  }

  test("each list in the table has a shape, with values that are found", async () => {
    const lists = PRODUCTS.flatMap(
      ({ kind, files, scope, text, values, from, valuesFiles = [], sets = [] }) => [
        ...(kind !== undefined && files === undefined ? ["documents"] : []),
        ...(scope.includes("*") && text === undefined ? [scope] : []),
        ...values.flatMap(([path]) => (path.includes("*") ? [path] : [])),
        ...(from ? [from.at] : []),
        ...valuesFiles.map(({ at: path }) => `${path}, files`),
        ...sets.flatMap(({ at: path }) => [`${path}, a list`, `${path}, a mapping`]),
      ],
    );
    const shapes = PRODUCT_SHAPES.slice(0, lists.length);
    assert.deepEqual(shapes.map(({ name }) => name.slice(name.indexOf(": ") + 2)).sort(), lists.sort());
    const lost: string[] = [];
    for (const { name, file, make } of shapes) {
      const { embedded = [] } = (await checkedText(file, make(2))).file;
      if (embedded.length === 0) lost.push(name);
    }
    assert.deepEqual(lost, []);
  });
});

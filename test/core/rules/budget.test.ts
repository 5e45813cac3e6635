import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse, engine } from "../support/engine.ts";

/** The number of fixes that are tried out for all of a text, and the actions that the lightbulb then offers. */
async function triedIn(text: string) {
  const analysis = analyse(text);
  let tried = 0;
  const mayGoOn = () => {
    tried += 1;
    return Promise.resolve(true);
  };
  const found = await engine.diagnostics(analysis);
  const actions = await engine.codeActions(analysis, analysis.range(0, text.length), found, mayGoOn);
  return { tried, actions, characters: tried * text.length };
}

/** Keys that no chart has; each has a fix that removes it, or more. */
const unknownKeys = (count: number) =>
  `controller:\n${[...Array(count).keys()].map((index) => `  zz${index}: 1\n`).join("")}`;

describe("fixes for a whole file", () => {
  test("are all offered if there are few, and nothing says that there are more", async () => {
    const { actions } = await triedIn(unknownKeys(10));
    assert.equal(actions.filter(({ title }) => title.startsWith("Remove")).length, 10);
    assert.ok(actions.every(({ disabled }) => disabled === undefined));
  });

  test("are offered as far as one request tries them out, and an action that cannot be chosen says how many are left", async () => {
    const count = 1000;
    const { actions } = await triedIn(unknownKeys(count));
    const removing = actions.filter(({ title }) => title.startsWith("Remove")).length;
    const last = actions.at(-1);
    const [, left] = /^The fixes of (\d+) problems were not tested/.exec(last?.disabled?.reason ?? "") ?? [];
    assert.ok(removing > 0 && removing < count, `${removing} are offered`);
    // The first finding is the chart's required values, and has a fix as well.
    assert.ok(Number(left) >= count - removing - 1 && Number(left) <= count, `${left} are left`);
    assert.equal(last?.edit, undefined);
  });

  test("cost no more in a text that is ten times as long", async () => {
    const [short, long] = [await triedIn(unknownKeys(300)), await triedIn(unknownKeys(3000))];
    assert.ok(long.tried < short.tried, `${long.tried} and ${short.tried} fixes were tried out`);
    assert.ok(long.characters <= 1.5 * short.characters, `${long.characters} and ${short.characters}`);
  });
});

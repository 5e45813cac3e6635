import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { RenderedTurns } from "../../server/lsp/views/rendered-turns.ts";

/** Questions about one page, of which those are kept that Helm is asked. */
function pageIn({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const turns = new RenderedTurns();
  const asked: string[] = [];
  const ask = (question: string) => turns.page("values.yaml", async () => asked.push(question));
  return { asked, ask, turns, tick: (ms: number) => mock.timers.tick(ms) };
}

test("Helm is asked at once after a single key", async (t) => {
  const { asked, ask } = pageIn(t);
  await ask("a");
  assert.deepEqual(asked, ["a"]);
});

test("while keys come fast, Helm is asked for the last of them, after a pause", async (t) => {
  const { asked, ask, tick } = pageIn(t);
  const answers = [ask("a"), ask("ab"), ask("abc"), ask("abcd")];
  await setImmediate();
  assert.deepEqual(asked, []);
  tick(100);
  assert.deepEqual(await Promise.all(answers), [null, null, null, 1]);
  assert.deepEqual(asked, ["abcd"]);
});

test("a page that was closed is asked at once when it is opened again", async (t) => {
  const { asked, ask, turns } = pageIn(t);
  await ask("a");
  turns.end("values.yaml");
  await ask("a");
  assert.deepEqual(asked, ["a", "a"]);
});

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { piecesFor, WarmUp } from "../../server/lsp/warm-up.ts";
import { DiskChartFiles } from "../../server/workspace/disk-chart-files.ts";
import { engine } from "../core/support/engine.ts";

/** Pieces that note that they were done. */
function* pieces(done: number[], count: number): Generator<void> {
  for (let piece = 1; piece <= count; piece++) {
    done.push(piece);
    yield;
  }
}

suite("warming up", () => {
  test("does one piece per turn, so that messages are read in between", async () => {
    const done: number[] = [];
    new WarmUp(pieces(done, 3)).begin();
    assert.deepEqual(done, []);
    await nextTurn();
    assert.deepEqual(done, [1]);
    await nextTurn();
    await nextTurn();
    await nextTurn();
    assert.deepEqual(done, [1, 2, 3]);
  });

  test("leaves the rest when there is work", async () => {
    const done: number[] = [];
    const warmUp = new WarmUp(pieces(done, 3));
    warmUp.begin();
    await nextTurn();
    warmUp.end();
    await nextTurn();
    assert.deepEqual(done, [1]);
  });

  test("ends when a piece fails, and makes nothing else fail", async () => {
    const failing = {
      *[Symbol.iterator](): Generator<void> {
        yield;
        throw new Error("The schema is broken.");
      },
    };
    new WarmUp(failing).begin();
    for (let turn = 0; turn < 4; turn++) await nextTurn();
  });

  test("all pieces can be done", () => {
    assert.ok([...piecesFor(engine, new DiskChartFiles())].length > 5);
  });
});

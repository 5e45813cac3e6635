import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { collectOutput } from "../../server/programs/output.ts";

/** The output kept of parts that arrive one after the other, and the number of times that it was too much. */
async function collected(parts: readonly string[], limit: { readonly line: number; readonly all: number }) {
  const stream = new PassThrough();
  const lines: string[] = [];
  let tooMuch = 0;
  const output = collectOutput(
    stream,
    limit,
    () => tooMuch++,
    (line) => lines.push(line),
  );
  for (const part of parts) {
    stream.write(part);
    await new Promise(setImmediate);
  }
  stream.end();
  return { kept: await output.read(), lines, tooMuch: tooMuch > 0 };
}

test("output within the limits is kept whole, and reported line by line", async () => {
  const limit = { line: 5, all: 12 };
  assert.deepEqual(await collected(["ab", "cd\r\n", "x\n", "last"], limit), {
    kept: "abcd\r\nx\nlast",
    lines: ["abcd", "x", "last"],
    tooMuch: false,
  });
});

test("what is beyond the limit of all lines is not kept, however short they are", async () => {
  const { kept, tooMuch } = await collected(["a\n", "b\n", "c\n", "d\n"], { line: 4, all: 5 });
  assert.deepEqual([kept, tooMuch], ["a\nb\n", true]);
});

test("what is beyond the limit of a line is not kept, in whatever parts it arrives", async () => {
  const { kept, tooMuch } = await collected(["a\nbb", "bb", "b"], { line: 4, all: 100 });
  assert.deepEqual([kept, tooMuch], ["a\nbbbb", true]);
});

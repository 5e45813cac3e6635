import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MessageFrames } from "../../server/message-frames.ts";
import { effort } from "../support/effort.ts";

const message = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("nothing is wrong with messages, wherever the stream is cut", () => {
  const bodies = fc.array(fc.string({ unit: "binary", maxLength: 9000 }), { maxLength: 4 });
  fc.assert(
    fc.property(bodies, fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (texts, sizes) => {
      const stream = Buffer.from(
        texts.map((text) => message(text).replace(/^/, "Content-Type: application/json\r\n")).join(""),
      );
      const frames = new MessageFrames();
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        assert.equal(frames.follow(stream.subarray(at, at + size)), undefined);
        at += size;
      }
      // The end of the last message was seen: what follows is a header.
      assert.match(frames.follow(Buffer.from("x\r\n\r\n")) ?? "", /no valid Content-Length/);
    }),
    effort(300),
  );
});

test("a header without a valid length, or without an end, is rejected", () => {
  for (const header of [
    "X: y",
    "Content-Length: -5",
    "Content-Length: 1e2",
    "Content-Length: 2\r\nContent-Length: 2",
  ]) {
    assert.equal(
      new MessageFrames().follow(Buffer.from(`${header}\r\n\r\n`)),
      "its header has no valid Content-Length",
      header,
    );
  }
  const frames = new MessageFrames();
  assert.equal(frames.follow(Buffer.from("x".repeat(4096))), undefined);
  assert.equal(frames.follow(Buffer.from("x")), "its header does not end within 4096 bytes");
});

test("the largest message is announced without a complaint, and one more byte with one", () => {
  assert.equal(new MessageFrames().follow(Buffer.from("Content-Length: 268435456\r\n\r\n")), undefined);
  assert.equal(
    new MessageFrames().follow(Buffer.from("content-length:268435457\r\n\r\n")),
    "it has 268435457 bytes, and 268435456 are the most that are read",
  );
});

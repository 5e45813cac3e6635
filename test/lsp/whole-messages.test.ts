import assert from "node:assert/strict";
import { PassThrough, Writable } from "node:stream";
import { test } from "node:test";
import type { Message } from "vscode-languageserver/node";
import { WholeMessageReader } from "../../server/lsp/whole-message-reader.ts";
import { WholeMessageWriter } from "../../server/lsp/whole-message-writer.ts";

const message = { jsonrpc: "2.0", method: "log", params: { text: "größer" } } as Message;
const BODY = '{"jsonrpc":"2.0","method":"log","params":{"text":"größer"}}';
const SENT = `Content-Length: 61\r\n\r\n${BODY}`;

test("a message leaves at once and in one piece, with its length in bytes", () => {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  void new WholeMessageWriter(stream).write(message);
  assert.deepEqual(chunks, [SENT]);
});

test("a message that cannot be sent is an error for its sender and for listeners", async () => {
  const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error("the pipe is gone")) });
  const writer = new WholeMessageWriter(broken);
  const heard: string[] = [];
  writer.onError(([error]) => heard.push(error.message));
  await assert.rejects(writer.write(message), /the pipe is gone/);
  assert.ok(heard.includes("the pipe is gone"));
});

/** What a reader passes on, and what it says went wrong, when bytes arrive in these pieces. */
async function read(
  ...pieces: readonly (string | Uint8Array)[]
): Promise<{ read: Message[]; errors: string[] }> {
  const stream = new PassThrough();
  const reader = new WholeMessageReader(stream);
  const messages: Message[] = [];
  const errors: string[] = [];
  reader.onError((error) => errors.push(error.message));
  const closed = new Promise((resolve) => reader.onClose(resolve));
  reader.listen((one) => messages.push(one));
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end();
  await closed;
  return { read: messages, errors };
}

test("a message is read wherever the pipe cuts it, even inside a letter", async () => {
  const bytes = Buffer.from(SENT + SENT);
  for (let at = 1; at < bytes.length; at++) {
    assert.deepEqual(
      await read(bytes.subarray(0, at), bytes.subarray(at)),
      { read: [message, message], errors: [] },
      `cut at ${at}`,
    );
  }
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  assert.deepEqual(await read(...single), { read: [message, message], errors: [] });
});

test("a header may be written as the protocol allows: in any case and order, with a content type", async () => {
  const typed = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:61\r\n\r\n";
  assert.deepEqual(await read(typed + BODY), { read: [message], errors: [] });
});

test("what is not a message is reported, and the next message is read", async () => {
  const garbled = await read(`Content-Length: 5\r\n\r\n{"a":${SENT}`);
  assert.deepEqual(garbled.read, [message]);
  assert.equal(garbled.errors.length, 1);
  const endless = await read(`Content-Type: text\r\n\r\n${SENT}`);
  assert.deepEqual(endless, {
    read: [message],
    errors: ["A message does not state its length: Content-Type: text"],
  });
});

test("a message that never ends is not read", async () => {
  assert.deepEqual(await read(SENT, SENT.slice(0, -1)), { read: [message], errors: [] });
});

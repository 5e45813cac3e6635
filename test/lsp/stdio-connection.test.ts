import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import type { Message } from "vscode-languageserver/node";
import { WholeMessageWriter } from "../../server/lsp/stdio-connection.ts";

const message = { jsonrpc: "2.0", method: "log", params: { text: "größer" } } as Message;

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
  const body = '{"jsonrpc":"2.0","method":"log","params":{"text":"größer"}}';
  assert.deepEqual(chunks, [`Content-Length: 61\r\n\r\n${body}`]);
});

test("a message that cannot be sent is an error for who sends it and for who listens", async () => {
  const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error("the pipe is gone")) });
  const writer = new WholeMessageWriter(broken);
  const heard: string[] = [];
  writer.onError(([error]) => heard.push(error.message));
  await assert.rejects(writer.write(message), /the pipe is gone/);
  assert.ok(heard.includes("the pipe is gone"));
});

import "../with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CancellationToken, Uri as RealUri } from "vscode";
import { CHART_TEXT } from "../../../../server/lsp/protocol.ts";
import { answerTo, askFake } from "../../fake-server.ts";
import { Uri } from "../fake-vscode.ts";

const { createChartFileProvider } = await import(
  "../../../../client/editor/documents/read-only-documents.ts"
);

async function shown(answer: string | null): Promise<unknown> {
  const asked: string[] = [];
  const ask = askFake([
    answerTo(CHART_TEXT, ({ uri }) => {
      asked.push(uri);
      return answer;
    }),
  ]);
  const uri = Uri.file("/ws/charts/cop.tgz/values.yaml");
  const provider = createChartFileProvider({ ask });
  const text = await provider.provideTextDocumentContent(uri as unknown as RealUri, {} as CancellationToken);
  assert.deepEqual(asked, [uri.toString()]);
  return text;
}

test("a file of an archive is what the server has read of it, even if that is nothing", async () => {
  assert.equal(await shown("a: 1\n"), "a: 1\n");
  assert.equal(await shown(""), "");
});

test("for a file that the server has not read, the person is told what to do", async () => {
  await assert.rejects(
    shown(null),
    /^Error: values\.yaml is in the archive of a chart that has not been read yet\. Open a values file for that chart first\.$/,
  );
});

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { CompletionItem, Hover } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { CHART, REQUIRED, SHAPES, type Shape } from "./changed-charts/shape.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const OURS = `# cap-operator: values chart=../mine\n${REQUIRED}`;

/** A workspace with a changed chart, and the server for it. */
async function opened({ files = {}, values, refusal }: Shape) {
  const chart = Object.entries({ ...CHART, ...files }).map(
    ([name, content]): [string, string | Uint8Array] => [
      `mine/${name}`,
      typeof content === "string" ? content : packed(entriesOf(content)),
    ],
  );
  const ws = workspace({ ...Object.fromEntries(chart), "prod/values.yaml": "" });
  const client = await connect({
    server: {
      charts: new DiskChartFiles(wholeMachine),
      ...(refusal !== undefined && {
        askHelm: () => async () => ({ is: "no" as const, error: refusal }),
        helmPause: 20,
      }),
    },
    initialize: {
      initializationOptions: { trusted: true },
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    },
  });
  const uri = ws.at("prod/values.yaml");
  const document = TextDocument.create(uri, "yaml", 1, OURS + values);
  client.open(uri, document.getText());
  const last = () => client.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
  const has = (name: string) => last().some(({ code }) => code === name);
  const count = () => client.published.filter((one) => one.uri === uri).length;
  // The templates are read after the first answers; of a chart that cannot be used, nothing is.
  await client.until(() => count() > 1 || has("unusable-chart"));
  if (refusal !== undefined) await client.until(() => has("helm-template"));
  return { client, uri, document };
}

suite("changed charts", () => {
  for (const shape of SHAPES) {
    const { said = [], hover = {}, typed: text = "", offers } = shape;
    test(shape.case, async () => {
      const { client, uri, document } = await opened(shape);
      const found = client.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
      assert.deepEqual(
        found.map(({ code, range }) => `${code} ${document.getText(range)}`),
        said,
      );
      for (const [key, parts] of Object.entries(hover)) {
        const at = new RegExp(`^ *${key}(?=:)`, "m").exec(document.getText());
        const position = document.positionAt((at?.index ?? 0) + (at?.[0].length ?? 0));
        const shown = await client.request<Hover | null>("textDocument/hover", {
          textDocument: { uri },
          position,
        });
        const { value = "" } = (shown?.contents ?? {}) as { value?: string };
        for (const part of parts)
          assert.ok(value.includes(part), `Hover of "${key}" without "${part}":\n${value}`);
      }
      if (offers) {
        client.change(uri, 2, OURS + text);
        const position = TextDocument.create(uri, "yaml", 2, OURS + text).positionAt(
          OURS.length + text.length,
        );
        const asked = { textDocument: { uri }, position };
        const answer = await client.request<CompletionItem[] | { items: CompletionItem[] }>(
          "textDocument/completion",
          asked,
        );
        const items = Array.isArray(answer) ? answer : answer.items;
        assert.deepEqual(items.map(({ label }) => label).sort(), [...offers].sort());
      }
    });
  }
});

// Each place where a product keeps values, with right and wrong values, with values that are fixed, and with those of another chart. Where the products
// document their places, each row says. What is wrong in a plain values file is what is wrong there, at the same lines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type CompletionItem, TextEdit } from "vscode-languageserver-types";
import { PRODUCTS } from "../../server/core/embedded/products.ts";
import { asked, embeddedClient } from "./client.ts";
import { RIGHT, ROWS, valuesIn } from "./rows.ts";

/** A label that is a number, which quotes make the text that it was meant to be, and a key that Helm ignores. */
const WRONG = [...RIGHT.slice(0, 5), "    canary: 1", ...RIGHT.slice(6), "  replicaz: 3"];
const FIXED = [...RIGHT, "  replicaz: 3"];

suite("values in the documents of other products", async () => {
  const client = await embeddedClient();
  for (const row of ROWS) {
    const path = row.path ?? "clusters/prod/cop.yaml";
    suite(row.row, () => {
      test("right values have no problems, and it is said where they are", async () => {
        const { status, problems } = await asked(client, path, valuesIn(row, RIGHT));
        assert.deepEqual([status.embedded?.map(({ place }) => place), problems], [[row.place], []]);
        assert.equal(status.embedded?.[0]?.chart?.name, "cap-operator 0.34.0");
      });

      test("wrong ones have those of a values file, and the same fixes", async () => {
        const text = valuesIn(row, WRONG);
        const { problems, fixed } = await asked(client, path, text);
        const at = text.split("\n").findIndex((line) => line.includes("subscriptionServer:")) + 1;
        assert.deepEqual(problems, [`${at + 5} invalid-label`, `${at + 7} unknown-key`]);
        assert.equal(fixed, valuesIn(row, FIXED));
      });

      test("those of another chart are left alone", async () => {
        const { status, problems } = await asked(client, path, valuesIn(row, WRONG, "redis"));
        assert.deepEqual([status.embedded, status.kind, problems], [undefined, null, []]);
      });
    });
  }

  test("a key of the chart is offered where it is typed, and goes there", async () => {
    const [row = assert.fail()] = ROWS;
    const lines = valuesIn(row, [...RIGHT, "  prio"]).split("\n");
    const line = lines.findIndex((one) => one.endsWith("  prio"));
    const { uri } = await asked(client, "clusters/prod/cop.yaml", lines.join("\n"));
    const position = { line, character: lines[line]?.length ?? 0 };
    const found = await client.request<{ items: CompletionItem[] } | CompletionItem[]>(
      "textDocument/completion",
      { textDocument: { uri }, position },
    );
    const items = Array.isArray(found) ? found : found.items;
    const edit = items.find(({ label }) => label === "priorityClassName")?.textEdit;
    assert.ok(TextEdit.is(edit));
    const text = TextDocument.create(uri, "yaml", 0, lines.join("\n"));
    const after = valuesIn(row, [...RIGHT, "  priorityClassName: "]);
    assert.equal(TextDocument.applyEdits(text, [edit]), after);
  });

  test("every place that is known has a row", () => {
    const known = new Set(ROWS.map(({ place }) => place.replace(/\[\d+\]/g, ".*")));
    const lacking = PRODUCTS.flatMap(({ name, scope, values }) =>
      values
        .map(([path]) => [scope, path].filter((part) => part !== "").join("."))
        .filter((place) => !known.has(place) && !known.has(place.replace(".*.*", ".*")))
        .map((place) => `${name}: ${place}`),
    );
    assert.deepEqual(lacking, []);
  });

  test("the guide has a row for every product", () => {
    const guide = readFileSync(new URL("../../docs/guides/values-in-git.md", import.meta.url), "utf8");
    for (const { name } of PRODUCTS) assert.match(guide, new RegExp(`^\\| ${name}\\b`, "m"));
  });
});

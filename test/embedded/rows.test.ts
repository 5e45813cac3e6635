// Each place where a product keeps values, with right and wrong values, with values that are fixed, and with those of another chart. Where the products
// document their places is in each row. The problems are those of a plain values file, at the same lines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { TextEdit } from "vscode-languageserver-types";
import { PRODUCTS } from "../../server/core/embedded/products.ts";
import { offeredItems } from "../lsp/client.ts";
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
        const first = text.split("\n").findIndex((line) => line.includes("subscriptionServer:")) + 1;
        assert.deepEqual(problems, [`${first + 5} invalid-label`, `${first + 7} unknown-key`]);
        assert.equal(fixed, valuesIn(row, FIXED));
      });

      test("those of another chart are left alone", async () => {
        const { status, problems } = await asked(client, path, valuesIn(row, WRONG, "redis"));
        assert.deepEqual([status.embedded, status.kind, problems], [undefined, null, []]);
      });
    });
  }

  /** The document with more lines in its values, after a label is accepted at the end of the last one. */
  async function accepted(typed: readonly string[], label: string, row = ROWS[0]): Promise<string> {
    assert.ok(row);
    const lines = valuesIn(row, [...RIGHT, ...typed]).split("\n");
    const line = lines.findIndex((candidate) => candidate.endsWith(typed.at(-1) ?? ""));
    const { uri } = await asked(client, row.path ?? "clusters/prod/cop.yaml", lines.join("\n"));
    const position = { line, character: lines[line]?.length ?? 0 };
    const items = await offeredItems(client, { textDocument: { uri }, position });
    const edit = items.find((item) => item.label === label)?.textEdit;
    assert.ok(TextEdit.is(edit), `${label} is not offered: ${items.map((item) => item.label).join()}`);
    const text = TextDocument.create(uri, "yaml", 0, lines.join("\n"));
    return TextDocument.applyEdits(text, [edit]);
  }

  test("a key of the chart is offered where it is typed, and goes there", async () => {
    const [row = assert.fail()] = ROWS;
    assert.equal(
      await accepted(["  prio"], "priorityClassName"),
      valuesIn(row, [...RIGHT, "  priorityClassName: "]),
    );
  });

  test("a value goes on from what is typed, and nothing else changes", async () => {
    const above = ["  resources:", "    limits:"];
    for (const row of ROWS) {
      const after = valuesIn(row, [...RIGHT, ...above, "      memory: 640Mi"]);
      assert.equal(await accepted([...above, "      memory: 640"], "640Mi", row), after, row.row);
    }
  });

  test("every place that is known has a row", () => {
    // An item of a list, or a value of a mapping.
    const pattern = (place: string) => new RegExp(`^${place.split(".*").join("(?:\\[\\d+\\]|\\.\\w+)")}$`);
    const lacking = PRODUCTS.flatMap(({ name, scope, values }) =>
      values
        .map(([path]) => [scope, path].filter((part) => part !== "").join("."))
        .filter((place) => !ROWS.some((row) => pattern(place).test(row.place)))
        .map((place) => `${name}: ${place}`),
    );
    assert.deepEqual(lacking, []);
  });

  test("the guide has a row for every product", () => {
    const guide = readFileSync(new URL("../../docs/guides/values-in-git.md", import.meta.url), "utf8");
    for (const { name } of PRODUCTS) assert.match(guide, new RegExp(`^\\| ${name}\\b`, "m"));
  });
});

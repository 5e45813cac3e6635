// Nothing is said about documents of other charts and products, and nothing in them is changed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { SHAPES_OF_OTHERS } from "../lsp/shapes-of-others.ts";
import { asked, embeddedClient } from "./client.ts";

const read = (name: string) => load(readFileSync(new URL(name, import.meta.url), "utf8"));
const OTHERS = read("others.yaml") as readonly { other: string; path?: string; text: string }[];
const ROWS = read("rows.yaml") as readonly { row: string; path?: string; text: string }[];

/** Values of other charts, each in the document of one product after the other. */
const VALUES_OF_OTHERS = SHAPES_OF_OTHERS.flatMap(([what, , values], index) => {
  const { row, path, text = "" } = ROWS[index % ROWS.length] ?? {};
  const line = text.split("\n").find((one) => one.includes("VALUES")) ?? "";
  const indented = values.trimEnd().replaceAll("\n", `\n${" ".repeat(line.indexOf("VALUES"))}`);
  const other = `${row}: ${what}`;
  return [{ other, path, text: text.replaceAll("CHART", "web-shop").replace("VALUES", () => indented) }];
});

suite("documents of other charts and products", async () => {
  const client = await embeddedClient();
  for (const { other, path = "clusters/prod/release.yaml", text } of [...OTHERS, ...VALUES_OF_OTHERS]) {
    test(other, async () => {
      const { status, problems, fixed } = await asked(client, path, text);
      assert.deepEqual(
        [status.strength, status.embedded, problems],
        [null, undefined, []],
        status.explanation,
      );
      assert.equal(fixed, text);
    });
  }

  test("the documentation says how many were tried", () => {
    const page = readFileSync(new URL("../../docs/project/testing.md", import.meta.url), "utf8");
    assert.ok(OTHERS.length >= 60);
    const said = `${OTHERS.length + VALUES_OF_OTHERS.length} small files`;
    assert.ok(page.includes(said), said);
  });
});

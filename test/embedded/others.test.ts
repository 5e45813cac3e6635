// Documents of other charts and products have no diagnostics, and are never changed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { SHAPES_OF_OTHERS } from "../lsp/shapes-of-others.ts";
import { asked, embeddedClient } from "./client.ts";
import { ROWS, valuesIn } from "./rows.ts";

const OTHERS = load(readFileSync(new URL("others.yaml", import.meta.url), "utf8")) as readonly {
  readonly other: string;
  readonly path?: string;
  readonly text: string;
}[];

/** Values of other charts, each in the document of one product after the other. */
const VALUES_OF_OTHERS = SHAPES_OF_OTHERS.map(([what, , values], index) => {
  const row = ROWS[index % ROWS.length] ?? assert.fail();
  const text = valuesIn(row, values.trimEnd().split("\n"), "web-shop");
  return { other: `${row.row}: ${what}`, path: row.path, text };
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

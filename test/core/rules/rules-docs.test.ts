import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { renderRulesDocs } from "../../../schemas/rules-docs.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { checkNoDiagnostics, diagnosticsOf } from "../support/check-diagnostics.ts";

const page = renderRulesDocs(RULES);

test("docs/rules.md is up to date", () => {
  const committed = readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf8");
  assert.ok(
    committed.replaceAll("\r\n", "\n") === page,
    "docs/rules.md is stale. Write it anew with: npm exec -- node schemas/rules-docs.ts",
  );
});

test("every code stands once in the table of rules", () => {
  const codes = RULES.map(({ code }) => code);
  assert.deepEqual(codes, [...new Set(codes)]);
});

for (const { code, severity, docs } of RULES) {
  test(`${code} has a heading that its diagnostics lead to`, () => {
    assert.match(page, new RegExp(`^## ${code}$`, "m"));
    assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
  });

  test(`${code}: the wrong example has it, the right one has nothing`, async () => {
    assert.ok((await diagnosticsOf(docs.wrong)).some((found) => found.code === code));
    // A hint says what a text does; the right example is the same text, written on purpose.
    if (severity === "hint") return;
    await checkNoDiagnostics(docs.right);
    assert.ok(!(await diagnosticsOf(docs.right)).some((found) => found.code === code));
  });
}

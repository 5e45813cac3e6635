import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { renderRulesDocs } from "../../../schemas/rules-docs.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { checkNoDiagnostics } from "../support/check-diagnostics.ts";
import { createEngine } from "../support/engine.ts";
import { analyseExample } from "../support/rule-example.ts";

const docs = new URL("../../../docs/", import.meta.url);
const pages = renderRulesDocs(RULES);

test("the pages about rules are up to date, and there are no others", () => {
  for (const [name, text] of Object.entries(pages)) {
    const committed = readFileSync(new URL(name, docs), "utf8").replaceAll("\r\n", "\n");
    assert.ok(committed === text, `docs/${name} is stale. Write it with: npm run docs`);
  }
  const committed = readdirSync(new URL("rules/", docs)).map((name) => `rules/${name}`);
  assert.deepEqual(["rules.md", ...committed].sort(), Object.keys(pages).sort());
});

test("every code is listed once in the table of rules", () => {
  const codes = RULES.map(({ code }) => code);
  assert.deepEqual(codes, [...new Set(codes)]);
});

for (const { code, severity, docs } of RULES) {
  test(`${code} has a page of its own, which the table of all rules leads to`, () => {
    assert.match(pages[`rules/${code}.md`] ?? "", new RegExp(`^# ${code}\n`));
    assert.ok(pages["rules.md"]?.includes(`](rules/${code}.md)`));
    assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
  });

  test(`${code}: the wrong example is reported, and nothing is wrong with the right one`, async () => {
    const engine = await createEngine({
      ...DEFAULT_SETTINGS,
      diagnostics: { enable: true, severity: severity === "off" ? { [code]: "hint" } : {} },
    });
    const analysed = (text: string) => analyseExample(docs, text);
    const codesOf = async (text: string) =>
      (await engine.diagnostics(analysed(text))).map((found) => found.code);
    assert.ok((await codesOf(docs.wrong)).includes(code));
    // A hint says what a text does; the right example is the same text, written on purpose.
    if (code === "null-removes-default") return;
    if (!docs.chart) await checkNoDiagnostics(docs.right, docs.kind);
    assert.ok(!(await codesOf(docs.right)).includes(code));
  });
}

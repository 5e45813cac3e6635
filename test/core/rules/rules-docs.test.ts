import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { renderRulesDocs } from "../../../schemas/rules-docs.ts";
import { renderRulesTable, rulesInFolders } from "../../../schemas/rules-table.ts";
import { WHOLE_TEXT } from "../../../server/core/rules/precedence.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { createEngine } from "../support/engine.ts";
import { analyseExample } from "../support/rule-example.ts";

const docs = new URL("../../../docs/", import.meta.url);
const pages = renderRulesDocs(RULES);

test("the pages about rules are up to date, and there are no others", () => {
  for (const [name, text] of Object.entries(pages)) {
    const committed = readFileSync(new URL(name, docs), "utf8").replaceAll("\r\n", "\n");
    assert.ok(committed === text, `docs/${name} is stale. Write it with: npm run docs`);
  }
  const committed = readdirSync(new URL("reference/rules/", docs)).map((name) => `reference/rules/${name}`);
  assert.deepEqual(["reference/rules.md", ...committed].sort(), Object.keys(pages).sort());
});

test("the table has each folder with a rule, under its code", () => {
  const codes = rulesInFolders();
  assert.ok(renderRulesTable(codes) === readFileSync(new URL("../server/core/rules/table.ts", docs), "utf8"));
  assert.deepEqual(RULES.map(({ code }) => code).sort(), codes);
});

function samplesNamingTheirChart(text: string): string[] {
  return [...text.matchAll(/^```yaml\n(# cap-operator: values (?:version|chart)=.*?)^```$/gms)].flatMap(
    ([, sample]) => sample ?? [],
  );
}

test("where the words of the charts differ, a page has those of the published chart, once", () => {
  const samples = samplesNamingTheirChart(pages["reference/rules/certificate-config-incomplete.md"] ?? "");
  assert.deepEqual(
    samples.map((text) => text.split("\n")[0]),
    [1, 2].map(() => "# cap-operator: values version=0.34.0"),
  );
  assert.match(samples[1] ?? "", /certManager:/);
});

for (const { code, severity } of RULES) {
  test(`${code} has a page of its own, which the table of all rules leads to`, () => {
    assert.match(pages[`reference/rules/${code}.md`] ?? "", new RegExp(`^# ${code}\n`));
    assert.ok(pages["reference/rules.md"]?.includes(`](rules/${code}.md)`));
    assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
  });

  test(`${code}: what its page has for a chart that it names is wrong or right there, too`, async () => {
    const engine = await createEngine({
      ...DEFAULT_SETTINGS,
      diagnostics: { enable: true, severity: severity === "off" ? { [code]: "hint" } : {} },
    });
    const codesOf = async (which: "wrong" | "right", text: string) =>
      (await engine.diagnostics(analyseExample(code, which, text)))
        .map((found) => found.code)
        .filter((found) => found === code || !WHOLE_TEXT.includes(String(found)));
    const page = pages[`reference/rules/${code}.md`] ?? "";
    const isFault = !["information", "hint"].includes(severity);
    assert.equal(page.includes("\nWrong:\n"), isFault);
    const [, wrong = "", right = ""] = page.split(
      isFault ? /^(?:Wrong|Right):$/m : /^(?:Reported|Not reported):$/m,
    );
    for (const text of samplesNamingTheirChart(wrong))
      assert.ok((await codesOf("wrong", text)).includes(code), text);
    for (const text of samplesNamingTheirChart(right))
      assert.deepEqual(await codesOf("right", text), [], text);
  });
}

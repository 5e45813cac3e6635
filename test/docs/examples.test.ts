// The examples in the guides are right: values have no problem, and settings are those that the manifest describes.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { parse } from "jsonc-parser";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { specificationPage, withNewestVersion } from "../../schemas/samples-docs.ts";
import { WHOLE_TEXT } from "../../server/core/rules/precedence.ts";
import { diagnosticsOf } from "../core/support/diagnostics-of.ts";
import { repository } from "../support/repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");

/** The examples of a page in a language, without the indentation that they have in a list. */
function examples(file: string, language: string): string[] {
  const fences = read(file).matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, "gms"));
  return [...fences].map(([, indent = "", text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

const VALUES = ["docs/get-started.md", "docs/guides/certificates.md", "docs/guides/version-monitoring.md"];

for (const file of VALUES) {
  test(`${file}: nothing is wrong with the values`, async () => {
    const texts = examples(file, "yaml");
    assert.ok(texts.length > 0);
    for (const text of texts) {
      assert.match(text, /^# cap-operator: values (version|chart)=/);
      const found = (await diagnosticsOf(text)).filter(
        ({ code, severity }) =>
          severity !== DiagnosticSeverity.Information && !WHOLE_TEXT.includes(String(code)),
      );
      assert.deepEqual(
        found.map(({ message }) => message),
        [],
        text,
      );
    }
  });
}

test("values samples of the guides are for the newest published version, and one page has those of the specification", async () => {
  const files = globSync("{get-started,guides/*}.md", { cwd: path.join(repository, "docs") }).sort();
  const guides = files.map((file) => [file.replaceAll(path.sep, "/"), read(`docs/${file}`)] as const);
  for (const [file, text] of guides) {
    assert.ok(withNewestVersion(text) === text, `${file} is stale. Write it with: npm run docs`);
    assert.doesNotMatch(text, /chart=cap-operator-chart|Platform|CertController/, file);
  }
  const page = "docs/reference/specification.md";
  const text = specificationPage(Object.fromEntries(guides));
  assert.ok(text === read(page), `${page} is stale. Write it with: npm run docs`);
  const samples = examples(page, "yaml");
  assert.ok(samples.length >= 4);
  for (const sample of samples) {
    assert.match(sample, /^# cap-operator: values chart=cap-operator-chart\n/);
    const found = (await diagnosticsOf(sample)).filter(({ code }) => !WHOLE_TEXT.includes(String(code)));
    assert.deepEqual(
      found
        .filter(({ severity }) => severity !== DiagnosticSeverity.Information)
        .map(({ message }) => message),
      [],
      sample,
    );
  }
});

test("settings in examples are valid", () => {
  const { contributes } = JSON.parse(read("package.json"));
  const properties = Object.assign(
    {},
    ...contributes.configuration.map((section: { properties: object }) => section.properties),
  );
  const ajv = new Ajv({ strict: false });
  const files = globSync("docs/**/*.md", { cwd: repository });
  const settings = files.flatMap((file) =>
    examples(file, "json")
      .filter((text) => text.includes('"capOperator.'))
      .map((text) => ({ file, given: parse(`{${text}}`) as object })),
  );
  assert.ok(settings.length >= 2);
  for (const { file, given } of settings) {
    for (const [name, value] of Object.entries(given)) {
      assert.ok(name in properties, `${file}: ${name}`);
      assert.ok(ajv.validate(properties[name], value), `${file}: ${name}: ${ajv.errorsText()}`);
    }
  }
});

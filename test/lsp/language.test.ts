import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { InitializeParams } from "vscode-languageserver";
import { readTranslations } from "../../server/workspace/charts/read-sources.ts";
import { connect } from "./client.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));
const FILE = "file:///ws/values.yaml";
const TWICE = "controller:\n  replicas: 1\n  replicas: 2\nsubscriptionServer:\n  domain: a.example\n";

/** The server's message about a duplicate key, to a client with a language. */
async function saidTo(initialize: Partial<InitializeParams>): Promise<string> {
  const client = await connect({
    initialize,
    server: { findTranslations: (locale) => readTranslations(packageFolder, locale) },
  });
  client.open(FILE, TWICE);
  await client.until(() => client.published.some(({ uri }) => uri === FILE));
  const [found] = client.published.at(-1)?.diagnostics.filter(({ code }) => code === "duplicate-key") ?? [];
  await client.close();
  return String(found?.message);
}

const ENGLISH = /^"replicas" appears twice/;
const GERMAN = /^„replicas“ steht zweimal in diesem Mapping/;

test("the server speaks the language of the client's locale", async () => {
  assert.match(await saidTo({ locale: "de" }), GERMAN);
  assert.match(await saidTo({ locale: "de-AT" }), GERMAN);
  assert.match(await saidTo({ locale: "DE" }), GERMAN);
});

test("it speaks English for what is not translated", async () => {
  for (const locale of ["en", "en-US", "tlh", "", undefined]) {
    assert.match(await saidTo(locale === undefined ? {} : { locale }), ENGLISH, locale);
  }
});

test("a locale is never a path", async () => {
  for (const locale of ["../../package", "de/../de", "de\0", "de.json", "__proto__", "x".repeat(100_000)]) {
    assert.equal(readTranslations(packageFolder, locale), undefined, locale.slice(0, 20));
    assert.match(await saidTo({ locale }), ENGLISH, locale.slice(0, 20));
  }
});

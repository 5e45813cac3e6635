import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseBeside, chartAtHand } from "../support/chart-at-hand.ts";
import { engine } from "../support/engine.ts";

async function templatesIn(text: string): Promise<number> {
  const chart = chartAtHand("controller:\n  mode: fast\nsubscriptionServer: {}\nwebhook: {}\n");
  const found = await engine.diagnostics(analyseBeside(text, chart));
  return found.filter(({ code }) => code === "template-in-values").length;
}

test("templates in comments are not reported, wherever the comment begins", async () => {
  assert.equal(await templatesIn("controller:\n  mode: {{ .Values.a }}\n"), 1);
  for (const comment of ["# {{ a }} {{ b }}", "  # {{ a }}", "#{{ a }}", "webhook: {} # {{ a }} {{ b }}"])
    assert.equal(await templatesIn(`${comment}\ncontroller:\n  mode: {{ .Values.a }}\n`), 1, comment);
});

test("a line of many templates is read", async () => {
  assert.ok((await templatesIn(`controller:\n  mode: ${"{{ if a }}".repeat(30_000)}\n`)) > 0);
});

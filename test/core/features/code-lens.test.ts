import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { analyse, createEngine, engine } from "../support/engine.ts";

const BOTH = ["capOperator.showEffectiveValues", "capOperator.compareWithDefaults", "other"];

test("a values file offers what the client can do, above its first line", () => {
  const lenses = engine.codeLenses(analyse("webhook: {}\n"), BOTH);
  assert.deepEqual(
    lenses.map(({ command }) => command),
    [
      {
        title: "Effective values",
        command: "capOperator.showEffectiveValues",
        arguments: ["file:///values.yaml"],
      },
      {
        title: "Compare with defaults",
        command: "capOperator.compareWithDefaults",
        arguments: ["file:///values.yaml"],
      },
    ],
  );
  assert.ok(lenses.every(({ range }) => range.start.line === 0 && range.end.line === 0));
  const one = engine.codeLenses(analyse(""), BOTH.slice(1));
  assert.deepEqual(
    one.map(({ command }) => command?.title),
    ["Compare with defaults"],
  );
});

test("installing comes last, each way for the client that can do it", () => {
  const commands = ["capOperator.previewInstallation", "capOperator.install", ...BOTH];
  const shown = (known: readonly string[]) =>
    engine
      .codeLenses(analyse("webhook: {}\n"), known)
      .map(({ command }) => [command?.title, command?.command]);
  assert.deepEqual(shown(commands).slice(2), [
    ["Install...", "capOperator.install"],
    ["Preview", "capOperator.previewInstallation"],
  ]);
  assert.deepEqual(shown(commands.slice(0, 1)), [["Preview", "capOperator.previewInstallation"]]);
});

test("none in an operator resource, for a client that can do nothing, or when switched off", async () => {
  assert.deepEqual(engine.codeLenses(analyse("kind: CAPOperator\n", "operator"), BOTH), []);
  assert.deepEqual(engine.codeLenses(analyse("webhook: {}\n"), []), []);
  const off = await createEngine({ ...DEFAULT_SETTINGS, codeLens: false });
  assert.deepEqual(off.codeLenses(analyse("webhook: {}\n"), BOTH), []);
});

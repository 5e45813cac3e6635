import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEFAULT_SETTINGS, type Settings } from "../../../server/core/settings.ts";
import { createEngine, engine } from "../support/engine.ts";
import { stackOf } from "../support/release.ts";

describe("entries of a release", () => {
  test("name the key of the release that sets text", async () => {
    const [problem] = await engine.entryProblems(stackOf({ files: {}, sets: ["podLabels.a=true"] }));
    assert.equal(problem?.code, "invalid-label");
    assert.match(problem.message, /setString/, "quotes would be part of the value");
  });

  test("follow the settings, and link to the rule", async () => {
    const loud = async (diagnostics: Partial<Settings["diagnostics"]>) => {
      const settings = {
        ...DEFAULT_SETTINGS,
        diagnostics: { ...DEFAULT_SETTINGS.diagnostics, ...diagnostics },
      };
      return (await createEngine(settings)).entryProblems(stackOf({ files: {}, sets: ["foo=1"] }));
    };
    const [problem] = await loud({ severity: { "unknown-key": "error" } });
    assert.equal(problem?.severity, "error");
    assert.equal(problem.href, "https://docs.example/reference/rules/unknown-key.md");
    assert.deepEqual(await loud({ severity: { "unknown-key": "off" } }), []);
    assert.deepEqual(await loud({ enable: false }), []);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ownership } from "../../../server/core/ownership/ownership.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../support/engine.ts";
import { KEYS } from "../support/ownership-cases.ts";

describe("the keys of the schema", () => {
  const { knows, components, certain, certainWithAnotherComponent } = engine.chartKeys();

  test("each key that decides is a known one", () => {
    assert.deepEqual(components, ["controller", "subscriptionServer", "webhook"]);
    for (const key of [...certain, ...certainWithAnotherComponent]) {
      assert.ok(knows(key.replace(/\.\*$/, "").split(".")), key);
    }
    for (const key of certainWithAnotherComponent) assert.ok(!certain.includes(key), key);
  });

  test("words of the operator's other charts are known, with the mappings around them and the keys below them", () => {
    for (const key of [
      "monitoring.grafana",
      "monitoring.grafana.dashboard.configMapLabels.team",
      "logLevel",
    ]) {
      assert.ok(knows(key.split(".")), key);
    }
    for (const key of ["monitoring.grafana.enabled", "controller.clientRateLimiting.x", "logLevels"]) {
      assert.ok(!knows(key.split(".")), key);
    }
  });
});

test("a file that could not be read is left alone, if it would have been ours", () => {
  const huge = { ...parseYaml(""), refused: { code: "too-large", size: 8 * 1024 * 1024 } as const };
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const refused = (name: string) => {
    const place = { path: `/ws/${name}`, files, excludeFiles, chart: undefined, keys: KEYS };
    const { kind, strength, reason, explanation } = ownership(huge, place);
    return [kind, strength, reason, explanation];
  };
  const told = ["too-large", "This file is larger than 8 MB (setting maxFileSize), so it is not analyzed."];
  assert.deepEqual(refused("cap-operator-values.yaml"), [null, "certain", ...told]);
  assert.deepEqual(refused("values.yaml"), [null, "likely", ...told]);
  assert.equal(refused("data.yaml")[2], "no-evidence");
});

test("a comment that is not recognized makes nothing more certain", () => {
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const place = { path: "/ws/values.yaml", files, excludeFiles, chart: undefined, keys: KEYS };
  const { strength } = ownership(parseYaml("# cap-operator: yes\n"), place);
  assert.equal(strength, "likely");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isAnchorName } from "../../server/core/values/helm-syntax.ts";
import { valueAt } from "../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import type { Path, YamlFile } from "../../server/core/yaml/tree.ts";
import { allCases } from "./cases/all-cases.ts";
import { ANCHOR_NAMES, namingAnchor } from "./cases/yaml-cases.ts";
import { caseId, type HelmCase } from "./helm-case.ts";
import { answerOf, readRecording } from "./recording.ts";

const recording = readRecording("values");

/** Questions about a single file: what Helm answered is what the file says. */
const aboutOneFile = [...allCases()].filter(
  ([, { chart, files, sets }]) => chart === "empty" && files.length === 1 && sets.length === 0,
);

for (const [id, { files }] of aboutOneFile) {
  const [text = ""] = files;
  const answer = answerOf(recording, id, 3);
  // The tree has a string that Helm decodes as it is written; a text without values has no tree.
  if (typeof answer !== "string" || answer === "{}" || text.includes("!!binary")) continue;
  const file = parseYaml(text);
  // If the parser is stricter than Helm, there is nothing to find.
  if (file.problems.length > 0) continue;
  test(`rules find in ${JSON.stringify(text).slice(0, 120)} what Helm ${recording.helm[3]} has`, () => {
    for (const [path, value] of leavesOf(JSON.parse(answer)))
      assert.deepEqual(leafAt(file, path), value, path.join("."));
  });
}

for (const name of ANCHOR_NAMES) {
  const asked: HelmCase = { group: "anchor", chart: "empty", files: [namingAnchor(name)], sets: [] };
  for (const helm of [3, 4] as const) {
    test(`${name} is ${isAnchorName(name) ? "a" : "not a"} valid name of an anchor, as Helm ${recording.helm[helm]} has it`, () => {
      const answer = answerOf(recording, caseId(asked), helm);
      assert.notEqual(answer, undefined);
      assert.equal(isAnchorName(name), answer !== null);
    });
  }
}

/** The paths of everything in a value that contains nothing else, with their values. */
function leavesOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  }
  return [[path, value]];
}

function leafAt(file: YamlFile, path: Path): unknown {
  const found = valueAt(file.documents[0]?.root, path);
  if (found?.type === "object") return {};
  return found?.type === "array" ? [] : found?.value;
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { originText } from "../../../server/core/semantics/origin-text.ts";
import { releaseValues } from "../../../server/core/semantics/release-values.ts";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { chartOf, knowledge } from "../support/umbrella.ts";

/** The origin of the value of `sub.port` in words, and the file that it links. */
function originOf(folder: string, uri: string, added = ""): readonly (string | undefined)[] {
  const atHand = chartOf(
    {
      "Chart.yaml": "name: mine\nversion: 1.0.0\n",
      "values.yaml": `x: 1\n${added}`,
      [`${folder}/Chart.yaml`]: "name: sub\nversion: 1.0.0\n",
      [`${folder}/values.yaml`]: "# The port.\nport: 80\n",
    },
    uri,
  );
  const stack = aloneStack("file:///mine/prod.yaml", parseYaml("x: 2\n"), 3, { beside: { atHand } });
  const schemas = knowledge.schemasOf({ vocabulary: "published", version: "0.34.0", atHand });
  const node = releaseValues(stack, schemas).given(["sub", "port"]);
  const { text, link } = originText(node?.origin ?? assert.fail("no value"), stack);
  return [text, link?.place.uri];
}

test("a default of a chart below names that chart, and leads to its file if an editor can show it", () => {
  const file = "file:///mine/charts/sub/values.yaml";
  assert.deepEqual(originOf("charts/sub", "file:///mine"), ["default of the subchart sub, line 2", file]);
  const inFolder = originOf("charts/sub-1.0.0.tgz", "file:///mine");
  assert.deepEqual(inFolder, ["default of the subchart sub", undefined]);
  const inArchive = originOf("charts/sub-1.0.0.tgz", "cap-operator-chart:/mine-1.0.0.tgz");
  assert.equal(inArchive[1], "cap-operator-chart:/mine-1.0.0.tgz/charts/sub-1.0.0.tgz/values.yaml");
  assert.deepEqual(originOf("charts/sub", "file:///mine", "sub: {port: 81}\n"), [
    "chart default, line 2",
    "file:///mine/values.yaml",
  ]);
});

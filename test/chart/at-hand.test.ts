import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildPublished } from "../../schemas/build.ts";
import type { ReadChart } from "../../server/core/chart/chart.ts";
import { readChart } from "../../server/core/chart/read-chart.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import type { SchemaNode } from "../../server/core/schema/model.ts";
import { readChartFolder } from "../../server/workspace/charts/chart-folder.ts";
import { diskTree } from "../../server/workspace/files/disk-tree.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { schemas } from "../schemas/built-schemas.ts";
import { chart } from "./chart.ts";

const found = await readChartFolder(diskTree(wholeMachine), chart);
assert.ok(found.texts);
const atHand: ReadChart = readChart(found.texts, "file:///chart", "digest");
const knowledge = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));

const inWords = new Set<string>([
  "controller.image.repository",
  "subscriptionServer.image.repository",
  "webhook.image.repository",
  "subscriptionServer.dnsTarget",
  "subscriptionServer.domain",
]);

/** The facts about the values that are allowed at each place, by path. */
function places(node: SchemaNode, path = ""): [path: string, what: unknown][] {
  const { types, allowed, closed, minimum, maximum, annotations, hasDefault } = node;
  const isLevel = annotations.meaning === "component" || node.properties.size > 0;
  const place: [string, unknown] = [
    path,
    {
      types: [...types].sort(),
      allowed,
      closed,
      minimum,
      maximum,
      meaning: annotations.meaning,
      // The specification gives some defaults in words only, and with them those of the levels above.
      default: hasDefault && !isLevel && !inWords.has(path) ? node.default : undefined,
    },
  ];
  if (node.shared) return [place];
  return [
    place,
    ...[...node.properties].flatMap(([key, child]) => places(child, path === "" ? key : `${path}.${key}`)),
  ];
}

suite("the example chart, read as one that is available", () => {
  test("is the operator's, in the words of the specification", () => {
    assert.equal(knowledge.charts.vocabularyOf(atHand), "specification");
  });

  test("means what the specification says, and has two keys more, which its templates read", () => {
    const local = knowledge.schemasOf({ vocabulary: "specification", version: "", atHand }).model("values");
    const known = knowledge.specification.model("values");
    const more = ["webhook.volumeMounts", "webhook.volumes"];
    const isMore = ([path]: [string, unknown]) =>
      more.some((key) => path === key || path.startsWith(`${key}.`));
    assert.deepEqual(
      new Map(places(local.root).filter((place) => !isMore(place))),
      new Map(places(known.root)),
    );
    assert.deepEqual(
      more.filter((key) => local.at(key.split(".")) === undefined),
      [],
    );
  });

  test("says of each key where it is declared, and that something reads it", () => {
    const { reads } = atHand;
    assert.ok(reads && reads !== "pending");
    const visit = (keys: ReadChart["keys"], path: readonly string[]): string[] =>
      [...keys].flatMap(([key, { keys: below }]) => {
        const keyPath = [...path, key];
        return [
          ...(reads.isRead(keyPath) ? [] : [keyPath.join(".")]),
          ...(below ? visit(below, keyPath) : []),
        ];
      });
    // Its schema allows "global", which Helm gives to the charts below it. It has none.
    assert.deepEqual(visit(atHand.keys, []), ["global"]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dump } from "js-yaml";
import { buildObjects } from "../../../schemas/objects.ts";
import { ObjectProblems } from "../../../server/core/features/object-problems.ts";
import { readRendering } from "../../../server/core/rendered/rendering.ts";
import type { JsonSchema } from "../../../server/core/schema/model.ts";
import { ACCEPTED, DEFINITION, MINE, mineOf, objectOf, REJECTED, RIGHT } from "./object-cases.ts";

const PROBLEMS = new ObjectProblems((await buildObjects()) as JsonSchema);

const problemsOf = (...objects: readonly object[]) => problemsWith(new Map(), ...objects);

const problemsWith = async (texts: ReadonlyMap<string, string>, ...objects: readonly object[]) => {
  const output = objects.map((one) => `---\n# Source: chart/templates/a.yaml\n${dump(one)}`).join("");
  const found = await PROBLEMS.problemsIn(readRendering(output).objects, texts);
  return found.map(({ message }) => message);
};

describe("the problems of an object", () => {
  for (const rejected of REJECTED) {
    const { object, field } = objectOf(rejected);
    const [place, value, words = ""] = rejected;
    test(`${place}: ${value === undefined ? "not set" : JSON.stringify(value)}`, async () => {
      const found = await problemsOf(object);
      assert.equal(found.length, 1, found.join("\n"));
      const [kind] = place.split(" ");
      assert.ok(found[0]?.startsWith(`Kubernetes rejects ${kind}/web: "${field}" ${words}`), found[0]);
    });
  }

  test("are none where the API server accepts it", async () => {
    const right = Object.keys(RIGHT).map((kind) => objectOf([`${kind} metadata.name`, "web"]).object);
    assert.deepEqual(
      await problemsOf(...right, ...ACCEPTED.map((accepted) => objectOf(accepted).object)),
      [],
    );
  });

  test("are known of metadata only in an object of any other kind", async () => {
    const other = (labels: object) => ({
      apiVersion: "a.io/v1",
      kind: "Other",
      metadata: { name: "x", labels },
      spec: 3,
    });
    assert.deepEqual(await problemsOf(other({ a: "1" }), other({ a: 1 })), [
      'Kubernetes rejects Other/x: "metadata.labels.a" takes text, but gets a number.',
    ]);
  });

  // Kubernetes, "Defaulting": what is missing is filled in before it is checked; fields that are not named are dropped ("Field pruning").
  test("are known of the kinds that the chart defines", async () => {
    const texts = new Map([["crds/mine.yaml", dump(DEFINITION)]]);
    const found = await problemsWith(texts, ...MINE.accepted, ...MINE.rejected, mineOf({}, "a.io/v2"));
    assert.deepEqual(found, [
      'Kubernetes rejects Mine/x: "spec.size" is required but not set.',
      'Kubernetes rejects Mine/x: "spec.mode" takes only a or b.',
      'Kubernetes rejects Mine/x: "spec.port" takes a whole number or text, but gets a boolean.',
      'Kubernetes rejects Mine/x: "spec.size" is not valid. Value is above the maximum of 9.',
      'Kubernetes rejects Mine/x: "metadata.labels.a" takes text, but gets a number.',
    ]);
  });

  test("are known of the kinds of Kubernetes also where the definitions of a chart are too long", async () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => [
      `${"x".repeat(100)}${index}`,
      { type: "string" },
    ]);
    const long = JSON.stringify(DEFINITION).replace(
      '"port":',
      `${JSON.stringify(Object.fromEntries(fields)).slice(1, -1)},"port":`,
    );
    const { object } = objectOf(["ConfigMap data.a", 1]);
    assert.deepEqual(await problemsWith(new Map([["crds/mine.yaml", long]]), object), [
      'Kubernetes rejects ConfigMap/web: "data.a" takes text, but gets a number.',
    ]);
  });

  test("are one line without control characters, whatever names are in them", async () => {
    const labels = { "a\u0007\u202eb\nc": 1 };
    const found = await problemsOf({ apiVersion: "a/v1", kind: "A", metadata: { name: "x\ny", labels } });
    assert.deepEqual(found, [
      'Kubernetes rejects A/x y: "metadata.labels.a b c" takes text, but gets a number.',
    ]);
  });

  test("say nothing of what is secret", async () => {
    const [message = ""] = await problemsOf({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "access" },
      data: { pin: 48151 },
      type: 62342,
    });
    assert.doesNotMatch(message, /48151/);
  });
});

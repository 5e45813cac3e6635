import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../support/engine.ts";
import { type ShortRelease, stackOf, uriOf } from "../support/release.ts";

const RELEASE: ShortRelease = {
  files: {
    "values.yaml": `controller:
  replicas: two
  podLabels:
    example.org/team: 7
subscriptionServer:
  port: 8080
`,
    "prod.yaml": `subscriptionServer:
  port: 99999
  volumes:
    - name: a
    - name: b
`,
  },
  sets: ["webhook.replicas=abc"],
};

const origins = (...paths: (string | number)[][]) => engine.valueOrigins(stackOf(RELEASE), paths);

/** The text at a range of a file, or of the document of the defaults. */
function textAt(origin: ReturnType<typeof origins>[number] | undefined): string {
  const { place } = origin ?? {};
  assert.ok(place, JSON.stringify(origin));
  const { uri, range } = place;
  const file = Object.keys(RELEASE.files).find((name) => uriOf(name) === uri);
  const text =
    file === undefined ? engine.defaultsDocument("values", { comments: false }) : (RELEASE.files[file] ?? "");
  const line = text.split("\n")[range.start.line] ?? "";
  return `${file ?? "defaults"}: ${line.slice(range.start.character).trim()}`;
}

test("a value from a file leads to its line in the file that wins", () => {
  const [replicas, port, label, item] = origins(
    ["controller", "replicas"],
    ["subscriptionServer", "port"],
    ["controller", "podLabels", "example.org/team"],
    ["subscriptionServer", "volumes", 1, "name"],
  );
  assert.equal(replicas?.text, "values.yaml:2");
  assert.equal(textAt(replicas), "values.yaml: replicas: two");
  assert.equal(textAt(port), "prod.yaml: port: 99999");
  assert.equal(textAt(label), "values.yaml: example.org/team: 7");
  assert.equal(textAt(item), "prod.yaml: name: b");
});

test("a value from an entry names the entry, and has no place in a file", () => {
  assert.deepEqual(origins(["webhook", "replicas"]), [
    { text: "--set #1 webhook.replicas=abc", entry: "webhook.replicas=abc" },
  ]);
});

test("a value from the chart leads to its line in the documented defaults", () => {
  const [replicas] = origins(["subscriptionServer", "replicas"]);
  assert.equal(replicas?.text, "chart default");
  assert.equal(textAt(replicas), "defaults: replicas: 1");
});

test("what is not set leads to the mapping that it belongs to", () => {
  const [domain, unknown, nowhere] = origins(
    ["subscriptionServer", "domain"],
    ["controller", "podLabels", "example.org/other"],
    ["no", "such", "key"],
  );
  assert.equal(domain?.text, "not set (prod.yaml:1)");
  assert.equal(textAt(domain), "prod.yaml: subscriptionServer:");
  assert.equal(textAt(unknown), "values.yaml: podLabels:");
  assert.equal(nowhere?.text, "not set (prod.yaml)");
  assert.equal(textAt(nowhere), "prod.yaml: subscriptionServer:");
});

test("a default of a published chart is in the document of its own version", () => {
  const chart = { chart: "cap-operator", version: "0.20.0" };
  const stack = stackOf({ files: { "values.yaml": "" }, chart });
  const [origin] = engine.valueOrigins(stack, [["subscriptionServer", "istioSystemNamespace"]]);
  assert.equal(origin?.place?.chart, "0.20.0");
  const lines = engine.defaultsDocument("values", { comments: false }, "0.20.0").split("\n");
  assert.equal(lines[origin?.place?.range.start.line ?? 0], "  istioSystemNamespace: istio-system");
});

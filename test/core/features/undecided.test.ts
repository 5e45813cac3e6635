import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type CompletionItem, MarkupContent } from "vscode-languageserver-types";
import { NONE, VALUES_FACTS } from "../../schemas/facts.ts";
import { analyse, engine, UNDECIDED, withCursor } from "../support/engine.ts";
import { stackOf } from "../support/release.ts";

const undecided = (text: string) => analyse(text, "values", UNDECIDED);

async function codesOf(text: string): Promise<unknown[]> {
  return (await engine.diagnostics(undecided(text))).map(({ code }) => code);
}

function itemsAt(marked: string): CompletionItem[] {
  const { text, offset } = withCursor(marked);
  const analysis = undecided(text);
  const items = engine.completion(analysis, analysis.text.positionAt(offset), { snippets: true });
  return items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
}

function hoverAt(marked: string): string {
  const { text, offset } = withCursor(marked);
  const analysis = undecided(text);
  const contents = engine.hover(analysis, analysis.text.positionAt(offset))?.contents;
  return MarkupContent.is(contents) ? contents.value : "";
}

/** A key with the keys around it, each on a line of its own. */
function nested(key: string, value: string): string {
  const path = key.split(".");
  return path.map((name, depth) => `${"  ".repeat(depth)}${name}:`).join("\n") + value;
}

const SILENT = ["required-for-install", "chart-not-named", "no-effect"];

suite("a file whose chart is not decided", () => {
  test("has nothing unknown or not allowed that one of the charts has", async () => {
    // As many words of one chart as of the other.
    const codes = await codesOf(
      "monitoring:\n  dash:\n    dashboard: {}\nsubscriptionServer:\n  certificateManager: Gardener\n",
    );
    assert.deepEqual(
      codes.filter((code) => !SILENT.includes(String(code))),
      [],
    );
  });

  test("still has unknown keys of its own", async () => {
    assert.ok((await codesOf("controller:\n  replica: 2\n")).includes("unknown-key"));
  });

  test("is offered the keys of both charts, those of the published one first, each with its chart", () => {
    const items = itemsAt("subscriptionServer:\n  domain: a\n  $0\n");
    const rows = items.filter(({ label }) => label.endsWith("SystemNamespace"));
    assert.deepEqual(
      rows.map(({ label, labelDetails }) => [label, labelDetails?.description]),
      [
        ["istioSystemNamespace", "cap-operator"],
        ["meshSystemNamespace", "cap-operator-chart"],
      ],
    );
    assert.equal(items.find(({ label }) => label === "replicas")?.labelDetails, undefined);
  });

  test("is offered a domain in the cluster of the file before the default of a chart, which is in another one", () => {
    const items = itemsAt("subscriptionServer:\n  dnsTarget: ingress.eu10.corp.internal\n  domain: $0\n");
    assert.equal(items[0]?.label, "<subdomain>.eu10.corp.internal");
    assert.deepEqual(
      items.filter(({ preselect }) => preselect),
      [],
    );
  });

  test("is offered the values of both charts, each with its chart", () => {
    const items = itemsAt("subscriptionServer:\n  certificateManager: $0\n");
    assert.deepEqual(
      items.map(({ label, detail }) => [label, detail]),
      [
        ["Gardener", "default in cap-operator"],
        ["Platform", "default in cap-operator-chart"],
        ["CertManager", "allowed in cap-operator"],
        ["CertController", "allowed in cap-operator-chart"],
      ],
    );
  });

  test("is decided by a word that only one chart has", () => {
    const chartOf = (text: string) => engine.chartOf(undecided(text));
    assert.deepEqual(chartOf("subscriptionServer:\n  domain: a\n")?.isDecided, false);
    for (const [word, name] of [
      ["istioSystemNamespace: a", "cap-operator 0.34.0"],
      ["certificateManager: Platform", "cap-operator-chart"],
    ]) {
      const chart = chartOf(`subscriptionServer:\n  ${word}\n`);
      assert.deepEqual([chart?.isDecided, chart?.name, chart?.reason], [true, name, "words"]);
    }
  });

  test("has the defaults of both charts in a hover where they differ, and one where they agree", () => {
    const differing = hoverAt("subscriptionServer:\n  ingressGatewayLabels$0: {}\n");
    assert.match(differing, /Default in cap-operator: `.*istio-ingressgateway/);
    assert.match(differing, /Default in cap-operator-chart: `.*mesh-ingressgateway/);
    const agreed = hoverAt("subscriptionServer:\n  port$0: 1\n");
    assert.match(agreed, /^- Default: `4000`$/m);
    assert.doesNotMatch(agreed, /cap-operator/);
    // Since when a key is there is known of the published chart alone.
    assert.doesNotMatch(
      hoverAt("subscriptionServer:\n  certificateManager$0: Gardener\n  meshSystemNamespace: a\n"),
      /Since/,
    );
  });

  test("shows its effective values with the defaults of the published chart, and says so", () => {
    const stack = stackOf({ files: { "values.yaml": "controller:\n  replicas: 2\n" }, chart: UNDECIDED });
    const { text } = engine.effectiveDocument(stack, "annotated");
    assert.match(text, /^# The chart is not decided\. The defaults are those of cap-operator 0\.34\.0\.$/m);
    assert.match(text, /^ {2}istioSystemNamespace: istio-system/m);
  });

  test("is filled with the defaults of the published chart, and is for that one afterwards", () => {
    const analysis = undecided("controller:\n  replicas: 2\n");
    const filled = TextDocument.applyEdits(analysis.text as never, engine.missingDefaults(analysis));
    assert.match(filled, /^ {2}istioSystemNamespace: istio-system$/m);
    assert.doesNotMatch(filled, /mesh|Platform/);
    assert.equal(engine.chartOf(undecided(filled))?.name, "cap-operator 0.34.0");
  });

  test("is upgraded from the newest published version, which is said", async () => {
    const stack = stackOf({ files: { "values.yaml": "controller:\n  replicas: 2\n" }, chart: UNDECIDED });
    const upgrade = await engine.upgradeValues(stack, { name: "cap-operator 0.30.0" });
    const named = { chart: "cap-operator", version: "0.34.0" };
    const decided = stackOf({
      files: { "values.yaml": "controller:\n  replicas: 2\n" },
      chart: named,
    });
    const { notes = [], ...rest } =
      (await engine.upgradeValues(decided, { name: "cap-operator 0.30.0" })) ?? {};
    const note = "The chart is not decided. The defaults are those of cap-operator 0.34.0.";
    assert.deepEqual(upgrade, { ...rest, notes: [...notes, { topic: "chart", sentence: note }] });
    assert.ok(notes.length > 0);
  });

  test("is offered snippets in the words of both charts where these differ", () => {
    const analysis = undecided("\n");
    const names = engine.snippets(analysis, { line: 0, character: 0 }).map(({ name }) => name);
    const countFor = (chart: string) => names.filter((name) => name.endsWith(`(${chart})`)).length;
    assert.ok(countFor("cap-operator") > 0);
    assert.equal(countFor("cap-operator"), countFor("cap-operator-chart"));
  });
});

suite("each key of the specification, in a file whose chart is not decided", () => {
  for (const [key, , standard] of VALUES_FACTS) {
    const dot = key.lastIndexOf(".");
    const [parent, name] = [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)];
    test(`${key} is offered`, () => {
      const indent = "  ".repeat(parent === "" ? 0 : parent.split(".").length);
      const marked = parent === "" ? "$0\n" : `${nested(parent, "")}\n${indent}$0\n`;
      assert.ok(itemsAt(marked).some(({ label }) => label === name));
    });
    if (standard === NONE) continue;
    const written = JSON.stringify(standard);
    test(`${key} has its default in the hover`, () => {
      const shown = hoverAt(nested(key, `$0 ${written}\n`).replace(":$0", "$0:"));
      assert.match(shown, /Default( in cap-operator(-chart)?)?: `/);
    });
    test(`${key} takes its default`, async () => {
      const codes = await codesOf(nested(key, ` ${written}\n`));
      const wrong = [
        "unknown-key",
        "not-allowed",
        "wrong-type",
        "misplaced-key",
        "wrong-shape",
        "out-of-range",
      ];
      assert.deepEqual(
        codes.filter((code) => wrong.includes(String(code))),
        [],
      );
    });
  }
});

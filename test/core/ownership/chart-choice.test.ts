import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { type ChartClues, chosenChart } from "../../../server/core/ownership/chart-choice.ts";
import { analyse, engine, UNDECIDED } from "../support/engine.ts";

const KNOWN = {
  specification: "cap-operator-chart",
  published: "cap-operator",
  versions: ["0.19.0", "0.30.0", "0.34.0"],
  vocabularyOf: () => undefined,
};
const OCI = "oci://registry.example/helm/cap-operator";

function chosen(clues: Partial<ChartClues>): [vocabulary: string, version: string, reason: string] {
  const { vocabulary, version, reason } = chosenChart({ words: [], ...clues }, KNOWN);
  return [vocabulary, version, reason];
}

suite("which chart is meant", () => {
  test("the one of the release", () => {
    assert.deepEqual(chosen({ release: { chart: OCI, version: "0.30.0" } }), [
      "published",
      "0.30.0",
      "release",
    ]);
  });

  for (const chart of [
    "cap-operator",
    "repo/cap-operator",
    "charts\\cap-operator\\",
    `${OCI}:0.30.0`,
    `${OCI}@sha256:abc`,
  ]) {
    test(`${chart} is the published one`, () => {
      assert.deepEqual(chosen({ setting: { chart, version: "0.30.0" } }), ["published", "0.30.0", "setting"]);
    });
  }

  for (const chart of ["cap-operator-chart", `${OCI}-chart`]) {
    test(`${chart} is that of the specification`, () => {
      assert.deepEqual(chosen({ setting: { chart } }), ["specification", "", "setting"]);
    });
  }

  test("a name of a million slashes says nothing", () => {
    const chart = `${"/".repeat(1_000_000)}a`;
    assert.deepEqual(chosen({ beside: { chart } }), ["undecided", "0.34.0", "nothing"]);
  });

  test("another chart is not known, and no other takes its place; a path names none, whatever its last part is", () => {
    const others = [
      "oci://registry.example/my-cap-operator",
      "cap-operator-crds",
      "./deploy",
      "./charts/cap-operator",
      "/downloads/cap-operator-0.30.0.tgz",
      "./cap-operator-chart-1.0.0.tgz",
    ];
    for (const chart of others) {
      const { doubt } = chosenChart({ setting: { chart }, words: [] }, KNOWN);
      assert.deepEqual(
        doubt,
        {
          kind: "unusable",
          by: "setting",
          message: `${chart} is not a known chart. Specify cap-operator, or the folder or archive of a chart.`,
        },
        chart,
      );
    }
  });

  test("the release comes first, then the comment, the chart beside the file, the settings, and the words", () => {
    const release = { chart: "cap-operator-chart" };
    const modeline = { version: "0.30.0" };
    const beside = { chart: "cap-operator", version: "0.19.0" };
    const setting = { chart: "cap-operator-chart" };
    const words = [{ word: "grafana", vocabulary: "published" as const }];
    assert.equal(chosen({ release, modeline, beside, setting, words })[2], "release");
    assert.equal(chosen({ modeline, beside, setting, words })[2], "modeline");
    assert.deepEqual(chosen({ beside, setting, words }), ["published", "0.19.0", "beside"]);
    assert.equal(chosen({ setting, words })[2], "setting");
    assert.equal(chosen({ words })[2], "words");
  });

  test("a version in the settings alone does not decide, and is used once the words have decided", () => {
    const setting = { version: "0.19.0" };
    assert.deepEqual(chosen({ setting }), ["undecided", "0.19.0", "nothing"]);
    const words = [{ word: "grafana", vocabulary: "published" as const }];
    assert.deepEqual(chosen({ setting, words }), ["published", "0.19.0", "words"]);
  });

  test("a release that names no chart is installed from that of the settings", () => {
    const setting = { chart: OCI, version: "0.19.0" };
    assert.deepEqual(chosen({ release: { version: "0.30.0" }, setting }), ["published", "0.30.0", "release"]);
    assert.deepEqual(chosen({ release: {}, setting }), ["published", "0.19.0", "setting"]);
  });

  test("a comment that names no version takes that of the settings", () => {
    const clues = { modeline: { chart: "cap-operator" }, setting: { version: "0.19.0" } };
    assert.deepEqual(chosen(clues), ["published", "0.19.0", "modeline"]);
  });

  test("a version with a v is the same version", () => {
    assert.deepEqual(chosen({ modeline: { version: "v0.30.0" } }), ["published", "0.30.0", "modeline"]);
  });

  test("a version that is newer than all that are known is checked as the newest, and that is said", () => {
    const { version, explanation } = chosenChart(
      { release: { chart: OCI, version: "9.0.0" }, words: [] },
      KNOWN,
    );
    assert.equal(version, "0.34.0");
    assert.equal(
      explanation,
      "The release that lists this file names the chart cap-operator. 9.0.0 is not known here; checked as 0.34.0.",
    );
  });
});

/** The chart that the text of a file alone speaks of. */
function chartOf(text: string): string | undefined {
  return engine.chartOf(analyse(text, "values", UNDECIDED))?.name;
}

suite("the words of a file", () => {
  test("decide which chart it is for", () => {
    assert.equal(chartOf("subscriptionServer:\n  certificateManager: Gardener\n"), "cap-operator 0.34.0");
    assert.equal(chartOf("subscriptionServer:\n  certificateManager: certmanager\n"), "cap-operator 0.34.0");
    assert.equal(chartOf("subscriptionServer:\n  istiosystemnamespace: a\n"), "cap-operator 0.34.0");
    assert.equal(chartOf("monitoring:\n  grafana: {}\n"), "cap-operator 0.34.0");
    assert.equal(chartOf("controller:\n  rolloutDelay: 1h\n"), "cap-operator 0.34.0");
    assert.equal(chartOf("subscriptionServer:\n  certificateManager: Platform\n"), "cap-operator-chart");
    assert.equal(chartOf("monitoring:\n  dash: {}\n"), "cap-operator-chart");
  });

  test("that both charts have decide nothing, and so do as many of each", () => {
    const either = "cap-operator 0.34.0 or cap-operator-chart";
    assert.equal(chartOf("webhook:\n  certificateManager: Default\n  sidecar: true\n"), either);
    assert.equal(chartOf(""), either);
    const contradiction = "monitoring:\n  dash: {}\nsubscriptionServer:\n  istioSystemNamespace: a\n";
    assert.equal(chartOf(contradiction), either);
  });

  test("count where they contradict each other", () => {
    const text =
      "monitoring:\n  dash: {}\nsubscriptionServer:\n  istioSystemNamespace: a\n  certificateManager: Gardener\n";
    assert.equal(chartOf(text), "cap-operator 0.34.0");
  });

  test("are not asked if a comment names the chart", () => {
    assert.equal(
      chartOf("# cap-operator: values version=0.20.0\nmonitoring:\n  dash: {}\n"),
      "cap-operator 0.20.0",
    );
    assert.equal(
      chartOf("# cap-operator: values chart=cap-operator, version=0.20.0\n"),
      "cap-operator 0.20.0",
    );
    assert.equal(
      chartOf("# cap-operator: values chart=cap-operator-chart\nmonitoring:\n  grafana: {}\n"),
      "cap-operator-chart",
    );
  });
});

test("a chart at hand that nobody should install says so", () => {
  const text = "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\ndeprecated: true\ntype: library\n";
  const atHand = readChart(new Map([["Chart.yaml", text]]), "", "digest");
  const { explanation } = chosenChart(
    { words: [], modeline: { atHand } },
    { ...KNOWN, vocabularyOf: () => "published" },
  );
  assert.equal(
    explanation,
    "The comment at the top of this file names the chart cap-operator 7.1.0. Its files are read. Its Chart.yaml marks it as deprecated. It is a library chart, which Helm does not install.",
  );
});

// The question which chart is installed: a list, which stays until the answer is a chart of the operator.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { CHART, helmWorld, KEPT_CHART, told } from "./helm-world.ts";

const OPERATOR = { name: "cap-operator-chart", version: "0.12.0" };
const FETCHED = { chart: CHART, ...OPERATOR, digest: "a".repeat(64), path: "/store/a.tgz" };
const FOLDER = "/home/me/deploy/charts/cop";

const CHARTS: World = {
  chartPlaces: { "deploy/charts/cop": OPERATOR, "deploy/charts/redis": null },
  fetched: [FETCHED],
  files: { [`${FOLDER}/Chart.yaml`]: "", "/home/me/deploy/charts/redis/Chart.yaml": "" },
  releases: [
    { id: "b", name: "cop-b", chart: "oci://b.example.org/cop", version: "0.12.x", values: [], sets: [] },
  ],
};

async function after(world: World) {
  const ports = fakePorts(helmWorld({}, { confirm: true, settings: { chart: "" }, ...world }));
  await install.run(ports);
  const { choices, seen } = ports;
  const steps = told(seen).filter((line) => /^(pick|input|browse|remembered)/.test(line));
  return {
    choices,
    seen,
    steps,
    isInstalled: seen.some((line) => line.includes("--create-namespace")),
  };
}

const ASKED =
  "pick: CAP Operator: Install CAP Operator | Select the chart. It is remembered for this workspace";

test("the list has what was used before, charts of the workspace, fetched ones, those of releases, and two ways to others", async () => {
  const { choices, steps } = await after({ ...CHARTS, remembered: { chart: "oci://r.example.org/cop" } });
  assert.deepEqual(
    choices.map(({ group, label, description }) => [group, label, description]),
    [
      ["Used before", "oci://r.example.org/cop", undefined],
      ["In the workspace", "cap-operator-chart 0.12.0", "deploy/charts/cop"],
      ["Fetched before", "cap-operator-chart 0.12.0", CHART],
      ["Named by releases", "oci://b.example.org/cop", "cop-b"],
      ["Cluster or Registry", "$(folder-opened) Browse...", undefined],
      ["Cluster or Registry", "$(cloud-download) Fetch from a Registry...", undefined],
    ],
  );
  assert.deepEqual(steps, [ASKED]);
});

test("passwords in addresses are hidden in the list", async () => {
  const fetched = [{ ...FETCHED, chart: "https://ada:sesame@charts.internal/cop.tgz" }];
  const { choices } = await after({ fetched });
  assert.ok(!choices.some(({ label, description }) => `${label} ${description}`.includes("sesame")));
});

for (const [what, pick, gotten, remembered] of [
  ["a chart of the workspace", OPERATOR.name, `package .* -- ${FOLDER}`, [`chart = ${FOLDER}`]],
  [
    "a chart of a release, with its version",
    "oci://b.example.org/cop",
    "pull .*--version 0.12.x .*-- oci://b.example.org/cop",
    ["chart = oci://b.example.org/cop", "chartVersion = 0.12.x"],
  ],
] as const) {
  test(`${what} is installed and remembered`, async () => {
    const { steps, isInstalled, seen } = await after({ ...CHARTS, pick });
    const calls = seen.filter((line) => /^run: helm (?:pull|package) /.test(line));
    assert.match(calls.join("\n"), new RegExp(`^run: helm ${gotten}$`));
    assert.deepEqual(steps, [ASKED, ...remembered.map((line) => `remembered: ${line}`)]);
    assert.ok(isInstalled);
  });
}

test("with a version that is settled, what was fetched in another one is not offered", async () => {
  const { choices } = await after({ ...CHARTS, settings: { chart: "", chartVersion: "0.11.x" } });
  assert.deepEqual(
    choices.map(({ group }) => group),
    ["In the workspace", "Named by releases", "Cluster or Registry", "Cluster or Registry"],
  );
});

suite("a wrong answer", () => {
  test("of another product is refused and not remembered, and the list stays", async () => {
    const browsed = ["/home/me/deploy/charts/redis", FOLDER];
    const { steps, isInstalled } = await after({
      ...CHARTS,
      browsed,
      pick: "Browse...",
      archives: { [FOLDER]: OPERATOR },
    });
    assert.deepEqual(steps, [
      ASKED,
      "browse: CAP Operator: Install CAP Operator",
      "pick: CAP Operator: Install CAP Operator | charts/redis is not a chart of CAP Operator.",
      "browse: CAP Operator: Install CAP Operator",
      `remembered: chart = ${FOLDER}`,
    ]);
    assert.ok(isInstalled);
  });

  test("that is in another version than the settings ask for is rejected", async () => {
    const settings = { chart: "", chartVersion: "9.9.9" };
    const { steps } = await after({ ...CHARTS, settings, pick: ["cap-operator-chart 0.12.0", "nothing"] });
    assert.deepEqual(steps, [
      ASKED,
      "pick: CAP Operator: Install CAP Operator | The chart has version 0.12.0, not 9.9.9.",
    ]);
  });

  test("that was used before and is gone is said, and the list stays", async () => {
    const { steps } = await after({ remembered: { chart: "chart.tgz" }, pick: ["chart.tgz", "nothing"] });
    assert.deepEqual(steps, [
      ASKED,
      "pick: CAP Operator: Install CAP Operator | No chart found at /home/me/deploy/chart.tgz.",
    ]);
  });
});

suite("a chart of a registry", () => {
  const pick = "Fetch from a Registry";
  const archives = { [KEPT_CHART]: OPERATOR };
  const question = "input: CAP Operator: Install CAP Operator | ";
  const address = `${question}The chart: oci://<chart_registry>/cap-operator-chart, repository/name, or the address of an archive`;
  const version = `${question}The version. Leave it empty for the newest that is not a pre-release`;

  test("is fetched before the question closes", async () => {
    const { steps, isInstalled } = await after({ pick, input: [CHART, ""], archives });
    assert.deepEqual(steps, [ASKED, address, version, `remembered: chart = ${CHART}`]);
    assert.ok(isInstalled);
  });

  test("that is not there leaves the question open, with the reason, and what was typed is kept on the way back", async () => {
    const wrong = "oci://registry.example.org/nope";
    const programs = (line: string) =>
      line.startsWith("helm pull") && line.endsWith(wrong)
        ? {
            exitCode: 1,
            stderr: `Error: failed to perform "FetchReference" on source: ${wrong}: not found\n`,
          }
        : undefined;
    const settings = { chart: "", chartVersion: "0.12.0" };
    const { steps, isInstalled } = await after({ pick, settings, input: [wrong, CHART], archives, programs });
    assert.match(steps[2] ?? "", /^input stays: .*\/nope.*Try again with another chart or version\.$/);
    assert.deepEqual(steps.toSpliced(2, 1), [
      ASKED,
      address,
      `remembered: chart = ${CHART}`,
      "remembered: chartVersion = 0.12.0",
    ]);
    assert.ok(isInstalled);
  });

  test("of another product is rejected", async () => {
    const { steps, isInstalled } = await after({ pick, input: [CHART, ""] });
    assert.deepEqual(steps.slice(2, 4), [
      version,
      "input stays: cap-operator-chart 0.12.0 is not a chart of CAP Operator.",
    ]);
    assert.ok(!isInstalled);
  });

  for (const [ref, problem] of [
    ["", "A chart is required."],
    ["oci://registry", "A registry address has the form oci://<chart_registry>/cap-operator-chart."],
    ["--post-renderer=x", "The chart reference must not begin with a hyphen."],
  ] as const) {
    test(`"${ref}" is not taken for one`, async () => {
      const { steps } = await after({ pick, input: [ref] });
      assert.equal(steps.at(-1), `input refused: ${problem}`);
    });
  }
});

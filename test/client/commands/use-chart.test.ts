import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { fetchChoices } from "../../../client/charts/remote-chart-choices.ts";
import { useChartOf } from "../../../client/commands/use-chart.ts";
import type { FetchedChart } from "../../../client/ports/installation.ts";
import type { FileStatus } from "../../../server/lsp/protocol.ts";
import { STORED } from "../fake-installation.ts";
import { type FakePorts, fakePorts, NO_CHART_NAMED, OURS, type World } from "../fake-ports.ts";
import { DEPLOYED, type HelmState, helmWorld } from "../install/helm-world.ts";

const URI = "file:///home/me/deploy/values.yaml";
const OCI = "oci://registry.internal/charts/cap-operator";
const FETCHED: FetchedChart = {
  chart: OCI,
  name: "cap-operator",
  version: "0.33.0",
  digest: "a".repeat(64),
  path: "/store/a.tgz",
};
const OLDER: FetchedChart = { ...FETCHED, version: "0.32.0", digest: "b".repeat(64), path: "/store/b.tgz" };
const CHARTS: World = {
  chartPlaces: {
    "charts/cap-operator": { name: "cap-operator", version: "0.34.0" },
    "charts/web-shop.tgz": null,
  },
  fetched: [FETCHED],
};

async function after(world: World, state: HelmState = {}): Promise<FakePorts> {
  const ports = fakePorts(helmWorld(state, { status: OURS, ...world }));
  await useChartOf(fetchChoices).run(ports);
  return ports;
}

function statusWith(chart: Partial<typeof NO_CHART_NAMED>): FileStatus {
  return { ...OURS, chart: { ...NO_CHART_NAMED, ...chart } };
}

/** The comment that was written at the top of the file; `undefined` if none was. */
function written({ seen }: FakePorts): string | undefined {
  return seen.find((line) => line.startsWith(`edit: ${URI}@3 0:0-0:0 `))?.replace(/^.*?"(.*)\\n"$/, "$1");
}

/** The lines about programs, downloads and questions about trust. */
function beyond({ seen }: FakePorts): string[] {
  return seen.filter((line) => /^(run|download|progress|trust)/.test(line));
}

test("the chart of a release is changed at the release", async () => {
  const status = statusWith({ name: "cap-operator 0.30.0", reason: "release" });
  const ports = await after({ status, press: "Open Settings" });
  assert.deepEqual(ports.choices, []);
  assert.equal(ports.seen.at(-1), "settings: capOperator.releases");
});

test("an operator resource has no chart to choose", async () => {
  const ports = await after({ status: { ...OURS, kind: "operator" } });
  assert.deepEqual(ports.choices, []);
  assert.match(
    ports.seen.at(-1) ?? "",
    /is an operator resource: the manager decides which chart is installed\./,
  );
});

suite("the list", () => {
  test("has the charts of the workspace, those that were fetched, the ways to others, and those built in", async () => {
    const { choices } = await after(CHARTS);
    assert.deepEqual(
      choices.map(({ group, label, description }) => [group, label, description]),
      [
        ["In the workspace", "cap-operator 0.34.0", "charts/cap-operator"],
        ["Fetched before", "cap-operator 0.33.0", OCI],
        ["Cluster or Registry", "$(cloud) The chart of a release in a cluster...", undefined],
        ["Cluster or Registry", "$(cloud-download) Fetch from a Registry...", undefined],
        ["Built in", "cap-operator-chart", undefined],
        ["Built in", "cap-operator 0.34.0", undefined],
      ],
    );
  });

  test("begins with the chart in use, and never with one that a cluster is asked for", async () => {
    const first = async (world: World) => {
      const [choice] = (await after(world)).choices;
      return [choice?.label, choice?.description];
    };
    const inUse = { status: statusWith({ name: "cap-operator 0.34.0" }) };
    assert.deepEqual(await first({ ...CHARTS, ...inUse }), ["cap-operator 0.34.0", "in use"]);
    assert.deepEqual(await first(inUse), ["cap-operator 0.34.0", "in use"]);
    assert.deepEqual(await first({}), ["cap-operator-chart", undefined]);
  });

  test("begins with a chart of the workspace where none is decided", async () => {
    const { choices } = await after({ ...CHARTS, status: { ...OURS, chart: NO_CHART_NAMED } });
    assert.deepEqual([choices[0]?.group, choices[0]?.label], ["In the workspace", "cap-operator 0.34.0"]);
  });

  test("begins with the newest published chart where there is no other, and asks in one line", async () => {
    const ports = await after({ status: { ...OURS, chart: NO_CHART_NAMED } });
    const [choice, ...others] = ports.choices;
    assert.deepEqual([choice?.group, choice?.label], ["Built in", "cap-operator 0.34.0"]);
    assert.ok(!others.some(({ group, label }) => group === choice?.group && label === choice?.label));
    assert.ok(
      ports.seen.includes(
        "pick: values.yaml | No chart is named yet. Select the one that the values are for",
      ),
    );
  });

  test("asks no program, no network and not for trust", async () => {
    const ports = await after(CHARTS);
    assert.deepEqual(beyond(ports), []);
    assert.equal(written(ports), undefined);
  });

  test("has no chart of another product, wherever it is", async () => {
    const archives = { [FETCHED.path]: null };
    const { choices } = await after({ ...CHARTS, fetched: [FETCHED, OLDER], archives });
    assert.deepEqual(
      choices.slice(0, 3).map(({ group, label }) => `${group}: ${label}`),
      [
        "In the workspace: cap-operator 0.34.0",
        "Fetched before: cap-operator 0.32.0",
        "Cluster or Registry: $(cloud) The chart of a release in a cluster...",
      ],
    );
  });

  test("marks the chart in use, by its place", async () => {
    const marked = async (chart: Partial<typeof NO_CHART_NAMED>) =>
      (await after({ ...CHARTS, fetched: [FETCHED, OLDER], status: statusWith(chart) })).choices
        .filter(({ description }) => description?.endsWith("in use"))
        .map(({ group, label }) => `${group}: ${label}`);
    const name = "cap-operator 0.34.0";
    assert.deepEqual(await marked({ name }), [`Built in: ${name}`]);
    const uri = "file:///home/me/charts/cap-operator";
    assert.deepEqual(await marked({ name, source: { from: "files", uri } }), [`In the workspace: ${name}`]);
    const { digest } = OLDER;
    assert.deepEqual(await marked({ name, source: { from: "fetched", chart: OCI, digest } }), [
      "Fetched before: cap-operator 0.32.0",
    ]);
  });

  test("what charts and folders are called is text, and passwords are hidden", async () => {
    const { choices } = await after({
      chartPlaces: { "$(flame)\u202e": { name: "$(flame)\n", version: "x".repeat(500) } },
      fetched: [{ ...FETCHED, chart: "https://ada:sesame@charts.internal/cop.tgz" }],
    });
    assert.deepEqual(
      choices.slice(0, 2).map(({ label, description }) => [label, description]),
      [
        [`$ (flame) ${"x".repeat(110)}...`, "$ (flame)"],
        ["cap-operator 0.33.0", "https://<hidden>@charts.internal/cop.tgz"],
      ],
    );
  });
});

suite("what is picked is written at the top of the file", () => {
  test("a version that is built in", async () => {
    const ports = await after({ pick: "0.34.0" });
    assert.equal(written(ports), "# cap-operator: values version=0.34.0");
  });

  test("a chart of the workspace, by its path from the file", async () => {
    const ports = await after({ ...CHARTS, pick: "0.34.0" });
    assert.equal(written(ports), "# cap-operator: values chart=../charts/cap-operator");
  });

  test("a chart of the workspace, for a file that was never saved", async () => {
    const file = { isUntitled: true };
    const ports = await after({ ...CHARTS, pick: "0.34.0", file });
    assert.equal(written(ports), "# cap-operator: values chart=./charts/cap-operator");
  });

  test("a chart that was fetched, with the version that came", async () => {
    const ports = await after({ ...CHARTS, pick: "0.33.0" });
    assert.equal(written(ports), `# cap-operator: values chart=${OCI} version=0.33.0`);
    assert.deepEqual(beyond(ports), []);
  });

  test("a path that would end in the middle is refused, with another way", async () => {
    const chartPlaces = { "my charts/cop": { name: "cop", version: "1.0.0" } };
    const ports = await after({ chartPlaces, pick: "cop 1.0.0", press: "Open Settings" });
    assert.equal(written(ports), undefined);
    assert.deepEqual(ports.seen.slice(-2), [
      "warn: cop 1.0.0 cannot be named in the comment at the top of a file: its address is too long, or has a space, a comma or a quote. Name it in the setting capOperator.chart, or in a release. [Open Settings]",
      "settings: capOperator.chart",
    ]);
  });
});

suite("another chart is fetched", () => {
  const pick = "Fetch from a Registry";
  const archives = { [STORED]: { name: "cap-operator-chart", version: "0.12.0" } };

  test("with Helm, is remembered, and is named in the version that came", async () => {
    const ports = await after({ pick, input: [OCI, ""], archives });
    assert.deepEqual(
      ports.seen.filter((line) => /^(input|run|progress):/.test(line)),
      [
        "input: CAP Operator: Use Chart | The chart: oci://<chart_registry>/cap-operator-chart, repository/name, or the address of an archive",
        "input: CAP Operator: Use Chart | The version. Leave it empty for the newest that is not a pre-release",
        "run: helm version --template {{.Version}}",
        `run: helm pull --destination /store/arriving -- ${OCI}`,
        `run: helm show chart -- ${STORED}`,
      ],
    );
    assert.equal(written(ports), `# cap-operator: values chart=${OCI} version=0.12.0`);
    const { chart, version, path } = ports.chartsKept.at(-1)?.[0] ?? {};
    assert.deepEqual([chart, version, path], [OCI, "0.12.0", STORED]);
    assert.deepEqual(ports.chartsAsked, [`file://${STORED}`]);
  });

  test("only in a workspace that is trusted", async () => {
    const ports = await after({ pick, input: [OCI, ""], archives, untrusted: true });
    assert.deepEqual(beyond(ports), ["trust refused"]);
    assert.equal(written(ports), undefined);
  });

  test("but the chart of another product is not written", async () => {
    const ports = await after({ pick, input: [OCI, ""] });
    assert.equal(written(ports), undefined);
    assert.ok(ports.seen.includes("input stays: cap-operator-chart 0.12.0 is not a chart of CAP Operator."));
  });

  test("and one in another version than was asked for is rejected", async () => {
    const ports = await after({ pick, input: [OCI, "0.11.0"], archives });
    assert.equal(written(ports), undefined);
    assert.deepEqual(ports.chartsKept.at(-1), []);
    const why = "The chart has version 0.12.0, not 0.11.0. Try again with another chart or version.";
    assert.ok(ports.seen.includes(`input stays: ${why}`));
  });

  for (const [typed, problem] of [
    ["https://ada:sesame@charts.internal/cop.tgz", "The address contains a password"],
    ["https://charts.internal/cop.tgz?token=sesame", "The address contains a password"],
    [`oci://registry.internal/${"x".repeat(200)}`, "The address is too long for the file"],
    ["oci://registry.internal/a,b", "The address is too long for the file"],
    ["./charts/mine", "Folders and archives are not fetched."],
    ["/charts/mine.tgz", "Folders and archives are not fetched."],
    ["--post-renderer=x", "The chart reference must not begin with a hyphen."],
  ] as const) {
    test(`nothing is contacted for ${typed.slice(0, 40)}`, async () => {
      const ports = await after({ pick, input: [typed, ""] });
      assert.deepEqual(beyond(ports), []);
      assert.ok(ports.seen.at(-1)?.startsWith(`input refused: ${problem}`), ports.seen.at(-1));
    });
  }

  test("a name that is a folder here is no repository", async () => {
    const files = { "/home/me/deploy/charts/mine/Chart.yaml": "name: mine\n" };
    const ports = await after({ pick, input: ["charts/mine", ""], files });
    assert.deepEqual(beyond(ports), []);
    const stays = ports.seen.filter((line) => line.startsWith("input stays: "));
    assert.match(
      stays.join(),
      /^input stays: charts\/mine is a local folder or file, which Helm uses as the chart\. [^,]*$/,
    );
  });

  test("without TLS only from an address that the person agrees to", async () => {
    const http = "http://charts.internal/cop.tgz";
    const refused = await after({ pick, input: [http, ""], archives });
    assert.deepEqual(beyond(refused), []);
    assert.ok(refused.seen.includes("confirm: Fetch the chart without TLS? [Fetch Without TLS]"));
    const agreed = await after({ pick, input: [http, ""], archives, confirm: true });
    assert.equal(written(agreed), `# cap-operator: values chart=${http} version=0.12.0`);
  });
});

suite("the chart of a release in a cluster", () => {
  const pick = ["The chart of a release"];
  const named = (chart: string): HelmState => ({ histories: [[{ ...DEPLOYED, chart }]] });

  test("is the one that was fetched, if it is that one", async () => {
    const ports = await after({ ...CHARTS, pick }, named("cap-operator-0.33.0"));
    assert.equal(written(ports), `# cap-operator: values chart=${OCI} version=0.33.0`);
  });

  test("else what is built in", async () => {
    const published = await after({ ...CHARTS, pick }, named("cap-operator-0.34.0"));
    assert.equal(written(published), "# cap-operator: values version=0.34.0");
    const specification = await after({ ...CHARTS, pick }, named("cap-operator-chart-0.12.0"));
    assert.equal(written(specification), "# cap-operator: values chart=cap-operator-chart");
  });

  test("only in a workspace that is trusted", async () => {
    const ports = await after({ ...CHARTS, pick, untrusted: true }, named("cap-operator-0.33.0"));
    assert.deepEqual(beyond(ports), ["trust refused"]);
  });

  test("else it can be fetched, and its version is proposed", async () => {
    const state = named("cap-operator-chart-of-ours-0.12.0");
    const asked = await after({ pick }, state);
    assert.equal(
      asked.seen.at(-1),
      "info: cap-operator in dev has the chart cap-operator-chart-of-ours-0.12.0, which is not available here. Helm does not know where it came from. [Fetch...]",
    );
    const archives = { [STORED]: { name: "cap-operator-chart-of-ours", version: "0.12.0" } };
    const ports = await after({ pick, press: "Fetch...", input: [OCI, true], archives }, state);
    assert.ok(ports.seen.some((line) => /^input: .* \(0\.12\.0\)$/.test(line)));
    assert.equal(written(ports), `# cap-operator: values chart=${OCI} version=0.12.0`);
  });
});

// Each part of an installation comes from the first place that says it, wherever the other parts come from (docs/guides/install.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { type HelmState, helmWorld, KEPT_CHART, VALUES } from "./helm-world.ts";

const OPEN = `file://${VALUES}`;

/** The version that this Helm finds satisfies both, and they can be distinguished. */
const VERSION = { release: "0.12.x", setting: "^0.12.0" };

const CHART = {
  release: "oci://release.example.org/cap-operator-chart",
  setting: "oci://setting.example.org/cap-operator-chart",
  remembered: "oci://remembered.example.org/cap-operator-chart",
  asked: "oci://asked.example.org/cap-operator-chart",
};

/** The parts that a release may leave out, and what it says for them. */
const PARTS = {
  chart: CHART.release,
  version: VERSION.release,
  namespace: "of-release",
  kubeContext: "eu-prod",
  sets: [{ flag: "set", text: "controller.replicas=3" }],
} as const;

/** The settings that may be set besides the release. */
const BESIDE = ["chart", "chartVersion", "plainHttp", "remembered"] as const;

/** All subsets of a list. */
function subsets<T>(all: readonly T[]): T[][] {
  const found: T[][] = [[]];
  for (const item of all) found.push(...found.map((some) => [...some, item]));
  return found;
}

function releaseWith(parts: readonly (keyof typeof PARTS)[]) {
  const said = Object.fromEntries(parts.map((part) => [part, PARTS[part]]));
  return { id: "of-release", name: "of-release", values: [OPEN], sets: [], ...said };
}

async function after(state: HelmState, world: World) {
  const ports = fakePorts(helmWorld(state, { confirm: true, ...world }));
  await install.run(ports);
  return ports.seen;
}

function flag(line: string, name: string): string | undefined {
  return new RegExp(` --${name} (\\S+)`).exec(line)?.[1];
}

const ofNoRelease = "a file without a release";

for (const parts of [ofNoRelease, ...subsets(Object.keys(PARTS) as (keyof typeof PARTS)[])]) {
  const isRelease = typeof parts !== "string";
  const says = (part: keyof typeof PARTS) => isRelease && parts.includes(part);
  const what = isRelease ? `a release that says ${parts.join(", ") || "nothing else"}` : parts;
  test(`${what}, beside everything that settings and memory can hold`, async () => {
    for (const beside of subsets(BESIDE)) {
      const has = (part: (typeof BESIDE)[number]) => beside.includes(part);
      const seen = await after(
        {},
        {
          releases: isRelease ? [releaseWith(parts)] : [],
          settings: {
            chart: has("chart") ? CHART.setting : "",
            chartVersion: has("chartVersion") ? VERSION.setting : "",
            plainHttp: has("plainHttp"),
            releaseName: "of-setting",
            namespace: "of-setting",
            timeout: "7m",
            rollbackOnFailure: false,
            protectedContexts: [],
          },
          ...(has("remembered") && { remembered: { chart: CHART.remembered } }),
          pick: has("remembered") ? CHART.remembered : "Fetch from a Registry",
          input: [CHART.asked, ""],
          archives: { [KEPT_CHART]: { name: "cap-operator-chart", version: "0.12.0" } },
        },
      );
      const calls = seen.filter((line) => line.startsWith("run: helm"));
      const pull = calls.find((line) => line.startsWith("run: helm pull")) ?? "";
      const upgrade = calls.find((line) => line.includes("--create-namespace")) ?? "";
      const chart = () => {
        if (says("chart")) return CHART.release;
        if (has("chart")) return CHART.setting;
        return has("remembered") ? CHART.remembered : CHART.asked;
      };
      const version = () => {
        if (says("version")) return VERSION.release;
        return has("chartVersion") ? VERSION.setting : undefined;
      };
      const about = `${what}; beside it: ${beside.join(", ")}\n${seen.join("\n")}`;
      assert.equal(flag(pull, "version"), version(), about);
      assert.equal(pull.split(" -- ")[1], chart(), about);
      assert.equal(pull.includes(" --plain-http "), has("plainHttp"), about);
      assert.equal(flag(upgrade, "version"), undefined, about);
      const name = isRelease ? "of-release" : "of-setting";
      assert.equal(upgrade.split(" -- ")[1], `${name} ${KEPT_CHART}`, about);
      assert.equal(flag(upgrade, "namespace"), says("namespace") ? "of-release" : "of-setting", about);
      assert.equal(flag(upgrade, "kube-context"), says("kubeContext") ? "eu-prod" : "dev", about);
      assert.equal(flag(upgrade, "values"), VALUES, about);
      assert.equal(flag(upgrade, "set"), says("sets") ? "controller.replicas=3" : undefined, about);
      assert.equal(flag(upgrade, "timeout"), "7m", about);
      assert.ok(upgrade.includes(" --wait ") && !upgrade.includes(" --atomic "), about);
    }
  });
}

const FOLDER = "/home/me/deploy/chart";
const release = (parts: { chart?: string; version?: string }) => ({
  releases: [{ id: "cop", name: "cop", values: [OPEN], sets: [], ...parts }],
});

for (const [where, world, ref] of [
  ["a folder of the settings", { settings: { chart: "./chart" } }, FOLDER],
  ["a folder of the release", release({ chart: "./chart" }), FOLDER],
  ["an archive", { settings: { chart: "./chart.tgz" } }, "/home/me/deploy/chart.tgz"],
  ["an address", { settings: { chart: "https://x.example.org/a.tgz" } }, "https://x.example.org/a.tgz"],
] as const) {
  for (const [who, setting, pinned] of [
    ["the release", "capOperator.releases", (version: string) => ({ version })],
    ["the settings", "capOperator.chartVersion", () => ({})],
  ] as const) {
    test(`${where} with another version than ${who} asks for: nothing starts`, async () => {
      const files = { [`${FOLDER}/Chart.yaml`]: "", "/home/me/deploy/chart.tgz": "" };
      const inRelease: World = world;
      const [withParts = {}] = inRelease.releases ?? [];
      const seen = await after(
        {},
        {
          ...world,
          ...release({ ...withParts, ...pinned("9.9.9") }),
          files,
          settings: { ...inRelease.settings, chartVersion: who === "the release" ? "0.12.0" : "9.9.9" },
          press: "Open Settings",
        },
      );
      assert.deepEqual(seen.slice(-2), [
        "error: The chart has version 0.12.0, not 9.9.9. Nothing was changed. Correct capOperator.chartVersion, or the version of the release in the settings. [Open Settings] [Show Details]",
        `settings: ${setting}`,
      ]);
      assert.ok(seen.some((line) => line.includes(`Chart: cap-operator-chart at ${ref}`)));
      assert.deepEqual(
        seen.filter((line) => /^(confirm|remembered|run: helm (upgrade|template))/.test(line)),
        [],
      );
    });
  }
}

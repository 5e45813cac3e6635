import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { fakeHelm } from "../../ask-helm/fake-helm.ts";
import { helmBinary } from "../../helm/build-helm.ts";
import { TEAM_CHART } from "./charts-in-workspace.ts";
import { type Desk, sitDown } from "./desk.ts";

const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const FILE = "team-values.yaml";
const VALUES = `# cap-operator: values chart=./charts/team
${REQUIRED}controller:
  team: platform
`;
const REFUSED = "The chart rejects the values: name the team that operates it";

/** Stands in for Helm with that chart where Helm cannot be built: a script that reads the values. */
const STAND_IN = `const texts = process.argv.filter((one) => one.startsWith("--values=")).map((one) => fs.readFileSync(one.slice(9), "utf8"));
if (texts.some((text) => /^  team: *(""|)$/m.test(text))) {
  fs.writeSync(2, "Error: execution error at (team/templates/config.yaml:6:11): name the team that operates it\\n");
  process.exit(1);
}`;

describe("a person whose chart needs a value", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-asking-"));
  const ran = path.join(folder, "ran");
  const evil = `#!/bin/sh\necho "$@" > "${ran}"\n`;
  let desk: Desk;
  before(async () => {
    writeFileSync(path.join(folder, "evil"), evil);
    chmodSync(path.join(folder, "evil"), 0o755);
    const helm = (await helmBinary(3)) ?? fakeHelm(folder, STAND_IN);
    desk = await sitDown({
      ready: true,
      files: {
        ...TEAM_CHART,
        [FILE]: VALUES,
        // A workspace that wants another program to be run, by its settings and by its name.
        ".vscode/settings.json": JSON.stringify({ "capOperator.helmPath": path.join(folder, "evil") }),
        ".cap-operator.yaml": `helmPath: ${path.join(folder, "evil")}\n`,
        helm: evil,
      },
      arrange: (workspace) => chmodSync(path.join(workspace, "helm"), 0o755),
      machineSettings: { "capOperator.helmPath": helm },
    });
  });
  after(async () => {
    await desk?.leave();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach((test) => desk.tidyUp(test));

  it("sees what Helm rejects at its key after saving, and that it is gone with the value", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.readsLanguageStatus("renders the chart with these values");
    await person.goesToEndOf("platform");
    await person.presses("Control+Backspace");
    await person.saves();
    await person.seesProblem(REFUSED, "Ln 6, Col 3");
    await person.seesUnderline("error");
    const status = await person.readsLanguageStatus("rejects the values");
    assert.match(status, /Helm: on/);
    assert.match(status, /name the team that operates it/);
    await person.keepsPicture("helm-verdict");
    await person.returnsTo(FILE);
    await person.types("us");
    await person.saves();
    await person.seesNoProblem(REFUSED);
    await person.seesNoUnderline("error");
    assert.ok(!existsSync(ran), "a program that the workspace names was run");
  });
});

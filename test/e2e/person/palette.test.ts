import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const PROJECT = ".cap-operator.yaml";
const FOREIGN = "deployment.yaml";
const VALUES = "values-production.yaml";

describe("a person looks for commands", () => {
  const machine = mkdtempSync(path.join(tmpdir(), "cap-operator-palette-"));
  const kubeconfig = path.join(machine, "config");
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      // The settings of the example workspace have releases.
      files: {
        ".vscode/settings.json": "{}\n",
        [PROJECT]: "releases: []\n",
        [FOREIGN]: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n",
      },
      env: { KUBECONFIG: kubeconfig },
    });
  });
  after(async () => {
    await desk?.leave();
    rmSync(machine, { recursive: true });
  });
  afterEach((test) => desk.tidyUp(test));

  it("finds those for a cluster once there is a kubeconfig, and those for a release once one is known", async () => {
    const { person } = desk;
    await person.seesInPalette("CAP Operator: Install or Upgrade...");
    await person.seesInPalette("CAP Operator: Check Prerequisites", false);
    writeFileSync(kubeconfig, "");
    await person.seesInPalette("CAP Operator: Check Prerequisites");
    await person.opensFile(PROJECT);
    await person.seesInPalette("CAP Operator: Show Status", false);
    await person.keepsPicture("palette-without-a-release");
    await person.presses("Control+a");
    await person.types("releases: [{name: cop}]");
    await person.seesInPalette("CAP Operator: Show Status");
    await person.presses("Control+a");
    await person.types("releases: []");
    await person.seesInPalette("CAP Operator: Uninstall...", false);
    // Values that are open are those of the release that the settings name.
    await person.opensFile(VALUES);
    await person.seesInPalette("CAP Operator: Uninstall...");
  });

  it("finds those that change a file only in front of a file that may be ours", async () => {
    const { person } = desk;
    await person.opensFile(FOREIGN);
    await person.seesInPalette("CAP Operator: Change File Status...");
    await person.seesInPalette("CAP Operator: Insert Snippet...", false);
    await person.opensFile(VALUES);
    await person.seesInPalette("CAP Operator: Insert Snippet...");
  });

  it("shows the effective values of a file in the explorer that is not open", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.choosesInExplorer(VALUES, "Show Effective Values");
    await person.isIn(VALUES);
    await person.seesText(person.effectiveValues(), "What the operator will run with");
    await person.keepsPicture("effective-values-from-the-explorer");
  });
});

import { mkdtempSync, rmSync } from "node:fs";
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

  it("finds every command by its name, without a file, a kubeconfig and a release", async () => {
    const { person } = desk;
    for (const command of ["Install CAP Operator...", "Upgrade CAP Operator...", "Install with Manager..."]) {
      await person.seesInPalette(`CAP Operator: ${command}`);
    }
    for (const command of ["Check Prerequisites", "Show Status", "Uninstall...", "Insert Snippet..."]) {
      await person.seesInPalette(`CAP Operator: ${command}`);
    }
    await person.seesInPalette("CAP Operator: Insert Snippet: Certificate...");
    await person.keepsPicture("palette-without-a-release");
  });

  it("reads why a command that writes into a file cannot in front of a file of others", async () => {
    const { person } = desk;
    await person.opensFile(FOREIGN);
    await person.runsCommand("CAP Operator: Insert Snippet...");
    await person.readsNotification("deployment.yaml is not treated as a CAP Operator file.");
  });

  it("shows the effective values of a file in the explorer that is not open", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.choosesInExplorer(VALUES, "Show Effective Values");
    await person.isIn(VALUES);
    await person.seesText(person.effectiveValues(), "# Effective values");
    await person.keepsPicture("effective-values-from-the-explorer");
  });
});

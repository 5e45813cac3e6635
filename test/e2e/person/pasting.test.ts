import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const BLOCK = "resources:\n  limits:\n    cpu: 500m";
const MIXED = "replicas: 2\nmylabel: x\nmonitoring: {}";
const BEFORE = "controller:\n  \nwebhook:\n  replicas: 2\n";

describe("a person who pastes a block", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: {
        "block.txt": BLOCK,
        "mixed.txt": MIXED,
        "cap-operator-values.yaml": BEFORE,
        "other.yaml": `kind: Pod\n${BEFORE}`,
      },
      settings: { "capOperator.chart": "cap-operator-chart" },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  /** Pastes on the line below `controller:`, and returns what is saved when the editor shows a text. */
  async function pastes(file: string, shown: string): Promise<string> {
    const { person } = desk;
    await person.goesToEndOf("controller");
    await person.presses("ArrowDown", "End");
    await person.readsPlace("Col 3");
    await person.presses("Control+v");
    await person.seesText(person.activeEditor(), shown);
    await person.saves();
    return desk.onDisk(file);
  }

  it("finds its keys where they belong, at the end of which it goes on, and takes it back in one step", async () => {
    const { person } = desk;
    await person.opensFile("block.txt");
    await person.presses("Control+a", "Control+c");
    await person.opensFile("cap-operator-values.yaml");
    await person.readsLanguageStatus("CAP Operator values");
    assert.equal(
      await pastes("cap-operator-values.yaml", "cpu: 500m"),
      "controller:\n  resources:\n    limits:\n      cpu: 500m\nwebhook:\n  replicas: 2\n",
    );
    await person.readsPlace("Ln 4, Col 16");
    await person.keepsPicture("pasted");
    await person.presses("Control+z");
    await person.seesNoText(person.activeEditor(), "cpu: 500m");
    await person.saves();
    assert.equal(await desk.onDisk("cap-operator-values.yaml"), BEFORE);
  });

  it("finds a file of others as the editor pastes", async () => {
    const { person } = desk;
    await person.opensFile("other.yaml");
    await person.readsLanguageStatus("Not a CAP Operator file");
    assert.equal(
      await pastes("other.yaml", "cpu: 500m"),
      `kind: Pod\ncontroller:\n  ${BLOCK}\nwebhook:\n  replicas: 2\n`,
    );
  });

  it("reads which keys went elsewhere, and which have no place, next to the cursor", async () => {
    const { person } = desk;
    await person.opensFile("mixed.txt");
    await person.presses("Control+a", "Control+c");
    await person.opensFile("cap-operator-values.yaml");
    await person.readsLanguageStatus("CAP Operator values");
    assert.equal(
      await pastes("cap-operator-values.yaml", "mylabel"),
      "controller:\n  replicas: 2\n  mylabel: x\nmonitoring: {}\nwebhook:\n  replicas: 2\n",
    );
    await person.isTold(
      '"monitoring" was put further out, where it belongs. "mylabel" is not known here and stays as it was copied.',
    );
    await person.keepsPicture("pasted-elsewhere");
  });
});

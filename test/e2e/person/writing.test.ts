import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { repository } from "../../support/repository.ts";
import { type Desk, sitDown } from "./desk.ts";
import {
  item,
  line,
  picks,
  presses,
  type Step,
  seesOffered,
  takes,
  types,
  WRITTEN_FILES,
} from "./written-files.ts";

const EMPTY_FILES = Object.fromEntries(WRITTEN_FILES.map(({ name }) => [`new/${name}.yaml`, ""]));

const ITEMS = `controller:
  tolerations:
    - key: one
    - key: two
`;

const LEVELS = `controller:
  resources:
    # at most
    limits:
      cpu: 1
    requests: {}
`;
describe("a person who writes a file with completion, Tab and Enter", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: {
        ...EMPTY_FILES,
        "new/items.yaml": ITEMS,
        "new/comments.yaml": "",
        "new/levels.yaml": LEVELS,
        "other.yaml": "jobs:\n  - name: one\n",
      },
      settings: { "capOperator.files": ["new/*.yaml"], "capOperator.chart": "cap-operator-chart" },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  async function does(...steps: readonly Step[]): Promise<void> {
    for (const step of steps) await step(desk.person);
  }

  /**
   * Opens the file with items, and waits until Enter indents. The status item goes on saying what it
   * shown about the last YAML file until the server has answered for this one, so a file of another product is opened first.
   */
  async function opensItems(): Promise<void> {
    const { person } = desk;
    await person.opensFile("other.yaml");
    await person.readsLanguageStatus("Not a CAP Operator file");
    await person.opensFile("new/items.yaml");
    await person.readsLanguageStatus("CAP Operator values");
  }

  /** The file as it is saved now. */
  async function written(file: string): Promise<string> {
    await desk.person.saves();
    return desk.onDisk(file);
  }

  for (const { name, indent, lineBreak, steps } of WRITTEN_FILES) {
    it(`writes ${name} from nothing, indented by ${indent}, with ${lineBreak}`, async () => {
      const { person } = desk;
      const fixture = path.join(repository, "test/e2e/fixtures/written", `${name}.yaml`);
      // The last line is not ended.
      const text = (await readFile(fixture, "utf8")).replace(/\n$/, "");
      await person.opensFile(`new/${name}.yaml`);
      if (indent !== 2) {
        await person.runsCommand("Indent Using Spaces");
        await person.picks(String(indent));
      }
      if (lineBreak === "CRLF") {
        await person.runsCommand("Change End of Line Sequence");
        await person.picks("CRLF");
      }
      await does(...steps);
      assert.equal(
        await written(`new/${name}.yaml`),
        lineBreak === "CRLF" ? text.replaceAll("\n", "\r\n") : text,
      );
    });
  }

  it("keeps what is typed where something longer was offered", async () => {
    await desk.person.opensFile("new/platform.yaml");
    await does(picks("con", "controller"), picks("reso", "resources"), takes("limits"));
    await does(picks("cpu", "cpu"), seesOffered("100m"));
    await desk.person.keepsPicture("values-behind-a-key");
    await does(line("10"), picks("mem", "memory"), seesOffered("128Mi"), line("1"));
    assert.equal(
      await written("new/platform.yaml"),
      "controller:\n  resources:\n    limits:\n      cpu: 10\n      memory: 1\n      ",
    );
  });

  it("completes the comments for this tool, and ends the line of one that was typed in full", async () => {
    await desk.person.opensFile("new/comments.yaml");
    await does(types("# cap-operator: "), seesOffered("values"), line("values version=0.34.0"));
    await does(types("# cap-operator-disable "), picks("null-rem", "null-removes-default"), presses("Enter"));
    assert.equal(
      await written("new/comments.yaml"),
      "# cap-operator: values version=0.34.0\n# cap-operator-disable null-removes-default\n",
    );
  });

  it("moves a key with its comment one level up and back, each in one step, and reads why it cannot", async () => {
    const { person } = desk;
    await person.opensFile("new/levels.yaml");
    await person.readsLanguageStatus("CAP Operator values");
    await person.goesToEndOf("limits");
    await person.runsCommand("CAP Operator: Move Key Up a Level");
    // The cursor stays in the key.
    await person.isAtColumn(9);
    assert.equal(
      await written("new/levels.yaml"),
      "controller:\n  resources:\n    requests: {}\n  # at most\n  limits:\n    cpu: 1\n",
    );
    await person.runsCommand("CAP Operator: Move Key Down a Level");
    await person.isAtColumn(11);
    assert.equal(
      await written("new/levels.yaml"),
      "controller:\n  resources:\n    requests: {}\n    # at most\n    limits:\n      cpu: 1\n",
    );
    await does(presses("Control+z", 2));
    assert.equal(await written("new/levels.yaml"), LEVELS);
    await person.goesToEndOf("controller");
    await person.runsCommand("CAP Operator: Move Key Up a Level");
    await person.isTold('"controller" cannot be moved further up.');
  });

  it("goes on at the item's keys with Enter, with several cursors, and takes it back as one step", async () => {
    const { person } = desk;
    await opensItems();
    await person.goesToEndOf("two");
    await does(item("", 6), presses("Control+z"));
    await person.goesToEndOf("one");
    await person.runsCommand("Add Cursor Below");
    await person.readsPlace("2 selections");
    await person.presses("Enter");
    // Both new lines are indented before anything is typed in them.
    const indented = person
      .activeEditor()
      .locator(".view-line")
      .filter({ hasText: /^\s{6}$/ });
    await indented.nth(1).waitFor();
    await does(types("value: x"), presses("Escape", 2));
    assert.equal(
      await written("new/items.yaml"),
      "controller:\n  tolerations:\n    - key: one\n      value: x\n    - key: two\n      value: x\n",
    );
  });

  it("finds Enter as it was in other YAML files", async () => {
    const { person } = desk;
    await opensItems();
    await person.opensFile("other.yaml");
    await person.readsLanguageStatus("Not a CAP Operator file");
    await person.goesToEndOf("one");
    await person.presses("Enter");
    await person.types("x");
    await person.presses("Escape");
    assert.equal(await written("other.yaml"), "jobs:\n  - name: one\n  x\n");
  });

  it("is done with a snippet at the end of its last line, so that Shift+Tab indents again", async () => {
    const { person } = desk;
    await opensItems();
    await person.goesToEndOf("two");
    await does(item("", 6), presses("Shift+Tab", 2), picks("component", "component-resources"));
    await does(presses("Tab", 3), line("0.05"));
    await person.seesNoStops();
    await does(presses("Shift+Tab", 2));
    await does(picks("rep", "replicas"), types("2"));
    const resources =
      "limits:\n      memory: 500Mi\n      cpu: 0.2\n    requests:\n      memory: 50Mi\n      cpu: 0.05";
    assert.equal(await written("new/items.yaml"), `${ITEMS}  resources:\n    ${resources}\n  replicas: 2\n`);
  });
});

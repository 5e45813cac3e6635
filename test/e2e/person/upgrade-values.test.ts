import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const FILE = "upgraded-values.yaml";
const TEXT = `# cap-operator: values chart=cap-operator-chart
subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
  # Where the mesh is.
  meshSystemNamespace: my-mesh
  certificateManager: "CertController"
`;

describe("a person who upgrades values", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true, files: { [FILE]: TEXT } });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees what changes, agrees, and can take it back", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.runsCommand("Upgrade Values to Chart Version...");
    // Text that is typed before the list is there goes into the file.
    await person.quickPick("cap-operator 0.34.0").first().waitFor();
    await person.types("0.34.0");
    await person.picks("cap-operator 0.34.0");
    // The question stays while the diff is read.
    await person.quickPick("Save it when you are satisfied.").first().waitFor();
    await person.seesChangedLines("modified", 3);
    await person.keepsPicture("upgrade-values");
    await person.picks("Apply");
    const editor = person.editor(FILE);
    await person.seesText(editor, "istioSystemNamespace: my-mesh");
    await person.seesText(editor, 'certificateManager: "CertManager"');
    await person.seesText(editor, "# cap-operator: values version=0.34.0");
    await person.seesText(editor, "# Where the mesh is.");
    await person.seesDirty(FILE);
    await person.presses("Control+z");
    await person.seesText(editor, "meshSystemNamespace: my-mesh");
  });
});

import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { TreeDataProvider } from "vscode";
import type { ClusterTree } from "../../../../client/editor/status/cluster-tree.ts";
import type { ViewItem } from "../../../../client/views/view-item.ts";
import { RELEASES, type ReleaseSummary } from "../../../../server/lsp/protocol.ts";
import { answerTo, askFake } from "../../fake-server.ts";
import {
  editor,
  resetEditor,
  settled,
  ThemeColor,
  ThemeIcon,
  TreeItemCollapsibleState,
} from "../fake-vscode.ts";

const { createClusterTree, isViewItem } = await import("../../../../client/editor/status/cluster-tree.ts");

const SNAPSHOT = {
  target: { context: "dev", server: "https://dev:6443", namespace: "cop" },
  serverVersion: { answer: "v1.33.1" },
  releases: { answer: [] },
  resources: [],
  components: { answer: [] },
  notChecked: [],
};
const RELEASE: ReleaseSummary = { name: "cop", values: ["file:///home/me/values.yaml"] } as never;

let releases: () => Promise<ReleaseSummary[]>;
let tree: ClusterTree;
beforeEach(() => {
  resetEditor();
  releases = async () => [];
  tree = createClusterTree({ ask: askFake([answerTo(RELEASES, () => releases())]) });
});

function provider(): TreeDataProvider<ViewItem> {
  const [found] = editor.treeProviders.values();
  assert.ok(found);
  return found as TreeDataProvider<ViewItem>;
}

const linesOf = async (item?: ViewItem) =>
  ((await provider().getChildren(item)) ?? []).map(({ label }) => label);
const itemOf = (item: Partial<ViewItem>) =>
  provider().getTreeItem({ id: "x", kind: "detail", label: "X", ...item });

/** Counts how often the view is redrawn. */
function drawn(): { times: number } {
  const count = { times: 0 };
  provider().onDidChangeTreeData?.(() => {
    count.times += 1;
  });
  return count;
}

describe("the view of the cluster", () => {
  test("is empty before anything is known, so that the editor says what to do", async () => {
    assert.deepEqual([...editor.treeProviders.keys()], ["capOperator.cluster"]);
    assert.deepEqual(await linesOf(), []);
  });

  test("shows what commands have read, even while the language server does not answer", async () => {
    releases = async () => Promise.reject(new Error("The server is not running."));
    const reading = tree.view.begin();
    reading.show(SNAPSHOT as never);
    reading.end();
    assert.equal((await linesOf())[0], "dev");
    assert.equal(tree.view.shown()?.context, "dev");
  });

  test("shows the lines below a line as they are", async () => {
    const child: ViewItem = { id: "c", kind: "detail", label: "below" };
    assert.deepEqual(await linesOf({ id: "p", kind: "group", label: "above", children: [child] }), ["below"]);
    assert.deepEqual(await linesOf(child), []);
  });

  test("is redrawn when the server knows other releases than before, from whatever settings", () => {
    const count = drawn();
    editor.settingsChanged.fire({ affectsConfiguration: () => true });
    assert.equal(count.times, 0);
    tree.releasesChanged();
    assert.equal(count.times, 1);
  });

  test("shows the releases of the settings without a cluster", async () => {
    releases = async () => [RELEASE];
    assert.equal((await linesOf())[0], "No cluster read yet");
  });

  test("ends a running refresh when the editor closes", () => {
    const reading = tree.view.begin();
    tree.dispose();
    assert.equal(reading.signal.aborted, true);
    assert.equal(editor.treeProviders.size, 0);
  });
});

describe("a refresh of the view", () => {
  const BUSY = (isBusy: boolean) => ["setContext", "capOperator.viewBusy", isBusy];

  const told = () => editor.executed.filter(([, key]) => key === "capOperator.viewBusy");

  test("shows that it is running, also to menus, until it has ended", async () => {
    const count = drawn();
    const reading = tree.view.begin();
    assert.deepEqual([told(), editor.progresses], [[BUSY(true)], 1]);
    reading.show(SNAPSHOT as never);
    assert.deepEqual([told(), editor.progresses], [[BUSY(true)], 1]);
    reading.end();
    await settled();
    assert.deepEqual([told(), editor.progresses], [[BUSY(true), BUSY(false)], 0]);
    assert.equal(count.times, 3);
  });

  test("replaces one that is running, and is shown once", async () => {
    const first = tree.view.begin();
    const second = tree.view.begin();
    assert.deepEqual([first.signal.aborted, editor.progresses], [true, 1]);
    first.end();
    await settled();
    assert.equal(editor.progresses, 1);
    second.end();
    await settled();
    assert.equal(editor.progresses, 0);
  });

  test("that is cancelled is no longer shown", async () => {
    const reading = tree.view.begin();
    tree.view.cancel();
    await settled();
    assert.deepEqual([reading.signal.aborted, editor.progresses], [true, 0]);
    assert.deepEqual(told().at(-1), BUSY(false));
  });
});

describe("a line of the view", () => {
  test("has what menus and a click need", async () => {
    const item: ViewItem = {
      id: "release/cop",
      kind: "release",
      label: "cop",
      description: "deployed · revision 3",
      tooltip: "Helm says that it is deployed.",
      icon: "package",
      color: "charts.green",
      command: { id: "capOperator.showStatus", title: "Show Status" },
    };
    assert.deepEqual(
      { ...(await itemOf(item)) },
      {
        label: "cop",
        collapsibleState: TreeItemCollapsibleState.None,
        id: "release/cop",
        contextValue: "release",
        accessibilityInformation: { label: "cop, deployed, revision 3" },
        description: "deployed · revision 3",
        tooltip: "Helm says that it is deployed.",
        iconPath: new ThemeIcon("package", new ThemeColor("charts.green")),
        command: { command: "capOperator.showStatus", title: "Show Status", arguments: [item] },
      },
    );
  });

  test("can be opened if there is something below it, and is open if that is wanted", async () => {
    const children: ViewItem[] = [{ id: "c", kind: "detail", label: "below" }];
    const stateOf = async (item: Partial<ViewItem>) => (await itemOf(item)).collapsibleState;
    assert.deepEqual(
      await Promise.all([{}, { children: [] }, { children }, { children, isOpen: true }].map(stateOf)),
      [0, 0, 1, 2],
    );
  });

  test("tells a screen reader its own spoken text, if it has one", async () => {
    const spoken = (await itemOf({ spoken: "Warning: the pod waits." })).accessibilityInformation;
    assert.deepEqual(spoken, { label: "Warning: the pod waits." });
  });

  test("is distinguished from other things that menus pass to commands", () => {
    assert.equal(isViewItem({ id: "x", kind: "release", label: "cop" }), true);
    for (const other of [undefined, null, "cop", { label: "cop" }, { kind: "release" }]) {
      assert.equal(isViewItem(other), false);
    }
  });
});

import "./with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { editor, resetEditor, settled, Uri } from "./fake-vscode.ts";

const { createKubeconfigSign } = await import("../../../client/editor/kubeconfig-sign.ts");

const HOME = "/home/me/.kube/config";
const OTHER = "/etc/kube/other";

/** The last value of the key that hides commands, after everything has settled. */
async function isHidden() {
  await settled();
  const set = editor.executed.filter(([, key]) => key === "capOperator.noContext");
  return set.at(-1)?.[2];
}

function desk({ isInPod = false } = {}) {
  resetEditor();
  const disk = new Set<string>();
  const world = { paths: [HOME] };
  const changes = { count: 0 };
  const sign = createKubeconfigSign(
    {
      kubeconfigPaths: () => world.paths,
      kind: async (path) => (disk.has(path) ? "file" : undefined),
      inCluster: async () => (isInPod ? { server: "https://10.0.0.1" } : undefined),
      addressOf: (path) => Uri.file(path).toString(),
    },
    () => {
      changes.count += 1;
    },
  );
  return { disk, world, sign, changes };
}

test("commands for a cluster are hidden while there is no kubeconfig, and come with it", async () => {
  const { disk } = desk();
  assert.equal(await isHidden(), true);
  disk.add(HOME);
  editor.watched.get("/home/me/.kube/")?.fire();
  assert.equal(await isHidden(), false);
  disk.delete(HOME);
  editor.watched.get("/home/me/.kube/")?.fire();
  assert.equal(await isHidden(), true);
});

test("another kubeconfig of the settings counts at once, and only that is watched", async () => {
  const { disk, world, sign } = desk();
  disk.add(OTHER);
  world.paths = [OTHER];
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === "capOperator.kubeconfig" });
  assert.equal(await isHidden(), false);
  assert.deepEqual([...editor.watched.keys()], ["/etc/kube/"]);
  sign.dispose();
  assert.equal(editor.watched.size, 0);
});

test("nothing is hidden in a pod, which reaches its own cluster", async () => {
  desk({ isInPod: true });
  assert.equal(await isHidden(), false);
});

test("each change of a kubeconfig is reported, and its name in the settings as well", async () => {
  const { changes, world } = desk();
  const before = changes.count;
  editor.watched.get("/home/me/.kube/")?.fire();
  assert.ok(changes.count > before);
  const after = changes.count;
  world.paths = [OTHER];
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === "capOperator.kubeconfig" });
  assert.ok(changes.count > after);
});

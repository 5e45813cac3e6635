import "./with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { editor, resetEditor, Uri } from "./fake-vscode.ts";

const { followKubeconfig } = await import("../../../client/editor/kubeconfig-changes.ts");

const HOME = "/home/me/.kube/config";
const OTHER = "/etc/kube/other";

function desk() {
  resetEditor();
  const world = { paths: [HOME] };
  const changes = { count: 0 };
  const following = followKubeconfig(
    { kubeconfigPaths: () => world.paths, addressOf: (path) => Uri.file(path).toString() },
    () => {
      changes.count += 1;
    },
  );
  return { world, following, changes };
}

test("each change of a kubeconfig is reported, and its name in the settings as well", () => {
  const { changes, world } = desk();
  const before = changes.count;
  editor.watched.get("/home/me/.kube/")?.fire();
  assert.ok(changes.count > before);
  const after = changes.count;
  world.paths = [OTHER];
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === "capOperator.kubeconfig" });
  assert.ok(changes.count > after);
});

test("only the kubeconfig of the settings is watched, and nothing in the end", () => {
  const { world, following } = desk();
  world.paths = [OTHER];
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === "capOperator.kubeconfig" });
  assert.deepEqual([...editor.watched.keys()], ["/etc/kube/"]);
  following.dispose();
  assert.equal(editor.watched.size, 0);
});

import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { kubeconfigText } from "../../kubeconfig-text.ts";
import { editor, resetEditor } from "../fake-vscode.ts";

const { createContextStatusItem } = await import("../../../../client/editor/status/context-status-item.ts");

const TWO = kubeconfigText("dev", {
  dev: { server: "https://dev:6443", user: "ada" },
  prod: { server: "https://prod:6443", user: "ada" },
});

let text: string | undefined;
let chosen: string | undefined;

function item() {
  const files = { kubeconfigPaths: () => ["/kube"], read: async () => text };
  const memory = { recall: () => chosen, remember: async () => undefined };
  return createContextStatusItem(files as never, memory);
}

const shown = () => editor.statusItems.get("capOperator.context");

beforeEach(() => {
  resetEditor();
  text = TWO;
  chosen = undefined;
});

test("the status bar has the context while a file of ours is in front or the view can be seen", async () => {
  const created = item();
  await created.refresh();
  assert.equal(shown(), undefined);
  await created.fileInFront(true);
  assert.equal(shown()?.text, "$(server-environment) dev");
  assert.equal(shown()?.tooltip, "CAP Operator uses the kube context dev. Click to choose another one.");
  await created.fileInFront(false);
  assert.equal(shown(), undefined);
  await created.viewShown(true);
  assert.equal(shown()?.text, "$(server-environment) dev");
  created.dispose();
  assert.equal(shown(), undefined);
});

test("it names the context that was chosen, and says which one the kubeconfig has", async () => {
  const created = item();
  await created.fileInFront(true);
  chosen = "prod";
  await created.refresh();
  assert.equal(shown()?.text, "$(server-environment) prod");
  assert.equal(
    shown()?.tooltip,
    "CAP Operator uses the kube context prod in this workspace, not the current one of the kubeconfig (dev). Click to choose another one.",
  );
});

test("it says that there is no current context, and is not there without any", async () => {
  const created = item();
  text = kubeconfigText("", { dev: { server: "https://dev:6443", user: "ada" } });
  await created.fileInFront(true);
  assert.equal(shown()?.text, "$(server-environment) No context");
  for (const none of ["kind: Config\n", "a: [\n", undefined]) {
    text = none;
    await created.refresh();
    assert.equal(shown(), undefined, none ?? "no file");
  }
});

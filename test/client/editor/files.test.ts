import "./with-vscode.ts";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { editor, type OpenDocument, resetEditor, Uri } from "./fake-vscode.ts";

const { localFiles } = await import("../../../client/editor/files.ts");

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-files-"));
after(() => rmSync(folder, { recursive: true }));
beforeEach(resetEditor);

const uriOf = (file: string) => Uri.file(file).toString();

/** Opens a changed document. */
function open(uri: string, change: Partial<OpenDocument> = {}): OpenDocument {
  const document: OpenDocument = {
    uri: Uri.parse(uri),
    isUntitled: false,
    isDirty: true,
    async save() {
      document.isDirty = false;
      return true;
    },
    ...change,
  };
  editor.documents.push(document);
  return document;
}

test("a file is read if there is one, and distinguished from a folder", async () => {
  const file = path.join(folder, "values.yaml");
  writeFileSync(file, "a: 1\n");
  assert.equal(await localFiles.read(file), "a: 1\n");
  assert.equal(await localFiles.read(folder), undefined);
  assert.equal(await localFiles.read(`${file}.gone`), undefined);
  assert.deepEqual(await Promise.all([file, folder, `${file}.gone`].map(localFiles.kind)), [
    "file",
    "folder",
    undefined,
  ]);
});

describe("an address", () => {
  test("of this machine has a path", () => {
    assert.equal(localFiles.pathOf(uriOf(path.join(folder, "a b#c.yaml"))), path.join(folder, "a b#c.yaml"));
  });

  for (const elsewhere of [
    "vscode-remote://ssh-remote+host/home/me/values.yaml",
    "vscode-vfs://github/me/repo/values.yaml",
    "untitled:Untitled-1",
    "git:/home/me/values.yaml",
  ]) {
    test(`of somewhere else has none: ${elsewhere}`, () => {
      assert.equal(localFiles.pathOf(elsewhere), undefined);
    });
  }
});

describe("a path of a setting", () => {
  const [first, other] = [path.join(folder, "one"), path.join(folder, "other")];

  test("that is absolute, or in the home folder, stays what it is", () => {
    editor.folders = [uriOf(first)];
    assert.equal(localFiles.resolve(other), other);
    assert.equal(localFiles.resolve("~/charts/cop"), path.join(homedir(), "charts", "cop"));
  });

  test("is relative to the workspace folder of the values file", () => {
    editor.folders = [uriOf(first), uriOf(other)];
    const beside = (file: string) => localFiles.resolve("../chart", uriOf(file));
    assert.equal(beside(path.join(other, "deploy", "values.yaml")), path.join(folder, "chart"));
    assert.equal(
      localFiles.resolve("chart", uriOf(path.join(other, "values.yaml"))),
      path.join(other, "chart"),
    );
    assert.equal(
      localFiles.resolve("chart", uriOf(path.join(first, "values.yaml"))),
      path.join(first, "chart"),
    );
  });

  test("is relative to the first workspace folder if there is no such file, or it is in none", () => {
    editor.folders = [uriOf(first), uriOf(other)];
    for (const beside of [undefined, uriOf(path.join(folder, "values.yaml")), "untitled:Untitled-1"]) {
      assert.equal(localFiles.resolve("chart", beside), path.join(first, "chart"));
    }
  });

  test("is never relative to a folder that is elsewhere", () => {
    const remote = "vscode-vfs://github/me/repo";
    editor.folders = [remote, uriOf(other)];
    assert.equal(localFiles.resolve("chart"), path.join(other, "chart"));
    assert.equal(localFiles.resolve("chart", `${remote}/values.yaml`), path.join(other, "chart"));
  });

  test("is relative to the home folder without a workspace", () => {
    assert.equal(localFiles.resolve("chart"), path.join(homedir(), "chart"));
  });
});

describe("a document", () => {
  const uri = uriOf(path.join(folder, "values.yaml"));

  test("that was changed is saved, and stays where it is", async () => {
    const document = open(uri);
    assert.deepEqual(localFiles.unsaved([uri, uriOf("/other.yaml")]), [uri]);
    assert.equal(await localFiles.save(uri), uri);
    assert.equal(document.isDirty, false);
    assert.deepEqual(localFiles.unsaved([uri]), []);
  });

  test("that has no changes, or is not open, is not written", async () => {
    const save = () => assert.fail("it was written");
    open(uri, { isDirty: false, save });
    assert.equal(await localFiles.save(uri), uri);
    const closed = uriOf(path.join(folder, "closed.yaml"));
    assert.equal(await localFiles.save(closed), closed);
  });

  test("that cannot be written has no address to continue with", async () => {
    open(uri, { save: async () => false });
    assert.equal(await localFiles.save(uri), undefined);
  });

  test("that is new has another address once it is saved, and is open under it", async () => {
    const fresh = "untitled:Untitled-1";
    open(fresh, { isUntitled: true });
    assert.equal(await localFiles.save(fresh), undefined);
    editor.savedAs = uri;
    assert.equal(await localFiles.save(fresh), uri);
    assert.deepEqual(editor.executed, [["opened", uri]]);
  });
});

test("the kubeconfig is that of the machine's setting", () => {
  editor.settings.set("capOperator.kubeconfig", "~/.kube/prod");
  assert.deepEqual(localFiles.kubeconfigPaths(), [path.join(homedir(), ".kube", "prod")]);
});

import assert from "node:assert/strict";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { lstat, readlink, writeFile as writeOnDisk } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";
import type { Uri } from "vscode";
import { URI } from "vscode-uri";
import "../with-vscode.ts";
import { type WorkspaceEdit, workspace } from "../fake-vscode.ts";

const { writeFile } = await import("../../../../client/editor/documents/write-file.ts");

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-written-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const fs = {
  /** As the editor's provider of files on the disk: the type of the target with the mark of a link, also where there is no target. */
  async stat({ fsPath }: URI) {
    const about = await lstat(fsPath);
    if (!about.isSymbolicLink()) return { type: about.isDirectory() ? 2 : 1 };
    const target = path.resolve(path.dirname(fsPath), await readlink(fsPath));
    return { type: 64 + (statSync(target, { throwIfNoEntry: false })?.isFile() ? 1 : 0) };
  },
  writeFile: ({ fsPath }: URI, bytes: Uint8Array) => writeOnDisk(fsPath, bytes),
};
Object.assign(workspace, { fs });

const yes = async () => true;
const uriOf = (file: string) => URI.file(file) as unknown as Uri;

suite("a file that a command writes", { skip: process.platform === "win32" && "Links need a right" }, () => {
  test("is written if nothing is there", async () => {
    const file = path.join(scratch, "new.yaml");
    assert.equal(await writeFile(uriOf(file), "a: 1\n", yes), true);
    assert.equal(readFileSync(file, "utf8"), "a: 1\n");
  });

  for (const target of ["outside", "missing"]) {
    test(`is not written through a link to a file that is ${target}, and nobody is asked`, async () => {
      const folder = mkdtempSync(path.join(scratch, "ws-"));
      if (target === "outside") writeFileSync(path.join(scratch, target), "before");
      const before = readdirSync(scratch);
      const link = path.join(folder, ".cap-operator.yaml");
      symlinkSync(path.join(scratch, target), link);
      await assert.rejects(
        writeFile(uriOf(link), "a: 1\n", () => assert.fail("asked")),
        { message: ".cap-operator.yaml is a link, so it is not written. Remove the link first." },
      );
      assert.deepEqual(readdirSync(scratch), before);
      if (target === "outside") assert.equal(readFileSync(path.join(scratch, target), "utf8"), "before");
    });
  }

  /** Replaces a file for which the person is asked; `meanwhile` is what happens until the answer. */
  async function replaced(meanwhile: (file: string, document: { version: number }) => void) {
    const folder = mkdtempSync(path.join(scratch, "ws-"));
    const file = path.join(folder, ".cap-operator.yaml");
    writeFileSync(file, "before");
    const applied: (readonly [string, string])[] = [];
    const document = { version: 1, getText: () => "before", positionAt: () => ({}), save: async () => true };
    Object.assign(workspace, {
      openTextDocument: async () => document,
      applyEdit: async (edit: WorkspaceEdit) => applied.push(...edit.replaced) > 0,
    });
    const written = writeFile(uriOf(file), "a: 1\n", async () => {
      meanwhile(file, document);
      return true;
    });
    const outcome = await written.catch(({ message }: Error) => message);
    return { outcome, texts: applied.map(([, text]) => text) };
  }

  test("is replaced, so that it can be undone, if the person agrees", async () => {
    assert.deepEqual(await replaced(() => undefined), { outcome: true, texts: ["a: 1\n"] });
  });

  test("is not written through a link that has taken its place while the person was asked", async () => {
    const outside = path.join(scratch, "outside-later");
    writeFileSync(outside, "before");
    const linked = await replaced((file) => {
      rmSync(file);
      symlinkSync(outside, file);
    });
    const outcome = ".cap-operator.yaml is a link, so it is not written. Remove the link first.";
    assert.deepEqual(linked, { outcome, texts: [] });
  });

  test("is not replaced if its text has changed while the person was asked", async () => {
    const edited = await replaced((_, document) => {
      document.version++;
    });
    const outcome = ".cap-operator.yaml changed in the meantime, so it was not replaced.";
    assert.deepEqual(edited, { outcome, texts: [] });
  });
});

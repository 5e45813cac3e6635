import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { URI } from "vscode-uri";

/** A folder on the disk that goes away after the tests of the file. */
export interface Workspace {
  readonly folder: string;
  readonly uri: string;
  /** Writes a file and returns its address. */
  write(name: string, text: string | Uint8Array): string;
  remove(name: string): void;
  /** The address of a file in it. */
  at(name: string): string;
}

/** Makes a workspace with files. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>> = {}): Workspace {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-release-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => URI.file(path.join(folder, name)).toString();
  const write = (name: string, text: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    return at(name);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const remove = (name: string) => rmSync(path.join(folder, name), { recursive: true });
  return { folder, uri: URI.file(folder).toString(), write, remove, at };
}

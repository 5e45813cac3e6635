// A walk through the editor by somebody who knows only the README, written as what is done and what is to be seen then (test/e2e/walk/walk.yaml).
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { load } from "js-yaml";
import { type Step, walks } from "../walk/steps.ts";
import { type Desk, sitDown } from "./desk.ts";

interface State {
  readonly it: string;
  readonly file?: string;
  readonly text: string;
  readonly does: readonly Step[];
}

const parts = load(readFileSync(new URL("../walk/walk.yaml", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly State[]>
>;

const FILE = "walk-values.yaml";

describe("a person on a walk through the editor", () => {
  let desk: Desk;
  let workspace: string;
  before(async () => {
    const names = Object.values(parts).flatMap((states) => states.map(({ file = FILE }) => file));
    desk = await sitDown({
      ready: true,
      hasHelm: true,
      files: Object.fromEntries(names.map((name) => [name, ""])),
      arrange: (folder) => {
        workspace = folder;
      },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  for (const [part, states] of Object.entries(parts)) {
    for (const { it: is, file = FILE, text, does } of states) {
      it(`${part}: ${is}`, async () => {
        await writeFile(path.join(workspace, file), text);
        await walks(desk, [{ opens: file }, ...does]);
      });
    }
  }
});

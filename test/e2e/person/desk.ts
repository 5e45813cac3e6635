import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { readBundle } from "../../../build/l10n.ts";
import { readTexts } from "../../../build/readable-manifest.ts";
import { pseudoBundle } from "../../l10n/pseudo-language.ts";
import { exampleWorkspace, repository, vsixPath } from "../../support/repository.ts";
import { openWorkbench } from "../../support/workbench/browser.ts";
import { Person } from "../../support/workbench/person.ts";
import { accountFor } from "../../support/workbench/waits.ts";

/** A person in front of a workbench that shows a copy of the example workspace, with the package installed. */
export interface Desk {
  readonly person: Person;
  /** The text of a file of the workspace on disk. */
  onDisk(file: string): Promise<string>;
  /** Keeps a picture when a test failed, says how long it waited, and clears the desk for the next one. */
  tidyUp(test: TestAtDesk): Promise<void>;
  /** Closes everything, and puts back the files that were changed. */
  clear(): Promise<void>;
  leave(): Promise<void>;
}

/** The test that has just ended, as a hook gets it. */
export interface TestAtDesk {
  readonly name: string;
  /** Prints a line below the test. */
  diagnostic?(line: string): void;
}

/** The things on a desk beside the example workspace. */
export interface DeskOptions {
  /** True if the language server has answered once before the person begins; otherwise nothing was opened yet. */
  readonly ready: boolean;
  /** More files of the workspace by name, or others in place of those of the example. */
  readonly files?: Readonly<Record<string, string>>;
  /** Puts more into the workspace, which no test changes. */
  readonly arrange?: (workspace: string) => void;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** True if there is a Helm, which only prints its version. */
  readonly hasHelm?: boolean;
  /** Settings that only this machine can have. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Variables for what the extension runs. */
  readonly env?: Readonly<Record<string, string>>;
  /** The language of the editor, as its language packs name it; English without it. */
  readonly language?: string;
  /** The time for which processes of a window that is gone wait for it, in seconds. */
  readonly reconnectionGrace?: number;
  /** The number of dots per pixel. */
  readonly deviceScaleFactor?: number;
}

/** Sets up a desk. */
export async function sitDown({
  ready,
  files = {},
  arrange,
  settings,
  hasHelm = false,
  machineSettings,
  env,
  language,
  reconnectionGrace,
  deviceScaleFactor,
}: DeskOptions): Promise<Desk> {
  let began = performance.now();
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "cap-operator-desk-")));
  const workspace = path.join(folder, "workspace");
  const clearAway = () => rm(folder, { recursive: true, force: true });
  const layOut = async () => {
    const names = (await readdir(exampleWorkspace, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(exampleWorkspace, path.join(entry.parentPath, entry.name)));
    const texts = new Map(Object.entries(files));
    for (const name of names) {
      if (!texts.has(name)) texts.set(name, await readFile(path.join(exampleWorkspace, name), "utf8"));
    }
    for (const [name, text] of texts) await putBack(path.join(workspace, name), text);
  };
  try {
    await layOut();
    arrange?.(workspace);
    const helm = path.join(folder, "helm");
    if (hasHelm) await writeFile(helm, "#!/bin/sh\necho v3.18.4\n", { mode: 0o700 });
    const { page, close } = await openWorkbench({
      extensions: [vsixPath()],
      settings: { "editor.minimap.enabled": false, ...settings },
      machineSettings: { ...(hasHelm && { "capOperator.helmPath": helm }), ...machineSettings },
      ...(env && { env }),
      ...(reconnectionGrace !== undefined && { reconnectionGrace }),
      ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
      open: async (window, workbench) => {
        if (language === PSEUDO_LANGUAGE) await addPseudoLanguage(workbench.extensions);
        if (language !== undefined) await speak(window, language);
        await window.goto(workbench.address(workspace));
        await new Person(window, workspace).seesWorkspaceWith("values.yaml");
      },
    });
    const person = new Person(page, workspace);
    if (ready) {
      try {
        await person.opensFile("values.yaml");
        await person.readsHoverOf("memory", "500Mi");
        await person.closesEverything();
      } catch (error) {
        await person.keepsPicture("failed-not-ready");
        await close();
        throw error;
      }
    }
    console.log(`The desk is set up: ${accountFor("setting up the desk", began)}.`);
    began = performance.now();
    const clear = async () => {
      await person.closesEverything();
      await layOut();
    };
    return {
      person,
      clear,
      onDisk: (file) => readFile(path.join(workspace, file), "utf8"),
      tidyUp: async (test) => {
        test.diagnostic?.(accountFor(test.name, began));
        // Node tells this to hooks since 21.7; its type declarations do not know yet.
        if (!("passed" in test && test.passed === true)) {
          await person.keepsPicture(`failed-${test.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`);
        }
        const ofOperator = (await person.wasTold()).filter((message) =>
          /^CAP Operator(?! Manager)/.test(message),
        );
        assert.deepEqual(ofOperator, [], "the editor says by itself whose message it is");
        await clear();
        began = performance.now();
      },
      leave: async () => {
        await close();
        await clearAway();
      },
    };
  } catch (error) {
    await clearAway();
    throw error;
  }
}

/**
 * Makes the window say that its language is another one, as with a language pack. Its own texts stay English without one; extensions
 * are started in the language.
 */
async function speak(window: Page, language: string): Promise<void> {
  await window.addInitScript((locale) => {
    Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", { get: () => locale, set: () => undefined });
  }, language);
}

/** The language that only tests speak, as VS Code's own developers name it. */
export const PSEUDO_LANGUAGE = "qps-ploc";

/** Gives the installed extension the texts of that language. */
async function addPseudoLanguage(extensions: string): Promise<void> {
  const folders = await readdir(extensions, { withFileTypes: true });
  const [folder] = folders.filter((entry) => entry.isDirectory() && entry.name.includes("cap-operator"));
  assert.ok(folder, "the extension is installed");
  for (const [file, texts] of [
    ["package.nls", readTexts(repository)],
    ["l10n/bundle.l10n", readBundle(repository)],
  ] as const) {
    await writeFile(
      path.join(extensions, folder.name, `${file}.${PSEUDO_LANGUAGE}.json`),
      JSON.stringify(pseudoBundle(texts)),
    );
  }
}

/** Writes a file only when it is not what it should be: of one that goes and comes back, the explorer may see only the first. */
async function putBack(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

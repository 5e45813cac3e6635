// A person who reads the guides in the order of the index, in one folder: saves the files that a page has people save, and pastes its commands.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Ran, type RunOptions, run } from "../cli/run.ts";
import { commandLines } from "../support/command-lines.ts";
import { addressesIn } from "../support/markdown-links.ts";
import { repository } from "../support/repository.ts";

/** A block of code: the paragraph before it, its indentation, its language and its text. */
const BLOCK = /(?<=((?:^(?! *```).+\n)+)\n)^( *)```(\w+)\n([\s\S]*?)^\2```$/gm;
/** The last file that a paragraph names, if it ends with a colon. */
const SAVED = /`([\w./-]+\.ya?ml)`[^`]*:\n$/;

/** A page after a walk: as it is, with the output of its commands in the place of the one that it shows, and what ran. */
export interface WalkedPage {
  readonly file: string;
  readonly text: string;
  readonly printed: string;
  readonly commands: readonly (Ran & { readonly words: readonly string[] })[];
}

/** The pages of the sections *Start* and *Guides* of the index, in their order. */
export function guides(): readonly string[] {
  const index = readFileSync(path.join(repository, "docs/README.md"), "utf8");
  return addressesIn(index.slice(index.indexOf("## Start"), index.indexOf("## Reference"))).map(
    (address) => `docs/${address}`,
  );
}

/** Walks through the guides in a folder. Commands that `isPossible` does not accept, for example because they need a cluster, are not run. */
export async function walk(
  folder: string,
  isPossible: (words: readonly string[]) => boolean,
  options: RunOptions = {},
): Promise<readonly WalkedPage[]> {
  const walked: WalkedPage[] = [];
  for (const file of guides()) walked.push(await walkedPage(file, folder, isPossible, options));
  return walked;
}

async function walkedPage(
  file: string,
  folder: string,
  isPossible: (words: readonly string[]) => boolean,
  options: RunOptions,
): Promise<WalkedPage> {
  const text = readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
  const commands: (Ran & { words: readonly string[] })[] = [];
  const paste = async (line: string): Promise<string> => {
    const printed: string[] = [];
    for (const words of commandLines(line).filter(isPossible)) {
      const ran = await run(folder, words, options);
      commands.push({ words, ...ran });
      printed.push(`${ran.err}${ran.out}`.replaceAll(/ +$/gm, ""));
    }
    return printed.join("");
  };
  let printed = "";
  let from = 0;
  for (const { index, 0: block, 1: before = "", 2: indent = "", 3: language, 4: body = "" } of text.matchAll(
    BLOCK,
  )) {
    const lines = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    const [, saved] = SAVED.exec(before) ?? [];
    let shown = block;
    if (language === "yaml" && saved !== undefined) save(path.join(folder, saved), lines);
    if (language === "yaml")
      await paste(
        lines
          .split("\n")
          .filter((line) => line.includes(" npx "))
          .join("\n"),
      );
    if (language === "sh")
      await paste(
        lines
          .split("\n")
          .filter((line) => line.startsWith("cap-operator "))
          .join("\n"),
      );
    if (language === "console") {
      shown = "```console\n";
      for (const line of lines.split("\n").filter((text) => text.startsWith("$ ")))
        shown += `${line}\n${await paste(line.slice(2))}`;
      shown += "```";
    }
    printed += text.slice(from, index) + shown;
    from = index + block.length;
  }
  return { file, text, printed: printed + text.slice(from), commands };
}

function save(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/repository.ts";

const page = path.join(repository, "docs/project/agents.md");

/** Replaces what is between two comments of the page about agents. */
export function writeSection(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(page, "utf8");
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined)
    throw new Error(`docs/project/agents.md has no part ${name}.`);
  writeFileSync(page, `${head}${begin}\n${text}\n${end}${tail}`);
}

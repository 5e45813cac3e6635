import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { manifest, repository } from "./repository.ts";

/** What the palette calls a command: its category and its title, in English. */
export function commandTitle(id: string): string {
  const command = manifest().contributes.commands.find((one) => one.command === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return `${inEnglish(command.category)}: ${inEnglish(command.title)}`;
}

/** A text of the manifest; where it is a name between percent signs, the text of that name in `package.nls.json`. */
function inEnglish(text: string): string {
  const name = /^%(.+)%$/.exec(text)?.[1];
  if (name === undefined) return text;
  const file = path.join(repository, "package.nls.json");
  const texts: Readonly<Record<string, unknown>> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  const found = texts[name];
  // An entry may be an object with a comment for translators.
  const message = typeof found === "object" && found !== null && "message" in found ? found.message : found;
  if (typeof message !== "string") throw new Error(`package.nls.json has no "${name}".`);
  return message;
}

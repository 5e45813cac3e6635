import { readManifest } from "../../build/readable-manifest.ts";
import { repository } from "./repository.ts";

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly Command[] };
}

/** The label of a command in the palette in English: its category and its title. */
export function commandTitle(id: string): string {
  const { commands } = readManifest<Manifest>(repository).contributes;
  const found = commands.find(({ command }) => command === id);
  if (found === undefined) throw new Error(`There is no command ${id}.`);
  return `${found.category}: ${found.title}`;
}

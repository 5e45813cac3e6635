import type { Release } from "../../core/settings.ts";
import { absent, isTable } from "../files/setting-types.ts";

/**
 * The settings of a project with those of an editor on top, key by key: what is set in the editor counts, and everything else comes
 * from the project. Tables are laid over each other in the same way, so that the severity of one rule leaves those of others alone.
 */
export function laidOver(project: Readonly<Record<string, unknown>>, editor: unknown): unknown {
  const together: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(project)) together[key] = value;
  for (const [key, value] of Object.entries(isTable(editor) ? editor : {})) {
    const own = together[key];
    if (absent(value) || (isTable(own) && isEmptyList(value))) continue;
    together[key] = isTable(own) && isTable(value) ? laidOver(own, value) : value;
  }
  return together;
}

/**
 * The releases of an editor, and those of projects that have other names: a release of the editor's settings takes the place of all
 * that are called like it. The paths of a project's release begin in the folder of the project.
 */
export function releasesTogether(
  ofEditor: readonly Release[],
  projects: readonly { readonly root: string; readonly releases: readonly Release[] }[],
): readonly Release[] {
  const names = new Set(ofEditor.map(({ name }) => name));
  const others = projects.flatMap(({ root, releases }) =>
    releases.filter(({ name }) => !names.has(name)).map((release) => ({ ...release, root })),
  );
  return [...ofEditor, ...others];
}

/** Lua cannot tell an empty table from an empty list. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

// The linter of import directions: `npm run check` runs it.
import path from "node:path";
import { code, importsOf } from "./source-files.ts";

/**
 * The rooms of a folder, from the lowest floor to the highest one. Rooms on the same floor do not import each other, and none imports a room above; `.` are
 * the files of the folder that are not named, and `*` all rooms that are not named. Any other room has to be named, so that a new one gets its place here.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  server: ["disk programs", "core", "workspace git", "helm", "mcp", "cli lsp", "web", "."],
  "server/core": [
    "settings-table.ts wire",
    "settings.ts",
    "yaml",
    "kinds.ts",
    "chart fault-text.ts",
    "ownership values",
    "complaint-text.ts embedded formatting schema",
    "rendered semantics",
    "rules",
    "features",
    "language-service.ts",
    "create-language-service.ts",
  ],
  "server/core/rules": ["engine", "topics", "*", "."],
  "server/core/semantics": [".", "upgrade"],
  "server/workspace": ["files", "charts", "releases", "embedded settings", "helm", "open"],
  "server/lsp": [
    "protocol",
    "protocol.ts",
    "connection",
    "editor views",
    "state",
    "settings",
    "notices",
    "handlers",
    ".",
  ],
  "server/cli": ["output", "options", "reporters values", "help rewriting", "checking", "commands", "."],
  client: [
    "texts",
    "ports",
    "kubectl manifests",
    "helm",
    "operation",
    "cluster",
    "files views",
    "release",
    "charts",
    "install manager",
    "commands editor",
    ".",
  ],
  "client/editor": [
    "pages processes charts",
    "documents settings",
    "typing",
    "language-client",
    "status",
    ".",
  ],
};

/** Rooms on lower floors that a room must not import all the same. */
const APART: Readonly<Record<string, readonly string[]>> = {
  "server/core/schema": ["values"],
  "server/core/rendered": ["embedded", "values"],
  "client/editor": ["install", "manager", "release"],
};

/** The floors of a folder's rooms by their names. */
const floorOf = Object.fromEntries(
  Object.entries(FLOORS).map(([folder, floors]) => [
    folder,
    new Map(floors.flatMap((floor, index) => floor.split(" ").map((room) => [room, index] as const))),
  ]),
);

/** The room of a file in a folder above, and its floor. */
function roomIn(folder: string, file: string): { readonly room: string; readonly floor: number | undefined } {
  const floors = floorOf[folder];
  const [name = "", ...below] = path.posix.relative(folder, file).split("/");
  const isFile = below.length === 0;
  const room = floors?.has(name) ? name : isFile ? "." : name;
  return { room, floor: floors?.get(room) ?? floors?.get("*") };
}

/** Tells why a file must not import another one; `undefined` if it may. */
export function refusal(file: string, imported: string): string | undefined {
  const [top = ""] = file.split("/");
  const [other = ""] = imported.split("/");
  const mayImport = { server: ["server"], client: ["client", "server"] }[top];
  if (mayImport && !mayImport.includes(other)) return `${top} must not import ${other}`;
  for (const folder of Object.keys(FLOORS)) {
    const prefix = `${folder}/`;
    if (!file.startsWith(prefix) || !imported.startsWith(prefix)) continue;
    const from = roomIn(folder, file);
    const to = roomIn(folder, imported);
    if (from.room === to.room) continue;
    const nameless = [from, to].find(({ floor }) => floor === undefined);
    if (nameless) return `${prefix}${nameless.room} has no floor in build/rooms.ts.`;
    if ((from.floor ?? 0) <= (to.floor ?? 0) || APART[prefix + from.room]?.includes(to.room))
      return `${prefix}${from.room} must not import ${prefix}${to.room}`;
  }
  return undefined;
}

if (import.meta.main) {
  const refusals = code.flatMap((file) =>
    importsOf(file).flatMap((imported) => {
      const why = refusal(file, imported);
      return why === undefined ? [] : [`${file} imports ${imported}: ${why}`];
    }),
  );
  for (const line of refusals) console.error(line);
  process.exitCode = refusals.length > 0 ? 1 : 0;
}

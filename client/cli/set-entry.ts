import type { ReleaseSummary } from "../../server/lsp/protocol.ts";

/** One value of one `--set` flag. */
export type SetEntry = ReleaseSummary["sets"][number];

/** The entry that sets the key at `path` (written as `--set` takes it) to exactly this text. */
export function setText(path: string, text: string): SetEntry {
  // To Helm's parser a comma ends a value, a brace begins a list, and a backslash takes the next character as it is.
  return { flag: "set-string", text: `${path}=${text.replace(/[\\,]|^\{/g, "\\$&")}` };
}

import type { ReleaseSummary } from "../../server/lsp/protocol.ts";

/** One value of one `--set` flag. */
export type SetEntry = ReleaseSummary["sets"][number];

/** The entry that sets the key at `path` (as `--set` takes it) to exactly this text. */
export function setText(path: string, text: string): SetEntry {
  return { flag: "set-string", text: `${path}=${text}` };
}

import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { readSources } from "../../server/workspace/charts/read-sources.ts";
import { addressOf, DiskWorkspace } from "../../server/workspace/open/disk-workspace.ts";
import type { OpenFile } from "../../server/workspace/open/open-files.ts";
import { repository } from "../support/repository.ts";

const { sources } = readSources(repository);

/** A workspace with one file that is on no disk, and that file when it was read and checked. */
export async function checkedText(
  name: string,
  text: string,
): Promise<{ readonly workspace: DiskWorkspace; readonly file: OpenFile; readonly problems: number }> {
  const root = addressOf("/texts");
  const uri = addressOf(`/texts/${name}`);
  const workspace = new DiskWorkspace({
    sources,
    settings: DEFAULT_SETTINGS,
    folders: [root],
    looksAt: (candidate) => candidate === uri,
    mayLookAt: () => false,
    mayRead: () => false,
    holds: () => false,
    texts: new Map([[uri, { text }]]),
    readsCommands: true,
    warn: () => undefined,
  });
  const looked = await workspace.file(uri);
  if ("problem" in looked) throw new Error(looked.problem);
  const problems = await workspace.problems.of(looked.file);
  return { workspace, file: looked.file, problems: problems.length };
}

import { shownFile } from "../../workspace/files/release-paths.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { editsOf } from "../places.ts";
import { textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";
import { quotedWord, ToolError } from "../tool-error.ts";

interface UpgradeValues extends ValuesSource {
  readonly to: string;
  readonly keep_defaults?: boolean;
}

export const upgradeValues = tool<UpgradeValues>({
  name: "upgrade_values",
  title: "Upgrade values",
  description:
    "Reports what another version of the chart does to values: what is migrated, ignored, different, or for a person, with edits and whole texts.",
  arguments: {
    ...VALUES_ARGUMENTS,
    to: textOfAtMost(LIMITS.name, "A version."),
    keep_defaults: {
      type: "boolean",
      description: "Write old defaults that are others now.",
    },
  },
  required: ["to"],
  answer: { notes: "array", files: "array" },
  always: ["notes", "files"],
  run: async ({ to, keep_defaults = false, ...source }, { engine, folders }) => {
    const { workspace, stack } = await engine.stack(source, folders);
    const upgrade = await workspace.service.upgradeValues(stack, { name: engine.nameOf(to) });
    if (!upgrade) throw new ToolError(`Nothing is known about an upgrade to ${quotedWord(to)}.`);
    const files = keep_defaults ? (upgrade.keepingDefaults ?? upgrade.files) : upgrade.files;
    return {
      from: upgrade.from,
      to: upgrade.to,
      notes: upgrade.notes.slice(0, LIMITS.answers),
      files: files.map(({ uri, edits, after }) => ({
        file: shownFile(uri),
        edits: editsOf(edits),
        text: after,
      })),
    };
  },
});

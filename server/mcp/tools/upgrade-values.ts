import { shownFile } from "../../workspace/release-paths.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { EDITS, textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";
import { quoted, ToolError } from "../tool-error.ts";

interface UpgradeValues extends ValuesSource {
  readonly to: string;
  readonly keep_defaults?: boolean;
}

export const upgradeValues = tool<UpgradeValues>({
  name: "upgrade_values",
  title: "Upgrade values",
  description:
    "Reports what another version of the chart does to the values of a file, a text or a release: what is migrated, what a person must change, what would be ignored, and what would run differently, " +
    `with the edits of the migration and each text after them. ${EDITS}`,
  arguments: {
    ...VALUES_ARGUMENTS,
    to: textOfAtMost(LIMITS.name, 'The version to upgrade to, such as "0.34.0", or "specification".'),
    keep_defaults: {
      type: "boolean",
      description:
        "Whether to write the old defaults where nothing sets them and they are others now; false by default.",
    },
  },
  required: ["to"],
  run: async ({ to, keep_defaults = false, ...source }, { engine, folders }) => {
    const { workspace, stack } = await engine.stack(source, folders);
    const upgrade = await workspace.service.upgradeValues(stack, { name: engine.nameOf(to) });
    if (!upgrade) throw new ToolError(`Nothing is known about an upgrade to ${quoted(to)}.`);
    const files = keep_defaults ? (upgrade.keepingDefaults ?? upgrade.files) : upgrade.files;
    return {
      from: upgrade.from,
      to: upgrade.to,
      notes: upgrade.notes.slice(0, LIMITS.answers),
      files: files.map(({ uri, edits, after }) => ({ file: shownFile(uri), edits, text: after })),
    };
  },
});

import type { ValuesUpgrade } from "../../core/language-service.ts";
import { shownFile } from "../../workspace/release-paths.ts";
import type { ValuesSource } from "../engine.ts";
import { digestOf, readText, replaceFiles } from "../files.ts";
import { LIMITS } from "../limits.ts";
import { quoted, Refused } from "../refused.ts";
import { SHA256, type ToolContext, textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";

interface UpgradeValues extends ValuesSource {
  readonly to: string;
  readonly keep_defaults?: boolean;
  readonly write?: boolean;
  readonly replaces?: readonly { readonly path: string; readonly sha256: string }[];
}

type Upgraded = ValuesUpgrade["files"][number];

export const upgradeValues = tool<UpgradeValues>({
  name: "upgrade_values",
  title: "Upgrade values",
  description:
    "Reports what another version of the chart does to the values of a file, a text or a release: what is migrated, what a person must change, what would be ignored, and what would run differently, " +
    "with the migrated texts. Writes the files only with write: true and the SHA-256 of each that it replaces.",
  arguments: {
    ...VALUES_ARGUMENTS,
    to: textOfAtMost(LIMITS.name, 'The version to upgrade to, such as "0.34.0", or "specification".'),
    keep_defaults: {
      type: "boolean",
      description:
        "Whether to write the old defaults where nothing sets them and they are others now; false by default.",
    },
    write: { type: "boolean", description: "Whether to write the files; false by default." },
    replaces: {
      type: "array",
      maxItems: LIMITS.roots,
      description: "The files that may be written, each with the SHA-256 of what is replaced.",
      items: {
        type: "object",
        properties: { path: textOfAtMost(LIMITS.path, "The path of the file."), sha256: SHA256 },
        required: ["path", "sha256"],
        additionalProperties: false,
      },
    },
  },
  required: ["to"],
  writes: true,
  run: async ({ to, keep_defaults = false, write = false, replaces = [], ...source }, context) => {
    const { workspace, stack } = await context.engine.stack(source, context.folders);
    const { service } = workspace;
    const upgrade = await service.upgradeValues(stack, { name: context.engine.nameOf(to) });
    if (!upgrade) throw new Refused(`Nothing is known about an upgrade to ${quoted(to)}.`);
    const { from, notes, files, keepingDefaults } = upgrade;
    const chosen = keep_defaults ? (keepingDefaults ?? files) : files;
    const isFile = source.text === undefined;
    if (write && !isFile) throw new Refused("Only files are written: name a path or a release, and no text.");
    const written = write ? writeAll(chosen, replaces, context) : undefined;
    return {
      from,
      to: upgrade.to,
      notes: notes.slice(0, LIMITS.answers),
      isWritten: written !== undefined && written.length > 0,
      files: chosen.map((file, index) => ({
        file: shownFile(file.uri),
        ...(isFile && { sha256: readText(shownFile(file.uri), context.folders).sha256 }),
        ...(written?.[index] === undefined && { wouldBe: digestOf(file.after) }),
        edits: file.edits,
        text: file.after,
      })),
    };
  },
});

function writeAll(
  files: readonly Upgraded[],
  replaces: NonNullable<UpgradeValues["replaces"]>,
  { folders }: ToolContext,
): string[] {
  const known = new Map(replaces.map(({ path, sha256 }) => [folders.find(path), sha256]));
  const replacements = files.map(({ uri, before, after }) => {
    const file = shownFile(uri);
    const sha256 = known.get(file);
    if (readText(file, folders).text !== before) {
      throw new Refused(`${quoted(file)} is being changed by another program. Nothing was written.`);
    }
    if (sha256 === undefined) {
      throw new Refused(
        `${quoted(file)} would change too. The SHA-256 of each file to be replaced is required; nothing was written.`,
      );
    }
    return { file, text: after, sha256 };
  });
  return replaceFiles(replacements, folders);
}

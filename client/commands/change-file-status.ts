import * as l10n from "@vscode/l10n";
import { FILE_STATUS, type FileStatus } from "../../server/lsp/protocol.ts";
import { commandYamlFile } from "../files/command-file.ts";
import { writeModeline } from "../files/write-modeline.ts";
import type { Command } from "../operation/command.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile, Choice, FileListSetting } from "../ports/editor.ts";
import { type ModelineWord, modeline } from "../texts/modeline.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  changeFileStatus: {
    title: "Change File Status...",
    does: "Marks a file as a values file, as an operator resource, or as neither.",
    section: "Files and values",
    order: 210,
  },
  confirmValuesFile: {
    title: "This Is a Values File",
    does: "Marks a file that is likely a values file as one.",
    section: "Files and values",
    order: 240,
    palette: "capOperator.fileLikely",
  },
  disownFile: {
    title: "Ignore This File",
    does: "Marks a file that is likely a values file as a file of another product.",
    section: "Files and values",
    order: 250,
    palette: "capOperator.fileLikely",
  },
};

export const confirmValuesFile = answering("capOperator.confirmValuesFile", "values");

export const disownFile = answering("capOperator.disownFile", "off");

function answering(id: Command["id"], word: ModelineWord): Command {
  return operation({
    id,
    async run(context, target) {
      await writeModeline(context, await commandYamlFile(context, target), word);
    },
  });
}

type Action = (context: CommandContext, file: ActiveFile) => Promise<void>;

/** Explains why a file counts as one of CAP Operator or not, and lets the person change it. */
export const changeFileStatus = operation({
  id: "capOperator.changeFileStatus",
  async run(context, target) {
    const file = await commandYamlFile(context, target);
    const status = await context.server.ask(FILE_STATUS, { uri: file.uri });
    const action = await context.prompts.pick(choices(file, status), file.name, status.explanation);
    await answered(action)(context, file);
  },
});

function choices(file: ActiveFile, status: FileStatus): Choice<Action>[] {
  return [
    ...(status.strength === "certain" ? [] : waysIn(file)),
    ...(status.kind === null ? [] : waysOut(file)),
    {
      label: `$(question) ${l10n.t("Why?")}`,
      detail: l10n.t("Show what this decision is based on."),
      value: (context) => explain(context, file, status),
    },
  ];
}

function waysIn(file: ActiveFile): Choice<Action>[] {
  return [
    {
      label: `$(check) ${l10n.t("Treat as a values file")}`,
      detail: writeDetail("values"),
      value: writing("values"),
    },
    {
      label: `$(check) ${l10n.t("Treat as an operator resource")}`,
      detail: writeDetail("operator"),
      value: writing("operator"),
    },
    ...onDisk(file, {
      label: `$(settings-gear) ${l10n.t("Treat as a values file (setting)")}`,
      detail: l10n.t("Add {0} to capOperator.files.", globFor(file.path)),
      value: moveGlob("files", "excludeFiles"),
    }),
  ];
}

function waysOut(file: ActiveFile): Choice<Action>[] {
  return [
    {
      label: `$(circle-slash) ${l10n.t("Not a CAP Operator file")}`,
      detail: writeDetail("off"),
      value: writing("off"),
    },
    ...onDisk(file, {
      label: `$(settings-gear) ${l10n.t("Exclude by a setting")}`,
      detail: l10n.t("Add {0} to capOperator.excludeFiles.", globFor(file.path)),
      value: moveGlob("excludeFiles", "files"),
    }),
  ];
}

function writeDetail(word: ModelineWord): string {
  return l10n.t("Write {0} at the top of the file.", modeline(word));
}

/** Offers a choice only for a document with a path: no other can be named in a setting. */
function onDisk(file: ActiveFile, choice: Choice<Action>): Choice<Action>[] {
  return file.isUntitled ? [] : [choice];
}

function writing(word: ModelineWord): Action {
  return async (context, file) => void (await writeModeline(context, file, word));
}

function moveGlob(to: FileListSetting, from: FileListSetting): Action {
  return async (context, file) => {
    const glob = globFor(file.path);
    await context.settings.removeGlob(from, glob, file.uri);
    await context.settings.addGlob(to, glob, file.uri);
  };
}

async function explain(context: CommandContext, file: ActiveFile, status: FileStatus): Promise<void> {
  const openSettings = l10n.t("Open Settings");
  const message = `${verdict(file.name, status)} ${status.explanation}`;
  const pressed = await context.prompts.info(message, openSettings);
  if (pressed === openSettings) await context.settings.show("capOperator.files");
}

function verdict(name: string, { kind, strength }: FileStatus): string {
  if (kind === null) return l10n.t("{0} is not treated as a CAP Operator file.", name);
  return strength === "certain"
    ? l10n.t("{0} is treated as a CAP Operator file.", name)
    : l10n.t("{0} has completion and hovers only.", name);
}

/**
 * A glob for this path. Characters with a special meaning become `?`. A bare name gets a `./`, as it would otherwise match in
 * every folder.
 */
export function globFor(path: string): string {
  const glob = path.replace(/[*?{}[\]]/g, "?");
  return glob.includes("/") ? glob : `./${glob}`;
}

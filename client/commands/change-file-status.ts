import * as l10n from "@vscode/l10n";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { yamlFileAtHand } from "../files/file-at-hand.ts";
import { writeModeline } from "../files/write-modeline.ts";
import type { Command } from "../operation/command.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile, Choice, FileListSetting } from "../ports/editor.ts";
import { type ModelineWord, modeline } from "../texts/modeline.ts";

/** Writes into the file at hand that it is a values file of ours. */
export const confirmValuesFile = answering("capOperator.confirmValuesFile", "values");

/** Writes into the file at hand that it is not ours. */
export const disownFile = answering("capOperator.disownFile", "off");

/** The commands behind the two links of a file that is likely ours. */
function answering(id: Command["id"], word: ModelineWord): Command {
  return operation({
    id,
    async run(around, target) {
      await writeModeline(around, await yamlFileAtHand(around, target), word);
    },
  });
}

type Action = (around: Surroundings, file: ActiveFile) => Promise<void>;

/** Says why the file at hand is ours or not, and lets the person change it. */
export const changeFileStatus = operation({
  id: "capOperator.changeFileStatus",
  async run(around, target) {
    const file = await yamlFileAtHand(around, target);
    const status = await around.server.fileStatus(file.uri);
    const action = await around.prompts.pick(choices(file, status), file.name, status.explanation);
    await answered(action)(around, file);
  },
});

function choices(file: ActiveFile, status: FileStatus): Choice<Action>[] {
  return [
    ...(status.strength === "certain" ? [] : waysIn(file)),
    ...(status.kind === null ? [] : waysOut(file)),
    {
      label: `$(question) ${l10n.t("Why?")}`,
      detail: l10n.t("Show what this decision is based on."),
      value: (around) => explain(around, file, status),
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
      label: `$(settings-gear) ${l10n.t("Treat as a values file by setting")}`,
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
      label: `$(settings-gear) ${l10n.t("Not a CAP Operator file by setting")}`,
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
  return async (around, file) => void (await writeModeline(around, file, word));
}

function moveGlob(to: FileListSetting, from: FileListSetting): Action {
  return async (around, file) => {
    const glob = globFor(file.path);
    await around.settings.removeGlob(from, glob);
    await around.settings.addGlob(to, glob);
  };
}

async function explain(around: Surroundings, file: ActiveFile, status: FileStatus): Promise<void> {
  const openSettings = l10n.t("Open Settings");
  const message = `${verdict(file.name, status)} ${status.explanation}`;
  const pressed = await around.prompts.info(message, openSettings);
  if (pressed === openSettings) await around.settings.show("capOperator.files");
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

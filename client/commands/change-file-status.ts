import type { FileStatus } from "../../server/lsp/protocol.ts";
import { fileAt, inFront } from "../files/active-file.ts";
import { chooseFile } from "../files/choose-file.ts";
import { type ModelineWord, modeline, modelineEdit } from "../modeline.ts";
import type { ActiveFile, Choice, Command, FileListSetting, Ports } from "../ports.ts";

type Action = (ports: Ports, file: ActiveFile) => Promise<void>;

/** Says why the file at hand is ours or not, and lets the person change it. */
export const changeFileStatus: Command = {
  id: "capOperator.changeFileStatus",
  async run(ports, target) {
    const file = await yamlFileAtHand(ports, target);
    if (file === undefined) return;
    const status = await ports.server.fileStatus(file.uri);
    const action = await ports.prompts.pick(choices(file, status), `${file.name}`, status.explanation);
    await action?.(ports, file);
  },
};

/** The named or active YAML file, else the one that was used last, else one that the person picks or begins. */
async function yamlFileAtHand(ports: Ports, target: string | undefined): Promise<ActiveFile | undefined> {
  const file = fileAt(ports, target);
  if (file?.isYaml) return file;
  const [last] = ports.editor.recent();
  return last === undefined ? chooseFile(ports, ["values", "operator"]) : inFront(ports, last);
}

function choices(file: ActiveFile, status: FileStatus): Choice<Action>[] {
  const ways = status.kind === null ? waysIn(file) : waysOut(file);
  return [
    ...ways,
    {
      label: "$(question) Why?",
      detail: "Show what this decision is based on.",
      value: (ports) => explain(ports, file, status),
    },
  ];
}

function waysIn(file: ActiveFile): Choice<Action>[] {
  return [
    {
      label: "$(check) Treat as a values file",
      detail: `Write ${modeline("values")} at the top of the file.`,
      value: writeModeline("values"),
    },
    {
      label: "$(check) Treat as an operator resource",
      detail: `Write ${modeline("operator")} at the top of the file.`,
      value: writeModeline("operator"),
    },
    ...onDisk(file, {
      label: "$(settings-gear) Treat as a values file by setting",
      detail: `Add ${globFor(file.path)} to capOperator.files.`,
      value: moveGlob("files", "excludeFiles"),
    }),
  ];
}

function waysOut(file: ActiveFile): Choice<Action>[] {
  return [
    {
      label: "$(circle-slash) Not a CAP Operator file",
      detail: `Write ${modeline("off")} at the top of the file.`,
      value: writeModeline("off"),
    },
    ...onDisk(file, {
      label: "$(settings-gear) Not a CAP Operator file by setting",
      detail: `Add ${globFor(file.path)} to capOperator.excludeFiles.`,
      value: moveGlob("excludeFiles", "files"),
    }),
  ];
}

/** A document without a path cannot be named in a setting. */
function onDisk(file: ActiveFile, choice: Choice<Action>): Choice<Action>[] {
  return file.isUntitled ? [] : [choice];
}

function writeModeline(word: ModelineWord): Action {
  return async (ports, file) => {
    const written = await ports.editor.applyEdits(file.uri, file.version, [modelineEdit(file.text, word)]);
    if (!written) {
      await ports.prompts.warn(`${file.name} could not be changed. Run the command again.`);
    }
  };
}

function moveGlob(to: FileListSetting, from: FileListSetting): Action {
  return async (ports, file) => {
    const glob = globFor(file.path);
    await ports.settings.removeGlob(from, glob);
    await ports.settings.addGlob(to, glob);
  };
}

async function explain(ports: Ports, file: ActiveFile, status: FileStatus): Promise<void> {
  const openSettings = "Open Settings";
  const verdict = status.kind === null ? "is not treated as" : "is treated as";
  const message = `${file.name} ${verdict} a CAP Operator file. ${status.explanation}`;
  const pressed = await ports.prompts.info(message, openSettings);
  if (pressed === openSettings) await ports.settings.show("capOperator.files");
}

/** A glob for this path. What is special in a glob becomes `?`, and a bare name would mean it in every folder. */
export function globFor(path: string): string {
  const glob = path.replace(/[*?{}]/g, "?");
  return glob.includes("/") ? glob : `./${glob}`;
}

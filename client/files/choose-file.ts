import type { DocumentKind } from "../../server/lsp/protocol.ts";
import { fileName } from "../file-name.ts";
import type { ActiveFile, Choice, Ports } from "../ports.ts";
import { inFront } from "./active-file.ts";
import { newOperatorDocument, newValuesDocument } from "./new-document.ts";

type Way = () => Promise<ActiveFile | undefined>;

const NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "values file",
  operator: "operator resource",
};

const NEW_FILES: Readonly<
  Record<
    DocumentKind,
    { readonly label: string; readonly begin: (ports: Ports) => Promise<ActiveFile | undefined> }
  >
> = {
  values: { label: "$(new-file) New Values File", begin: newValuesDocument },
  operator: { label: "$(new-file) New Operator Resource", begin: newOperatorDocument },
};

/** The workspace's files of these kinds, as a pick list shows them. */
export async function ownFileChoices(
  ports: Ports,
  kinds: readonly DocumentKind[],
): Promise<Choice<string>[]> {
  const files = await ports.editor.yamlFiles();
  if (files.length === 0) return [];
  const found = await ports.server.fileKinds(files.map(({ uri }) => uri));
  return files
    .filter((_, index) => kinds.some((kind) => kind === found[index]))
    .map(({ uri, path }) => {
      const name = fileName(uri);
      return { label: `$(file) ${name}`, ...(path !== name && { description: path }), value: uri };
    });
}

/** Lets the person pick a file of these kinds, or begin a new one; it comes to the front. Nothing when dismissed. */
export async function chooseFile(
  ports: Ports,
  kinds: readonly DocumentKind[],
): Promise<ActiveFile | undefined> {
  const existing = await ownFileChoices(ports, kinds);
  const choices: Choice<Way>[] = [
    ...existing.map((choice) => ({ ...choice, value: () => inFront(ports, choice.value) })),
    ...kinds.map((kind) => ({ label: NEW_FILES[kind].label, value: () => NEW_FILES[kind].begin(ports) })),
  ];
  const names = kinds.map((kind) => NAMES[kind]).join(" or ");
  const ways = existing.length === 0 ? "Start a new one" : "Pick one, or start a new one";
  const way = await ports.prompts.pick(
    choices,
    "CAP Operator: Choose a File",
    `No ${names} is open. ${ways}`,
  );
  return way?.();
}

import type { DocumentKind } from "../../../server/lsp/protocol.ts";
import type { ActiveFile, Ports } from "../../ports.ts";
import { changeFileStatus } from "../change-file-status.ts";
import { activeYamlFile } from "./active-file.ts";

/** A file that the server calls ours. */
export interface OwnFile {
  readonly file: ActiveFile;
  readonly kind: DocumentKind;
}

/** The named or the active file if it is ours; else the person is told why not, with the command that changes it. */
export async function activeOwnFile(ports: Ports, target?: string): Promise<OwnFile | undefined> {
  const file = await activeYamlFile(ports, target);
  if (file === undefined) return undefined;
  const status = await ports.server.fileStatus(file.uri);
  if (status.kind !== null) return { file, kind: status.kind };
  const change = "Change...";
  const message = `CAP Operator: ${file.name} is not treated as a CAP Operator file. ${status.explanation}`;
  if ((await ports.prompts.warn(message, change)) === change) await changeFileStatus.run(ports, target);
  return undefined;
}

import type { Ownership } from "../core/ownership/claims.ts";
import type { SettingsFor } from "../core/settings.ts";
import type { OpenFile, OpenFiles } from "../workspace/open-files.ts";
import type { ReadYaml } from "../workspace/open-texts.ts";
import type { ValuesFiles } from "../workspace/values-files.ts";
import type { FileKind } from "./protocol.ts";

/** What is needed to say what a file is. */
export interface FileKindsPorts {
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  readonly files: OpenFiles;
  readonly parse: ReadYaml;
  readonly settings: SettingsFor;
  readonly valuesFiles: ValuesFiles;
}

/** Tells what kind of file each file is, whether an editor has it open or not. */
export class FileKinds {
  readonly #ports: FileKindsPorts;

  constructor(ports: FileKindsPorts) {
    this.#ports = ports;
  }

  /** What a file is; `null` when it is not ours, or cannot be read. */
  async of(uri: string): Promise<FileKind | null> {
    const { open, files, parse, settings, valuesFiles } = this.#ports;
    const file = await open(uri);
    if (file !== undefined) return kindOf(file.ownership);
    if (!valuesFiles.reads(uri)) return null;
    const most = settings(uri).maxFileSize * 1024 * 1024;
    const read = await valuesFiles.read(uri, most);
    return "text" in read ? kindOf(await files.judge({ uri, file: parse(read.text, most) })) : null;
  }
}

function kindOf({ kind, strength }: Ownership): FileKind | null {
  return kind && strength && { kind, strength };
}

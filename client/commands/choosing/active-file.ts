import type { ActiveFile, Ports } from "../../ports.ts";

/** The named file, else the active one. */
export function fileAt(ports: Ports, target: string | undefined): ActiveFile | undefined {
  return target === undefined ? ports.editor.active() : ports.editor.opened(target);
}

/** The address of the named file, else of the active one: what a command goes on with, also when it runs again later. */
export function addressAt(ports: Ports, target: string | undefined): string | undefined {
  return target ?? ports.editor.active()?.uri;
}

/** The named or the active file if it is YAML; without one the person is told what to open. */
export async function activeYamlFile(ports: Ports, target?: string): Promise<ActiveFile | undefined> {
  const file = fileAt(ports, target);
  if (file?.isYaml) return file;
  await ports.prompts.info(
    file === undefined
      ? "CAP Operator: open a values file or an operator resource first."
      : `CAP Operator: ${file.name} is not a YAML file. Open a values file or an operator resource first.`,
  );
  return undefined;
}

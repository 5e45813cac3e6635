import type { ActiveFile, Ports } from "../ports.ts";

/** The active YAML file; without one the person is told what to open. */
export async function activeYamlFile(ports: Ports): Promise<ActiveFile | undefined> {
  const file = ports.editor.active();
  if (file?.isYaml) return file;
  await ports.prompts.info(
    file === undefined
      ? "CAP Operator: open a values file or an operator resource first."
      : `CAP Operator: ${file.name} is not a YAML file. Open a values file or an operator resource first.`,
  );
  return undefined;
}

import type { Formatted, Indentation } from "../../../server/core/formatting/format-text.ts";
import { createYamlService } from "../../../server/workspace/open/yaml-service.ts";

const service = createYamlService();

/** A text as the editor and the command line format it, with what was kept. Fails for what is not valid YAML. */
export async function formatted(
  text: string,
  indentation: Indentation = { usual: 2 },
): Promise<Extract<Formatted, { readonly text: string }>> {
  const result = await service.format(text, indentation);
  if ("problem" in result) throw new Error(`not valid YAML: ${text}`);
  return result;
}

import * as l10n from "@vscode/l10n";
import type { ValuesOf } from "../../server/lsp/protocol.ts";
import { nameOfValues } from "./effective-values-address.ts";

export const RENDERED_SCHEME = "cap-operator-rendered";

/** Path and query of the address of the objects that Helm renders with values. The path is what the editor shows as its name. */
export function renderedAddress(of: ValuesOf): { path: string; query: string } {
  const name = nameOfValues(of)
    .replaceAll("/", "-")
    .replace(/\.ya?ml$/, "");
  return { path: `/${l10n.t("Objects of {0}", name)}.yaml`, query: JSON.stringify(of) };
}

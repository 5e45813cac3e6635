import * as l10n from "@vscode/l10n";
import type { ObjectsOf, ValuesOf } from "../../server/lsp/protocol.ts";
import { nameOfValues, queryOf, valuesAt } from "./effective-values-address.ts";

export const RENDERED_SCHEME = "cap-operator-rendered";

/** Path and query of the address of the objects that Helm renders with values. The path is what the editor shows as its name. */
export function renderedAddress(values: ValuesOf): { path: string; query: string } {
  const name = nameOfValues(values)
    .replaceAll("/", "-")
    .replace(/\.ya?ml$/, "");
  return { path: `/${l10n.t("Objects of {0}", name)}.yaml`, query: JSON.stringify(values) };
}

/** The sources of the objects that the query of an address names; `undefined` if it names none. */
export function objectsAt(query: string): ObjectsOf | undefined {
  const values = valuesAt(query);
  if (values === undefined) return undefined;
  // The server checks the rest.
  const { chart, as }: Omit<ObjectsOf, "of"> = JSON.parse(query);
  return { of: values, chart, as };
}

/** The values whose objects a whole address shows; `undefined` for the address of anything else. */
export function renderedValuesAt(address: string): ValuesOf | undefined {
  return valuesAt(queryOf(address, RENDERED_SCHEME));
}

import { modeline } from "../modeline.ts";
import type { Command } from "../ports.ts";
import { newDocument } from "./editing/new-document.ts";

/** The snippet that a new values file begins with. */
export const NEW_VALUES_SNIPPET = "Minimal values";

/** Opens a new values file with the two values that every installation needs. */
export const newValuesFile: Command = {
  id: "capOperator.newValuesFile",
  run: (ports) => newDocument(ports, `${modeline("values")}\n`, NEW_VALUES_SNIPPET),
};

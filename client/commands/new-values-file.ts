import { newValuesDocument } from "../files/new-document.ts";
import type { Command } from "../ports.ts";

/** Opens a new values file with the two values that every installation needs. */
export const newValuesFile: Command = {
  id: "capOperator.newValuesFile",
  async run(ports) {
    await newValuesDocument(ports);
  },
};

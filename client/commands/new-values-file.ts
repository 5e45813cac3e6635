import type { Command } from "../ports.ts";
import { newValuesDocument } from "./editing/new-document.ts";

/** Opens a new values file with the two values that every installation needs. */
export const newValuesFile: Command = {
  id: "capOperator.newValuesFile",
  async run(ports) {
    await newValuesDocument(ports);
  },
};

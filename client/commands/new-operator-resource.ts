import type { Command } from "../ports.ts";
import { newOperatorDocument } from "./editing/new-document.ts";

/** Opens a new operator resource with the labels of the default ingress gateway. */
export const newOperatorResource: Command = {
  id: "capOperator.newOperatorResource",
  async run(ports) {
    await newOperatorDocument(ports);
  },
};

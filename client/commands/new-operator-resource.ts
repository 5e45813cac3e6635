import { newOperatorDocument } from "../files/new-document.ts";
import type { Command } from "../ports.ts";

/** Opens a new operator resource with the labels of the default ingress gateway. */
export const newOperatorResource: Command = {
  id: "capOperator.newOperatorResource",
  async run(ports) {
    await newOperatorDocument(ports);
  },
};

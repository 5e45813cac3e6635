import { newOperatorDocument, newValuesDocument } from "../files/new-document.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  newValuesFile: {
    title: "New Values File",
    does: "Asks which chart the values are for, and opens a new values file that names it, with the two required values.",
    section: "Files and values",
    order: 30,
    menus: [["file/newFile", "file@20"]],
  },
  newOperatorResource: {
    title: "New Operator Resource",
    does: "Opens a new operator resource.",
    section: "Files and values",
    order: 40,
    menus: [["file/newFile", "file@21"]],
  },
};

export const newValuesFile = operation({
  id: "capOperator.newValuesFile",
  async run(context) {
    await newValuesDocument(context);
  },
});

export const newOperatorResource = operation({
  id: "capOperator.newOperatorResource",
  async run(context) {
    await newOperatorDocument(context);
  },
});

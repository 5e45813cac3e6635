import { newOperatorDocument, newValuesDocument } from "../files/new-document.ts";
import { operation } from "../operation/run-operation.ts";

/** Opens the walkthrough. */
export const getStarted = operation({
  id: "capOperator.getStarted",
  run: (context) => context.walkthrough.open(),
});

/** Opens the table of contents of the documentation. */
export const openDocumentation = operation({
  id: "capOperator.openDocumentation",
  run: (context) => context.editor.openDocumentation(),
});

/** Asks for the chart, and opens a new values file that names it, with the two values that every installation needs. */
export const newValuesFile = operation({
  id: "capOperator.newValuesFile",
  async run(context) {
    await newValuesDocument(context);
  },
});

/** Opens a new operator resource with the labels of the default ingress gateway. */
export const newOperatorResource = operation({
  id: "capOperator.newOperatorResource",
  async run(context) {
    await newOperatorDocument(context);
  },
});

/** Restarts the language server, even one that has been given up. */
export const restartServer = operation({
  id: "capOperator.restartServer",
  async run(context) {
    context.output.info("The language server is restarted on request.");
    await context.server.restart();
  },
});

/** Shows the log. */
export const showOutput = operation({
  id: "capOperator.showOutput",
  async run(context) {
    context.output.show();
  },
});

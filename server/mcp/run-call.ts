import { errorText } from "../workspace/files/unforeseen-error.ts";
import type { AskHelm } from "../workspace/helm/render-question.ts";
import { Engine } from "./engine.ts";
import { Folders } from "./folders.ts";
import { ToolError, visible, visibleIn } from "./tool-error.ts";
import { TOOLS } from "./tools.ts";

/** A call of a tool, as it is passed to a thread. */
export interface Call {
  readonly tool: string;
  /** They fit the arguments of the tool. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The folders of the command line and those of the client, each as absolute paths; `undefined` if it names none. */
  readonly folders: readonly (readonly string[] | undefined)[];
}

/** An answer as JSON in which sentences hide nothing from those who read them, or the sentence with which a call is refused. */
export interface CallAnswer {
  readonly text: string;
  readonly isError?: true;
}

/** Answers calls with the data in the folder of the package, and asks Helm if that is given. */
export function callRunner(packageFolder: string, askHelm?: AskHelm): (call: Call) => Promise<CallAnswer> {
  const engine = new Engine(packageFolder);
  const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
  return async ({ tool, args, folders }) => {
    try {
      const context = { engine, folders: new Folders(...folders), askHelm };
      const answer = await tools.get(tool)?.run(args, context);
      return { text: JSON.stringify(answer, visibleIn) };
    } catch (error) {
      return {
        isError: true,
        text: visible(error instanceof ToolError ? error.message : `Internal error: ${errorText(error)}`),
      };
    }
  };
}

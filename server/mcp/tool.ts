import type { AskHelm } from "../workspace/render-question.ts";
import type { Engine } from "./engine.ts";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";

/** JSON Schema, as far as arguments are described with it. */
type ArgumentSchema = Readonly<Record<string, unknown>>;

/** What a tool works with. */
export interface ToolContext {
  readonly engine: Engine;
  /** What may be read in this call. */
  readonly folders: Folders;
  /** Asks Helm; absent if that is not allowed. */
  readonly askHelm?: AskHelm;
}

/** Something that an agent can ask for. It only reads, and what it answers is data. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it gets, and what for. */
  readonly description: string;
  readonly arguments: ArgumentSchema;
  /** Answers a call whose arguments fit the schema. Throws `ToolError` with a sentence. */
  readonly run: (args: unknown, context: ToolContext) => Promise<object>;
}

/** A tool whose arguments have a type. The schema is what makes sure of it. */
export function tool<Args>(
  described: Omit<Tool, "run" | "arguments"> & {
    readonly arguments: Readonly<Record<string, ArgumentSchema>>;
    readonly required?: readonly string[];
    readonly run: (args: Args, context: ToolContext) => Promise<object>;
  },
): Tool {
  const { arguments: properties, required = [], run, ...rest } = described;
  return {
    ...rest,
    arguments: { type: "object", properties, required, additionalProperties: false },
    run: (args, context) => run(args as Args, context),
  };
}

/** A text with at most so many characters. */
export function textOfAtMost(maxLength: number, description: string): ArgumentSchema {
  return { type: "string", maxLength, description };
}

export const VERSION = textOfAtMost(
  LIMITS.name,
  'The version of the published chart, such as "0.34.0", or "specification". By default, the version that the file, its folder, and the settings determine.',
);

/** The arguments by which a text is named. */
export const TEXT_ARGUMENTS: Readonly<Record<string, ArgumentSchema>> = {
  path: textOfAtMost(
    LIMITS.path,
    "The path of a values file or operator resource, absolute or from one of the given folders.",
  ),
  text: textOfAtMost(
    LIMITS.text,
    "A text to check instead. With a path, it is taken for the content of that file.",
  ),
  chart_version: VERSION,
};

/** The arguments by which values are named. */
export const VALUES_ARGUMENTS: Readonly<Record<string, ArgumentSchema>> = {
  ...TEXT_ARGUMENTS,
  release: textOfAtMost(
    LIMITS.name,
    "The name of a release in the project's .cap-operator.yaml: all its values files and entries, as Helm merges them.",
  ),
};

/** For agents that apply what is returned. */
export const EDITS =
  "Lines and characters of edits count from 0, and a byte order mark is not counted. Read-only: nothing is written.";

export const KIND: ArgumentSchema = {
  type: "string",
  enum: ["values", "operator"],
  description: "Whether it is a key of chart values, the default, or of an operator resource.",
};

import type { AskHelm } from "../workspace/helm/render-question.ts";
import type { Engine } from "./engine.ts";
import type { Folders } from "./folders.ts";
import { LIMITS } from "./limits.ts";

/** JSON Schema, as far as arguments and answers are described with it. */
type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema of an object. */
interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The surroundings of a tool. */
export interface ToolContext {
  readonly engine: Engine;
  /** The folders that may be read in this call. */
  readonly folders: Folders;
  /** Asks Helm; absent if that is not allowed. */
  readonly askHelm?: AskHelm;
}

/** Something that an agent can ask for. It only reads, and its answer is data. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it gets, and for which purpose. */
  readonly description: string;
  readonly arguments: ObjectSchema;
  /** The schema of its answer. */
  readonly answer: ObjectSchema;
  /** Answers a call whose arguments fit the schema. Throws `ToolError` with a sentence. */
  readonly run: (args: unknown, context: ToolContext) => Promise<object>;
}

/** A tool whose arguments have a type, which the schema ensures. The answer has `always` some properties, and may have others. */
export function tool<Args>(
  described: Omit<Tool, "run" | "arguments" | "answer"> & {
    readonly arguments: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly answer: Readonly<Record<string, string>>;
    readonly always?: readonly string[];
    readonly run: (args: Args, context: ToolContext) => Promise<object>;
  },
): Tool {
  const { arguments: properties, required = [], answer, always = [], run, ...rest } = described;
  const types = Object.entries(answer).map(([name, type]) => [name, { type }]);
  return {
    ...rest,
    answer: { type: "object", properties: Object.fromEntries(types), required: always },
    arguments: { type: "object", properties, required },
    run: (args, context) => run(args as Args, context),
  };
}

/** A text with at most so many characters. */
export function textOfAtMost(maxLength: number, description?: string): Schema {
  return { type: "string", maxLength, description };
}

export const VERSION = textOfAtMost(LIMITS.name, "0.34.0 or specification");

/** The arguments by which a text is named. */
export const TEXT_ARGUMENTS: Readonly<Record<string, Schema>> = {
  path: textOfAtMost(LIMITS.path),
  text: textOfAtMost(LIMITS.text, "Instead of its content."),
  chart_version: VERSION,
};

/** The arguments by which values are named. */
export const VALUES_ARGUMENTS: Readonly<Record<string, Schema>> = {
  ...TEXT_ARGUMENTS,
  release: textOfAtMost(LIMITS.name, "One in .cap-operator.yaml."),
};

export const KIND: Schema = { type: "string", enum: ["values", "operator"] };

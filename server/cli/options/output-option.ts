import { Option } from "commander";

/** The form in which a command prints its answer. */
export type OutputForm = "text" | "json";

/** The option for the form of an answer. */
export function outputOption(): Option {
  return new Option("-o, --output <form>", "for people, or JSON").choices(["text", "json"]).default("text");
}

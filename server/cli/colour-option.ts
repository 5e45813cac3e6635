import { type Command, Option } from "commander";
import type { Io } from "./io.ts";

const CHOICES = ["auto", "always", "never"] as const;

/** When to use colours: on a terminal, unless NO_COLOR (https://no-color.org) is set, or always, or never. */
export type ColourChoice = (typeof CHOICES)[number];

/** Adds the option for colours. */
export function withColour(command: Command): Command {
  return command.addOption(
    new Option("--color <when>", "use color: always, never, or auto (on a terminal, unless NO_COLOR is set)")
      .choices(CHOICES)
      .default("auto"),
  );
}

/** Whether the standard output gets colours. */
export function isColoured(choice: ColourChoice, { env, isOutTerminal }: Io): boolean {
  if (choice !== "auto") return choice === "always";
  return isOutTerminal && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
}

import { type Command, Option } from "commander";
import type { Io } from "../output/io.ts";

const CHOICES = ["auto", "always", "never"] as const;

/** The choice of colours: as the environment has it (https://no-color.org, https://bixense.com/clicolors), always, or never. */
export type ColourChoice = (typeof CHOICES)[number];

/** Adds the option for colours. */
export function withColour(command: Command): Command {
  return command.addOption(
    new Option(
      "--color <when>",
      "use color: always, never, or auto (on a terminal; NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected)",
    )
      .choices(CHOICES)
      .default("auto"),
  );
}

/**
 * True if the standard output gets colours: by the option, else by NO_COLOR, else by FORCE_COLOR or CLICOLOR_FORCE, of which 0 forces nothing, else
 * if it is a terminal that has them.
 */
export function isColoured(choice: ColourChoice, { env, isOutTerminal }: Io): boolean {
  if (choice !== "auto") return choice === "always";
  if (env.NO_COLOR) return false;
  const { FORCE_COLOR: forced = "", CLICOLOR_FORCE: also = "" } = env;
  if (forced === "0" || forced === "false") return false;
  if (forced !== "" || (also !== "" && also !== "0")) return true;
  return isOutTerminal && env.TERM !== "dumb";
}

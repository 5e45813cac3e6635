import { makeProgram } from "../../server/cli/program.ts";
import { silentIo } from "./silent-io.ts";

/** The error of the program for a command line, which is not run; `undefined` if the program takes it. */
export async function refusal(words: readonly string[]): Promise<string | undefined> {
  const nothing = () => undefined;
  const io = silentIo("/");
  const program = makeProgram(io, nothing);
  for (const command of program.commands) command.action(nothing);
  try {
    await program.parseAsync(words, { from: "user" });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The words of a simple command, without comments and without where its output goes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|((?:#|>>?(?=\s)).*$)|(\S+)/g)].flatMap(([, quoted, rest, bare]) =>
    rest === undefined ? [quoted ?? bare ?? ""] : [],
  );
}

/** The command lines of the program in a text: the words after its name, up to the end of the line. */
export function commandLines(text: string): string[][] {
  return text.split("\n").flatMap((line) => {
    const words = wordsOf(line.trim().replace(/^- run: |^"?(?:entry|command)"?: "?|",?$/g, ""));
    const index = words.lastIndexOf("cap-operator");
    return index < 0 || index === words.length - 1 || words[index + 1] === "."
      ? []
      : [words.slice(index + 1)];
  });
}

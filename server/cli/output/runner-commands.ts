/** Characters that a comparison by the rules of a language, as .NET makes it, passes over. */
const IGNORED = String.raw`(?:\p{DI}|(?![\r\n])\p{Cc})*`;
const BLANKS = String.raw`(?:(?![\r\n])[\s\p{DI}\p{Cc}])*`;

/**
 * The character at which a command of a runner of pipelines is broken up: `##[` and `##vso[` (GitHub, Azure) and `##teamcity[` anywhere,
 * `::` at the beginning of a line (GitHub), and GitLab's `section_start:`. Each alternative begins with a fixed character, and what follows
 * it is read once, so the search is linear.
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 * https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Agent.Worker/WorkerCommandManager.cs
 */
const COMMAND = new RegExp(
  [
    `#(?=${IGNORED}#${IGNORED}(?:[a-z]${IGNORED}){0,20}\\[)`,
    `:(?=${IGNORED}:)(?<=(?<![^\\r\\n])${BLANKS}:)`,
    "_(?=(?:start|end):)(?<=section_)",
  ].join("|"),
  "giu",
);

/** A text of which no part is a command of a runner: `instead` writes the character at which one is broken up. */
export function withoutCommands(
  text: string,
  instead: (character: string) => string = (character) => `${character} `,
): string {
  return text.replace(COMMAND, instead);
}

/** A value as lines of JSON that contain no command and mean the same. */
export function jsonText(value: unknown): string {
  const code = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return `${withoutCommands(JSON.stringify(value, undefined, 2), (character) => `\\u${code(character)}`)}\n`;
}

import { EXIT, type ExitCode } from "../output/exit-codes.ts";

/** An exit code, and when a command ends with it. */
export type ExitMeaning = readonly [code: ExitCode, meaning: string];

const UNUSABLE =
  "Incorrect usage: an unknown option, a path that does not exist, settings that are not valid.";
const NO_FINDINGS = "No findings, or none with the severity of `--fail-on` or above.";
const FOUND_IN_FOLDER = "A file that was only found in a folder, and cannot be read, is reported without it.";
const NOT_READ_OR_WRITTEN = "A file could not be read or written. All others were changed and reported.";

/** The exit codes of all commands together. */
export const EXIT_MEANINGS: readonly ExitMeaning[] = [
  [EXIT.clean, NO_FINDINGS],
  [
    EXIT.findings,
    "Findings were reported; a file that was named is not the operator's; errors remain after `fix`; with `--dry-run` or `--check`, something would change; for `diff`, something is different.",
  ],
  [EXIT.wrongUse, UNUSABLE],
  [
    EXIT.failed,
    `Something could not be read or written, or failed. Everything else was checked and reported. ${FOUND_IN_FOLDER}`,
  ],
];

/** Commands that only print what is built in, or run until they are stopped. */
const PRINTS: readonly ExitMeaning[] = [
  [EXIT.clean, "It was printed."],
  [EXIT.wrongUse, UNUSABLE],
];
const SERVES: readonly ExitMeaning[] = [
  [EXIT.clean, "The client has ended the connection."],
  [EXIT.wrongUse, UNUSABLE],
  [EXIT.failed, "The server failed."],
];

const MEANINGS: Readonly<Record<string, readonly ExitMeaning[]>> = {
  check: [
    [EXIT.clean, NO_FINDINGS],
    [
      EXIT.findings,
      "Findings of this severity were reported, or a file that was named is not the operator's.",
    ],
    [EXIT.wrongUse, UNUSABLE],
    [
      EXIT.failed,
      `Something could not be read or written, or Helm gave no answer. Everything else was checked and reported. ${FOUND_IN_FOLDER}`,
    ],
  ],
  fix: [
    [EXIT.clean, "No errors remain; with `--dry-run`, nothing would be fixed."],
    [
      EXIT.findings,
      "Errors remain, or a file that was named is not the operator's; with `--dry-run`, something would be fixed.",
    ],
    [EXIT.wrongUse, UNUSABLE],
    [EXIT.failed, NOT_READ_OR_WRITTEN],
  ],
  format: [
    [EXIT.clean, "All files are formatted."],
    [
      EXIT.findings,
      "A file that was named is not the operator's; with `--check` or `--dry-run`, a file would change.",
    ],
    [EXIT.wrongUse, UNUSABLE],
    [EXIT.failed, NOT_READ_OR_WRITTEN],
  ],
  upgrade: [
    [EXIT.clean, "Everything is migrated; with `--dry-run`, nothing would change."],
    [
      EXIT.findings,
      "A person must change something, or Helm rejects the values; with `--dry-run`, something would change.",
    ],
    [EXIT.wrongUse, UNUSABLE],
    [EXIT.failed, "A file could not be read or written. All others were migrated."],
  ],
  effective: [
    [EXIT.clean, "The values were printed."],
    [EXIT.findings, "Helm rejects the values."],
    [
      EXIT.wrongUse,
      "Incorrect usage: an unknown option or key, a file that cannot be read, settings that are not valid.",
    ],
    [EXIT.failed, "Something could not be read."],
  ],
  diff: [
    [EXIT.clean, "No value is different."],
    [EXIT.findings, "Something is different, or Helm rejects one of the sides."],
    [EXIT.wrongUse, "Incorrect usage: an unknown option, release or file, settings that are not valid."],
    [EXIT.failed, "Something could not be read."],
  ],
  render: [
    [EXIT.clean, "The objects were printed."],
    [EXIT.findings, "Helm rejects the values, or Kubernetes would reject an object."],
    [
      EXIT.wrongUse,
      "Incorrect usage: an unknown option or key, no Helm on the PATH, no chart that can be rendered.",
    ],
    [EXIT.failed, "Helm gave no answer."],
  ],
  values: [
    [EXIT.clean, "The values were printed or written."],
    [EXIT.wrongUse, "Incorrect usage: an unknown option, no Helm on the PATH, no such release."],
    [EXIT.failed, "Helm gave no answer, or the file could not be written."],
  ],
  init: [
    [EXIT.clean, "The settings were written."],
    [EXIT.wrongUse, "Incorrect usage: an unknown option, or there are settings already."],
    [EXIT.failed, "A file could not be read or written."],
  ],
  explain: [
    [EXIT.clean, "The code or key was explained."],
    [EXIT.wrongUse, "Incorrect usage: an unknown option, code or key."],
  ],
  rules: PRINTS,
  schema: PRINTS,
  completion: PRINTS,
  help: PRINTS,
  lsp: SERVES,
  mcp: SERVES,
};

/** The exit codes of a command; without one, those of all. */
export function exitMeanings(command: string | undefined): readonly ExitMeaning[] {
  return (command === undefined ? undefined : MEANINGS[command]) ?? EXIT_MEANINGS;
}

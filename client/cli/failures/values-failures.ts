import { listed, withArticle } from "../../sentence-parts.ts";
import type { FailureRow } from "../failure.ts";
import { EDIT_VALUES, setting } from "../recovery.ts";
import { pathText, type RefusedPlace, readSchemaErrors } from "../schema-errors.ts";

const CORRECT_FILE = { next: "Correct the file.", recovery: [EDIT_VALUES] };

/** Values that Helm cannot read, or that the chart does not accept. */
export const valuesFailures: readonly FailureRow[] = [
  {
    kind: "values-refused",
    pattern:
      /values don't meet the specifications of the schema\(s\) in the following chart\(s\):\n([\s\S]*)$/,
    say([, errors = ""], { chart }) {
      // Helm prints them in an order that changes from run to run.
      const refused = readSchemaErrors(errors, chart?.ref ?? "").toSorted((one, other) =>
        pathText(one.path).localeCompare(pathText(other.path)),
      );
      const details = refused.length > 0 ? refused.map(({ words }) => words) : errors.trim().split("\n");
      const [only] = details;
      return {
        sentence:
          details.length === 1
            ? `The chart rejects the values: ${only}.`
            : `The chart rejects the values in ${details.length} places${namesOf(refused)}.`,
        next: details.length === 1 ? "Correct this value." : "Correct these values.",
        recovery: [EDIT_VALUES],
        details,
        refused,
      };
    },
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): .*cannot unmarshal (\w+) into Go value of type map/,
    say: ([, file, given]) => ({
      sentence: `Helm cannot use ${file}: it contains ${given === "array" ? "a list" : withArticle(given ?? "")}, not a mapping of keys to values.`,
      ...CORRECT_FILE,
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): (?:.*: )?yaml: (?:line (\d+): )?([^\n]*)/,
    say: ([, file, line, why]) => ({
      sentence: `Helm cannot read ${file} as YAML${line === undefined ? "" : `, near line ${line}`}: ${why}.`,
      ...CORRECT_FILE,
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed parsing (--set[\w-]*) data:? ([^\n]*)/,
    say: ([, flag, why]) => ({
      sentence: `Helm cannot read an entry of ${flag}: ${why}.`,
      next: "Correct the entry of the release in capOperator.releases.",
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /parse "([^"]+)": invalid URL escape/,
    say: ([, file]) => ({
      sentence: `Helm cannot open ${file}: it reads the % in the path as part of an address.`,
      next: "Rename the folder or the file so that its path has no %.",
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /^read (.+): is a directory/,
    say: ([, file]) => ({
      sentence: `${file} is a folder, not a values file.`,
      next: "Name a file in it in capOperator.releases.",
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern:
      /^open (.+): (?:no such file or directory|The system cannot find the (?:file|path) specified\.?)$/,
    say: ([, file]) => ({
      sentence: `No values file found at ${file}.`,
      next: "Correct the path in capOperator.releases, or save the file.",
      recovery: [setting("releases")],
    }),
  },
];

const NAMED_PLACES = 3;

/** The first places by name: `: image.tag, port and 4 more`. */
function namesOf(refused: readonly RefusedPlace[]): string {
  const names = [...new Set(refused.map(({ path }) => pathText(path)))].filter((name) => name !== "");
  const more = names.length - NAMED_PLACES;
  const shown = more > 1 ? [...names.slice(0, NAMED_PLACES), `${more} more`] : names;
  return names.length === 0 ? "" : `: ${listed(shown)}`;
}

import type { FailureRow } from "../failure-row.ts";
import { readSchemaErrors } from "../schema-errors.ts";

/** Values that Helm cannot read, or that the chart does not take. */
export const valuesFailures: readonly FailureRow[] = [
  {
    kind: "values-refused",
    pattern:
      /values don't meet the specifications of the schema\(s\) in the following chart\(s\):\n([\s\S]*)$/,
    say([, errors = ""], { chart }) {
      const places = readSchemaErrors(errors, chart?.ref ?? "");
      const details = places.length > 0 ? places : errors.trim().split("\n");
      const [only] = details;
      return {
        sentence:
          details.length === 1
            ? `The chart refuses the values: ${only}.`
            : `The chart refuses the values in ${details.length} places.`,
        next: "Correct these values.",
        details,
      };
    },
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): .*cannot unmarshal (\w+) into Go value of type map/,
    say: ([, file, given]) => ({
      sentence: `Helm cannot use ${file}: it holds ${given === "array" ? "a list" : `a ${given}`}, not keys with values.`,
      next: "Correct the file.",
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): (?:.*: )?yaml: (?:line (\d+): )?([^\n]*)/,
    say: ([, file, line, why]) => ({
      sentence: `Helm cannot read ${file} as YAML${line === undefined ? "" : `, near line ${line}`}: ${why}.`,
      next: "Correct the file.",
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed parsing (--set[\w-]*) data:? ([^\n]*)/,
    say: ([, flag, why]) => ({
      sentence: `Helm cannot read an entry of ${flag}: ${why}.`,
      next: "Correct the entry in the release of the settings.",
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /parse "([^"]+)": invalid URL escape/,
    say: ([, file]) => ({
      sentence: `Helm cannot open ${file}: it takes the % in the path for part of an address.`,
      next: "Rename the folder or the file, so that its path has no %.",
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /^read (.+): is a directory/,
    say: ([, file]) => ({
      sentence: `${file} is a folder, not a values file.`,
      next: "Name the file in it.",
    }),
  },
  {
    kind: "values-unreadable",
    pattern:
      /^open (.+): (?:no such file or directory|The system cannot find the (?:file|path) specified\.?)$/,
    say: ([, file]) => ({
      sentence: `There is no values file ${file}.`,
      next: "Correct the path in the release of the settings, or save the file.",
    }),
  },
];

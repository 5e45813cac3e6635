import * as l10n from "@vscode/l10n";
import { listed } from "../../sentence-parts.ts";
import { EDIT_VALUES, setting } from "../recovery.ts";
import { pathText, type RefusedPlace, readSchemaErrors, typeText } from "../schema-errors.ts";
import type { FailureRow } from "./row.ts";

const correctFile = () => ({ next: l10n.t("Correct the file."), recovery: [EDIT_VALUES] });

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
      const [only = ""] = details;
      return {
        sentence:
          details.length === 1
            ? l10n.t("The chart rejects the values: {0}.", only)
            : placesText(details.length, namesOf(refused)),
        next: details.length === 1 ? l10n.t("Correct this value.") : l10n.t("Correct these values."),
        recovery: [EDIT_VALUES],
        details,
        refused,
      };
    },
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): .*cannot unmarshal (\w+) into Go value of type map/,
    say: ([, file = "", given]) => ({
      sentence: l10n.t(
        "Helm cannot use {0}: it contains {1}, not a mapping of keys to values.",
        file,
        given === "array" ? l10n.t("a list") : typeText(given),
      ),
      ...correctFile(),
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed to parse (.+?): (?:.*: )?yaml: (?:line (\d+): )?([^\n]*)/,
    say: ([, file = "", line, why = ""]) => ({
      sentence:
        line === undefined
          ? l10n.t("Helm cannot read {0} as YAML: {1}.", file, why)
          : l10n.t("Helm cannot read {0} as YAML, near line {1}: {2}.", file, line, why),
      ...correctFile(),
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /failed parsing (--set[\w-]*) data:? ([^\n]*)/,
    say: ([, flag = "", why = ""]) => ({
      sentence: l10n.t("Helm cannot read an entry of {0}: {1}.", flag, why),
      next: l10n.t("Correct the entry of the release in capOperator.releases."),
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /parse "([^"]+)": invalid URL escape/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("Helm cannot open {0}: it reads the % in the path as part of an address.", file),
      next: l10n.t("Rename the folder or the file so that its path has no %."),
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern: /^read (.+): is a directory/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("{0} is a folder, not a values file.", file),
      next: l10n.t("Name a file in it in capOperator.releases."),
      recovery: [setting("releases")],
    }),
  },
  {
    kind: "values-unreadable",
    pattern:
      /^open (.+): (?:no such file or directory|The system cannot find the (?:file|path) specified\.?)$/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("No values file found at {0}.", file),
      next: l10n.t("Correct the path in capOperator.releases, or save the file."),
      recovery: [setting("releases")],
    }),
  },
];

const NAMED_PLACES = 3;

function placesText(count: number, names: string): string {
  return names === ""
    ? l10n.t("The chart rejects the values in {0} places.", count)
    : l10n.t("The chart rejects the values in {0} places: {1}.", count, names);
}

/** The first places by name: `image.tag, port and 4 more`. */
function namesOf(refused: readonly RefusedPlace[]): string {
  const names = [...new Set(refused.map(({ path }) => pathText(path)))].filter((name) => name !== "");
  const more = names.length - NAMED_PLACES;
  const shown = more > 1 ? [...names.slice(0, NAMED_PLACES), l10n.t("{0} more", more)] : names;
  return listed(shown);
}

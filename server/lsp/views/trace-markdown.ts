import * as l10n from "@vscode/l10n";
import { objectId } from "../../core/rendered/rendered-object.ts";
import { code, literal } from "../../core/schema/markdown.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import { groupBy } from "../../core/yaml/group-by.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import { shown } from "../../core/yaml/shown.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { outcomeOf, type Trace, type Traces } from "../../workspace/helm/traces.ts";
import type { ValuesOf } from "../protocol.ts";

/** A value that a key may have instead. */
export interface OtherValue {
  /** The values whose objects are in sight. */
  readonly rendered: ValuesOf;
  /** The file with the key. */
  readonly uri: string;
  readonly path: Path;
  readonly value: unknown;
}

/** The most lines of a difference, and the most characters of a line. */
const MOST_LINES = 5;
const LONGEST_LINE = 120;

/** The difference that another value makes, as a block of Markdown. */
export function differenceText({ changes }: Pick<Trace, "changes">): string {
  const groups = groupBy(changes, ({ object }) => objectId(object));
  const lines = [...groups.values()].flatMap((some) => [
    // Text from a chart never begins a line, because it could end the block there.
    ...some.slice(0, 1).map(({ object }) => `@@ ${object} @@`),
    ...some.flatMap(({ path, before, after }) => [
      ...(before === undefined ? [] : [`- ${keyText(path)}: ${JSON.stringify(before)}`]),
      ...(after === undefined ? [] : [`+ ${keyText(path)}: ${JSON.stringify(after)}`]),
    ]),
  ]);
  if (lines.length === 0) return l10n.t("With this value, Helm renders the same objects.");
  const block = lines.slice(0, MOST_LINES).map((line) => shown(line, LONGEST_LINE));
  const rest = lines.length > MOST_LINES ? `\n\n${l10n.t("In all, {0} fields change.", changes.length)}` : "";
  return `\`\`\`diff\n${block.join("\n")}\n\`\`\`${rest}`;
}

/** The most fields that a line names. */
const MOST_NAMED = 3;

/** The fields that a key makes, in one line of Markdown, if that was measured with the values of the file or of one of its releases. */
export function knownToMake(traces: Traces, analysis: Analysis, path: Path): string | undefined {
  for (const root of analysis.roots) {
    if (!root.kind.isMerged) continue;
    for (const stack of [analysis.aloneStackOf(root), ...analysis.stacksOf(root)]) {
      const trace = traces.known(stack, path);
      const found = trace && outcomeOf(trace);
      if (!found) continue;
      const { made, reason } = found;
      if (reason) {
        const value = literal(JSON.stringify(reason.value));
        return l10n.t("Sets no field, because {0} is {1}", code(keyText(reason.path)), value);
      }
      const fields = made
        .slice(0, MOST_NAMED)
        .map((one) => `${literal(`${one.object}`)} ${code(keyText(one.path))}`)
        .join(", ");
      const more = made.length - MOST_NAMED;
      if (made.length < 2)
        return made.length === 0 ? l10n.t("Sets no field") : l10n.t("Sets 1 field: {0}", fields);
      return more > 0
        ? l10n.t("Sets {0} fields: {1} and {2} more", made.length, fields, more)
        : l10n.t("Sets {0} fields: {1}", made.length, fields);
    }
  }
  return undefined;
}

import * as l10n from "@vscode/l10n";
import { code, literal } from "../core/schema/markdown.ts";
import type { Analysis } from "../core/semantics/analysis.ts";
import { keyText } from "../core/yaml/key-path.ts";
import type { Path } from "../core/yaml/tree.ts";
import { outcomeOf, type Traces } from "../workspace/traces.ts";

/** How many fields a line names at most. */
const MOST_NAMED = 3;

/** What a key makes, in one line of Markdown, if that was measured with the values of the file or of one of its releases. */
export function knownToMake(traces: Traces, analysis: Analysis, path: Path): string | undefined {
  for (const root of analysis.roots) {
    if (root.kind !== "values") continue;
    for (const stack of [analysis.aloneStackOf(root), ...analysis.stacksOf(root)]) {
      const trace = traces.known(stack, path);
      const found = trace && outcomeOf(trace);
      if (!found) continue;
      const { made, reason } = found;
      if (reason) {
        const value = literal(JSON.stringify(reason.value));
        return l10n.t("Makes nothing, because {0} is {1}", code(keyText(reason.path)), value);
      }
      const fields = made
        .slice(0, MOST_NAMED)
        .map((one) => `${literal(`${one.object}`)} ${code(keyText(one.path))}`)
        .join(", ");
      const more = made.length - MOST_NAMED;
      if (made.length < 2)
        return made.length === 0 ? l10n.t("Makes nothing") : l10n.t("Makes 1 field: {0}", fields);
      return more > 0
        ? l10n.t("Makes {0} fields: {1} and {2} more", made.length, fields, more)
        : l10n.t("Makes {0} fields: {1}", made.length, fields);
    }
  }
  return undefined;
}

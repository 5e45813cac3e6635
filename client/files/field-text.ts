import * as l10n from "@vscode/l10n";
import type { FieldKey, ValueOrigin } from "../../server/lsp/protocol.ts";
import { lines, type Markdown, md } from "../texts/markdown.ts";

/** The keys that make a field of an object, each with the origin of its value, or why there are none; undefined if nothing is known. */
export function fieldText(
  keys: readonly Pick<FieldKey, "key">[],
  origins: readonly Pick<ValueOrigin, "text">[],
  problem: string | undefined,
): Markdown | undefined {
  if (keys.length === 0) return problem === undefined ? undefined : md`${problem}`;
  const [only] = keys;
  if (only !== undefined && keys.length === 1)
    return md`${l10n.t("Set by {0} ({1})", only.key, origins[0]?.text ?? "")}`;
  const each = keys.map(({ key }, index) => md`- ${key} (${origins[index]?.text ?? ""})`);
  return lines([md`${l10n.t("Set by {0} keys:", keys.length)}`, md``, ...each]);
}

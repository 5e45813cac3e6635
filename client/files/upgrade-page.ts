import * as l10n from "@vscode/l10n";
import type { UpgradeTopic, ValuesUpgrade } from "../../server/lsp/protocol.ts";
import { blocks, lines, type Markdown, md } from "../texts/markdown.ts";

/** The parts of the page in their order: what is to be decided comes before what is only good to know. */
const PARTS: readonly {
  readonly topic: UpgradeTopic;
  title(): string;
  lead?(): string;
}[] = [
  { topic: "error", title: () => l10n.t("New errors") },
  { topic: "byHand", title: () => l10n.t("To be changed by hand") },
  { topic: "ignored", title: () => l10n.t("Set, and ignored by the other chart") },
  {
    topic: "running",
    title: () => l10n.t("What the operator would run with instead"),
    lead: () => l10n.t("After all safe migrations. An old value can be kept by setting it."),
  },
  {
    topic: "migrated",
    title: () => l10n.t("Safe migrations"),
    lead: () =>
      l10n.t("They keep comments, quotes and indentation; Helm reads the same values under their new names."),
  },
  { topic: "default", title: () => l10n.t("Set to the new default") },
  { topic: "chart", title: () => l10n.t("Other differences in the chart") },
];

/** The effects of another chart on values, as a page. `name` is the values' name for people. */
export function upgradePage(name: string, { from, to, notes }: ValuesUpgrade): Markdown {
  const parts = PARTS.flatMap(({ topic, title, lead }) => {
    const sentences = notes.filter((note) => note.topic === topic);
    if (sentences.length === 0) return [];
    const list = lines(sentences.map(({ sentence }) => md`- ${sentence}`));
    return [md`## ${title()}`, ...(lead === undefined ? [] : [md`${lead()}`]), list];
  });
  const left = parts.length > 0 ? parts : [md`${l10n.t("Nothing is different for these values.")}`];
  return blocks(md`# ${l10n.t("{0}: from {1} to {2}", name, from, to)}`, ...left);
}

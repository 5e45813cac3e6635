import type { UpgradeTopic, ValuesUpgrade } from "../../server/lsp/protocol.ts";
import { blocks, lines, type Markdown, md } from "../markdown.ts";

/** The parts of the page in their order: what is to be decided comes before what is only good to know. */
const PARTS: readonly { readonly topic: UpgradeTopic; readonly title: string; readonly lead?: string }[] = [
  { topic: "error", title: "Errors that appear" },
  { topic: "byHand", title: "To be changed by hand" },
  { topic: "ignored", title: "Set, and ignored by the other chart" },
  {
    topic: "running",
    title: "What the operator would run with instead",
    lead: "After all safe migrations. An old value can be kept by setting it.",
  },
  {
    topic: "migrated",
    title: "Safe migrations",
    lead: "They keep comments, quotes and indentation; Helm reads the same values under their new names.",
  },
  { topic: "default", title: "Set to what is the default from now on" },
  { topic: "chart", title: "What else is different in the chart" },
];

/** What another chart does to values, as a page. `name` is what a person calls the values. */
export function upgradePage(name: string, { from, to, notes }: ValuesUpgrade): Markdown {
  const parts = PARTS.flatMap(({ topic, title, lead }) => {
    const sentences = notes.filter((note) => note.topic === topic);
    if (sentences.length === 0) return [];
    const list = lines(sentences.map(({ sentence }) => md`- ${sentence}`));
    return [md`## ${title}`, ...(lead === undefined ? [] : [md`${lead}`]), list];
  });
  const left = parts.length > 0 ? parts : [md`Nothing is different for these values.`];
  return blocks(md`# ${name}: from ${from} to ${to}`, ...left);
}

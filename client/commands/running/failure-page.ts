import type { Failure } from "../../helm/failure.ts";
import { plain } from "../../markdown.ts";

/** All that is known of a failure as a page to be read. Nothing in it is secret. */
export function failurePage(
  { sentence, next, recovery, details = [], said }: Failure,
  state: string | undefined,
  more: readonly string[],
): string {
  const lines = recovery.flatMap((action) => (action.do === "type" ? [action.line] : []));
  const parts = [
    `# ${plain(sentence)}`,
    ...(state === undefined ? [] : [plain(state)]),
    ...(next === "" ? [] : [`**Next step:** ${plain(next)}`]),
    ...(lines.length === 0 ? [] : ["In a terminal:", ...lines.map(verbatim)]),
    ...(details.length === 0 ? [] : ["## Details", details.map((line) => `- ${plain(line)}`).join("\n")]),
    ...more,
    ...(said === undefined ? [] : ["## Output", verbatim(said)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Text in which no markup counts: a fence that is longer than any in it. */
function verbatim(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

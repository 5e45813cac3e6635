import type { Failure } from "../cli/failure.ts";
import { blocks, lines, type Markdown, md, verbatim } from "../markdown.ts";

/** All that is known of a failure as a page to be read. Nothing in it is secret. */
export function failurePage(
  { sentence, next, recovery, details = [], said }: Failure,
  state: string | undefined,
  more: readonly Markdown[],
): Markdown {
  const commands = recovery.flatMap((action) => (action.do === "type" ? [action.line] : []));
  return blocks(
    md`# ${sentence}`,
    ...(state === undefined ? [] : [md`${state}`]),
    ...(next === "" ? [] : [md`**Next step:** ${next}`]),
    ...(commands.length === 0 ? [] : [md`In a terminal:`, ...commands.map(verbatim)]),
    ...(details.length === 0 ? [] : [md`## Details`, lines(details.map((line) => md`- ${line}`))]),
    ...more,
    ...(said === undefined ? [] : [md`## Output`, verbatim(said)]),
  );
}

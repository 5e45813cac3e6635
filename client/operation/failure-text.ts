import * as l10n from "@vscode/l10n";
import type { Failure } from "../helm/failures/row.ts";
import { blocks, lines, type Markdown, md, verbatim } from "../texts/markdown.ts";

/** The characters that fit into a message without hiding its buttons. The page that the message opens has the rest. */
const LONGEST = 200;

/**
 * A failure as a message: one sentence, what became of the release, and the next step. If it is too long, the
 * sentence is cut, never the step.
 */
export function failureMessage({ sentence, next, ...failure }: Failure, outcome = failure.outcome): string {
  const end = outcome === undefined ? "." : `. ${outcome}`;
  const step = next === "" ? "" : ` ${next}`;
  const room = LONGEST - end.length - step.length;
  const said = `${shortened(oneLine(withoutPeriod(sentence)), room)}${end}`;
  return `${said.replace("….", "…")}${step}`;
}

/** The sentence and the next step of a failure, as one string. */
export function failureText({ sentence, next }: Failure): string {
  return `${sentence} ${next}`.trim();
}

/**
 * A sentence as part of another one, after a colon: in English, `The image ...` becomes `the image ...`; a name stays as it is, and
 * so does a sentence in another language.
 */
export function continued(sentence: string): string {
  return withoutPeriod(sentence).replace(/^(?:The|There|What|With|No|Container)\b/, (word) =>
    word.toLowerCase(),
  );
}

/** Everything known about a failure, as a page. Nothing in it is secret. */
export function failurePage(
  { sentence, next, recovery, details = [], said }: Failure,
  state: string | undefined,
  more: readonly Markdown[],
): Markdown {
  const commands = recovery.flatMap((action) => (action.do === "type" ? [action.line] : []));
  return blocks(
    md`# ${sentence}`,
    ...(state === undefined ? [] : [md`${state}`]),
    ...(next === "" ? [] : [md`**${l10n.t("Next step:")}** ${next}`]),
    ...(commands.length === 0 ? [] : [md`${l10n.t("In a terminal:")}`, ...commands.map(verbatim)]),
    ...(details.length === 0
      ? []
      : [md`## ${l10n.t("Details")}`, lines(details.map((line) => md`- ${line}`))]),
    ...more,
    ...(said === undefined ? [] : [md`## ${l10n.t("Output")}`, verbatim(said)]),
  );
}

function shortened(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/(?<![\s,;:(])[\s,;:(]+$/, "")}…`;
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

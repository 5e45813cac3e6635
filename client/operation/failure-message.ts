import type { Failure } from "../cli/failure.ts";

/** What fits into a message without hiding its buttons; more is on the page that the message opens. */
const LONGEST = 200;

/**
 * A failure as a message: one sentence, which ends with what became of the release, and the next step. What is too long for a
 * message is cut in the sentence, never in the step.
 */
export function failureMessage({ sentence, next, ...failure }: Failure, outcome = failure.outcome): string {
  const end = outcome === undefined ? "." : `, ${outcome}.`;
  const step = next === "" ? "" : ` ${next}`;
  const room = LONGEST - end.length - step.length;
  const said = `${shortened(oneLine(withoutPeriod(sentence)), room)}${end}`;
  return `${said.replace("….", "…")}${step}`;
}

/** A sentence as a part of another one: `The image ...` goes on as `the image ...`, a name stays as it is. */
export function continued(sentence: string): string {
  return withoutPeriod(sentence).replace(/^(?:The|There|What|With|No|Container)\b/, (word) =>
    word.toLowerCase(),
  );
}

function shortened(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[\s,;:(]+$/, "")}…`;
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

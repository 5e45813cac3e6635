/** The name of the walkthrough in the manifest of the extension. */
export const WALKTHROUGH_ID = "gettingStarted";

/** The achievements that tick the steps of the walkthrough, in the order of the steps. */
export const ACHIEVEMENTS = [
  "checkedFile",
  "acceptedCompletion",
  "fixedProblems",
  "sawEffectiveValues",
  "installed",
] as const;

/** One of the walkthrough's achievements. */
export type Achievement = (typeof ACHIEVEMENTS)[number];

/** The context key that the step in the manifest waits for. */
export function contextKey(what: Achievement): string {
  return `capOperator.achieved.${what}`;
}

/** The command that runs after a suggestion was accepted, and then runs the suggestion's own command. It is not in any menu. */
export const ACCEPTED_COMMAND = "capOperator.suggestionAccepted";

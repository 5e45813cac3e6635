/** The name of the walkthrough in the manifest of the extension. */
export const WALKTHROUGH_ID = "gettingStarted";

/** What ticks the steps of the walkthrough, in the order of the steps. */
export const ACHIEVEMENTS = [
  "checkedFile",
  "acceptedCompletion",
  "fixedProblems",
  "sawEffectiveValues",
  "installed",
] as const;

/** What a person can achieve on the way through the walkthrough. */
export type Achievement = (typeof ACHIEVEMENTS)[number];

/** The context key that the step in the manifest waits for. */
export function contextKey(what: Achievement): string {
  return `capOperator.achieved.${what}`;
}

/** The command that runs after a suggestion was accepted, and then runs the suggestion's own command. It is not in any menu. */
export const ACCEPTED_COMMAND = "capOperator.suggestionAccepted";

/** Limits for the parts of a call and for its cost. Larger parts are refused before anything looks at them. */
export const LIMITS = {
  /** Bytes of a message. A larger one ends the connection, because it is not known where the next one begins. */
  message: 16 * 1024 * 1024,
  /** Values in the arguments of a call. */
  elements: 5000,
  /** Characters of a text that is checked, and bytes of a file. */
  text: 1024 * 1024,
  path: 2000,
  key: 1000,
  query: 200,
  name: 300,
  /** Fixes that are asked for by their names. */
  fixes: 1000,
  /** Findings, keys and values in an answer. */
  answers: 500,
  /** Characters of the findings in an answer, as JSON. */
  findings: 40_000,
  /** Characters of an answer as text, which a model reads as a whole. */
  shown: 120_000,
  /** Characters of the YAML of objects in an answer. */
  yaml: 100_000,
  /** The seconds that a call may take. Clients wait for a minute, as the libraries of the protocol have it. */
  seconds: 30,
  /** Folders that a client names. */
  roots: 100,
} as const;

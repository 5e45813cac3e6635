import { readFileSync } from "node:fs";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import type { Answer } from "./ask-helm.ts";

/** The answers of Helm 3 and Helm 4; only one if they agree. */
export type Answers<T> = readonly [T] | readonly [T, T];

/** The answers of both generations of Helm, by the name of the question. */
export interface Recording<T> {
  readonly helm: Readonly<Record<HelmMajor, string>>;
  readonly answers: Readonly<Record<string, Answers<T>>>;
}

/** The recordings, by file. */
export interface Recordings {
  readonly values: Recording<Answer>;
  readonly schema: Recording<boolean>;
}

/** The file that keeps a recording: a line with the versions, then a line for each question. */
export function recordingFile(name: keyof Recordings): URL {
  return new URL(`./recorded/${name}.jsonl`, import.meta.url);
}

/** Reads a recording from its file. */
export function readRecording<N extends keyof Recordings>(name: N): Recordings[N];
export function readRecording(name: keyof Recordings): Recording<unknown> {
  const [helm = "{}", ...lines] = readFileSync(recordingFile(name), "utf8").trimEnd().split("\n");
  const rows: [string, ...Answers<unknown>][] = lines.map((line) => JSON.parse(line));
  return { helm: JSON.parse(helm), answers: Object.fromEntries(rows.map(([id, ...given]) => [id, given])) };
}

/** The answer of a generation of Helm to a question. */
export function answerOf<T>(recording: Recording<T>, id: string, helm: HelmMajor): T | undefined {
  const answers = recording.answers[id];
  return helm === 4 && answers?.length === 2 ? answers[1] : answers?.[0];
}

/** A recording as the text of its file. */
export function writeRecording<T>({ helm, answers }: Recording<T>): string {
  const lines = Object.entries(answers).map(([id, given]) => JSON.stringify([id, ...given]));
  return `${[JSON.stringify(helm), ...lines].join("\n")}\n`;
}

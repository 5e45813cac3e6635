import { readdirSync, readFileSync } from "node:fs";

/** A real run that failed. Names of this machine, ports and times are replaced by lasting ones. */
export interface RecordedRun {
  readonly program: "helm" | "kubectl";
  readonly version: string;
  readonly args: readonly string[];
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was interrupted, as Ctrl+C does. */
  readonly interrupted?: true;
}

/** What Helm 3 and Helm 4 said in the same scene. */
export type RecordedScene = readonly RecordedRun[];

const FOLDER = new URL("./recorded/", import.meta.url);

/** The file that keeps a scene. */
export function sceneFile(name: string): URL {
  return new URL(`${name}.json`, FOLDER);
}

/** All recorded scenes by name. */
export function readScenes(): ReadonlyMap<string, RecordedScene> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
  return new Map(
    files.map((file) => [
      file.slice(0, -".json".length),
      JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")),
    ]),
  );
}

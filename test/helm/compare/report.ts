import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { libraryVersion } from "../library.ts";
import { EXCEPTIONS } from "./exceptions.ts";

/** The result of comparing questions of one kind with one generation of Helm. */
export interface Row {
  readonly source: string;
  readonly helm: HelmMajor;
  readonly asked: number;
  readonly accepted: number;
  readonly unstable: number;
  readonly disagreements: number;
  readonly exceptions: number;
}

/** The page about a run. */
export function page(seed: number, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ source, helm, asked, accepted, unstable, disagreements, exceptions }) =>
      `| ${source} | ${libraryVersion(helm)} | ${asked} | ${accepted} | ${disagreements} | ${exceptions} | ${unstable} |`,
  );
  const exceptions = EXCEPTIONS.map(({ what, why }) => `- ${what}. ${why}`);
  return `# How values are read, compared with Helm

Written by \`npm run compare:helm -- --seed ${seed}\`. The server's reading of values is held against Helm's own libraries:
whether a stack is accepted, and every value that comes out, character by character as \`toJson .Values\` prints it. A stack is
a chart with defaults, values files, and entries of \`--set\`, \`--set-string\`, \`--set-json\` and \`--set-literal\`; every third has
dependencies, some under an alias or with a condition. Hostile stacks are made of what YAML can hold and of damaged files;
plausible ones are what people write. The YAML test suite has 402 texts; each is asked as a values file and below a key.

| stacks | Helm | asked | accepted by Helm | disagreements | listed exceptions | no one answer of Helm |
|---|---|---|---|---|---|---|
${lines.join("\n")}

*No one answer of Helm*: it does not always say the same, because it goes through mappings in an order that changes from run to
run. That is so where two keys of a mapping are equal only as numbers (\`1:\` and \`1.0:\`).

Listed exceptions, which the engine is meant to see otherwise:

${exceptions.join("\n")}
`;
}

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

\`npm run compare:helm -- --seed ${seed}\` writes this page. It compares how the server reads values with Helm's own libraries:
whether a stack is accepted, and every merged value, character by character as \`toJson .Values\` prints it. A stack is a chart with
defaults, values files, and entries of \`--set\`, \`--set-string\`, \`--set-json\` and \`--set-literal\`. Every third stack has dependencies,
some with an alias or a condition. Hostile stacks consist of everything that YAML allows and of damaged files; plausible stacks are
like the files that people write. The YAML test suite has 402 texts. Each is compared as a values file and as the value of a key.

| stacks | Helm | compared | accepted by Helm | differences | known exceptions | Helm not deterministic |
|---|---|---|---|---|---|---|
${lines.join("\n")}

*Helm not deterministic*: the result of Helm depends on the order of the keys in memory, which changes from run to run. This happens if
two keys of a mapping are equal only as numbers (\`1:\` and \`1.0:\`).

Known exceptions, which are intended:

${exceptions.join("\n")}
`;
}

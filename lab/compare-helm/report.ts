import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { libraryVersion } from "./library.ts";

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

/** The table about a run. Helm is not deterministic for two keys that are equal only as numbers, such as `1:` and `1.0:`. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ source, helm, asked, accepted, unstable, disagreements, exceptions }) =>
      `| ${source} | ${libraryVersion(helm)} | ${asked} | ${accepted} | ${disagreements} | ${exceptions} | ${unstable} |`,
  );
  const exceptions = EXCEPTIONS.map(({ what, why }) => `- ${what}. ${why}`);
  return `
| stacks | Helm | compared | accepted by Helm | differences | known exceptions | Helm not deterministic |
|---|---|---|---|---|---|---|
${lines.join("\n")}

Known exceptions:

${exceptions.join("\n")}
`;
}

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { GARDENER_CERTIFICATES } from "../../test/support/published-chart.ts";
import type { JudgedCase } from "./cases.ts";
import { NAMESPACE, type ObjectJudge } from "./cluster-judge.ts";
import { editorVerdict } from "./editor.ts";
import { type Judged, outcomeOf, type Refusal } from "./outcome.ts";

/** The judges: real Helm programs, and an API server unless only the rendering is judged. */
export interface Judges {
  readonly helm: Readonly<Record<HelmMajor, string>>;
  readonly objects?: ObjectJudge;
}

/** Judges all files, `lanes` at a time. */
export async function judgeAll(
  cases: readonly JudgedCase[],
  judges: Judges,
  lanes: number,
): Promise<readonly Judged[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-judge-"));
  const judged: Judged[] = [];
  const left = cases.entries();
  const lane = async (number: number) => {
    const file = path.join(folder, `${number}.yaml`);
    for (const [index, asked] of left) {
      writeFileSync(file, asked.text);
      const refusal = await refusalOf(asked, file, judges);
      const editor = await editorVerdict(asked);
      judged[index] = {
        asked,
        editor,
        ...(refusal && { refusal }),
        outcome: outcomeOf(editor, refusal),
      };
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return judged;
}

async function refusalOf(
  { target, helm }: JudgedCase,
  file: string,
  judges: Judges,
): Promise<Refusal | undefined> {
  const args = ["template", "cop", target.folder, "--namespace", NAMESPACE, "--values", file];
  const { status, stdout, stderr } = await run(judges.helm[helm], [
    ...args,
    "--api-versions",
    GARDENER_CERTIFICATES,
  ]);
  if (status !== 0) return { by: "Helm", message: stderr.trim() };
  const message = await judges.objects?.refusal(stdout, helm);
  return message === undefined ? undefined : { by: "the API server", message };
}

function run(program: string, args: readonly string[]) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8");
      child[name].on("data", (part: string) => {
        texts[name] += part;
      });
    }
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...texts }));
  });
}

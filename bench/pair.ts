import { readFileSync } from "node:fs";
import path from "node:path";
import { type Contender, capOperator } from "./contenders.ts";
import { median } from "./figures.ts";
import { type Figures, measure, type Task } from "./measure.ts";
import { plainFile } from "./values-files.ts";

const ROWS = {
  start: "start to `initialize`",
  open: "open to first diagnostics",
  edit: "edit to diagnostics",
  completion: "completion",
  hover: "hover",
  editAndHover: "edit and hover at once",
  memory: "memory (MB)",
} as const satisfies Partial<Record<keyof Figures, string>>;

/** The server of another checkout that is built, such as that of the commit before. */
function serverOf(checkout: string): Contender {
  const { bin } = JSON.parse(readFileSync(path.join(checkout, "package.json"), "utf8"));
  const program = path.join(checkout, bin["cap-operator-language-server"]);
  return { ...capOperator(), name: "before", command: [process.execPath, program, "--stdio"] };
}

/** Measures this server and that of another checkout in turn, `sessions` times for each file, and prints medians (ms) and ratios. */
export async function printPair(checkout: string, sessions: number, task: Task): Promise<void> {
  const pair = [serverOf(checkout), capOperator()];
  for (const file of [300, 2000, 20_000].map(plainFile)) {
    const figures = pair.map(() => [] as Figures[]);
    for (let session = 0; session < sessions; session++) {
      for (const [index, contender] of pair.entries())
        figures[index]?.push(await measure(contender, file, task));
    }
    console.log(`\n### ${file.name}\n\n| what | before | now | ratio |\n|---|---:|---:|---:|`);
    for (const [row, what] of Object.entries(ROWS)) {
      const [before = 0, now = 0] = figures.map((all) =>
        median(all.flatMap((one) => one[row as keyof typeof ROWS])),
      );
      console.log(`| ${what} | ${before.toFixed(2)} | ${now.toFixed(2)} | ${(now / before).toFixed(2)} |`);
    }
  }
}

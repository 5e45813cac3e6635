import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { capOperator, inRepository } from "./contenders.ts";
import { digits, median, ratioText, row, type Samples } from "./figures.ts";
import { type Figures, joined, measure, ROWS, type Task } from "./measure.ts";
import { plainFile } from "./values-files.ts";

/** Measures this server and that of another checkout in turn, `sessions` times for each file, and prints medians and ratios. */
export async function printPair(checkout: string, sessions: number, task: Task): Promise<void> {
  const { bin } = JSON.parse(readFileSync(path.join(checkout, "package.json"), "utf8"));
  const program = path.resolve(checkout, bin["cap-operator-language-server"]);
  const before = { ...capOperator(), name: "before", command: [process.execPath, program, "--stdio"] };
  for (const file of [300, 2000, 20_000].map(plainFile)) {
    const sampled: [Figures[], Figures[]] = [[], []];
    for (let session = 0; session < sessions; session++) {
      sampled[0].push(await measure(before, file, task));
      sampled[1].push(await measure(capOperator(), file, task));
    }
    const [then, now] = [joined(sampled[0]), joined(sampled[1])];
    printTable(
      file.name,
      Object.entries(ROWS).map(([key, what]) => [
        what,
        then[key as keyof Figures],
        now[key as keyof Figures],
      ]),
    );
  }
  printCheck(path.resolve(checkout, bin["cap-operator"]), sessions);
}

/** Prints the times of `check` for one file, and of a Node that does nothing. */
function printCheck(before: string, sessions: number): void {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    const file = path.join(folder, "values.yaml");
    writeFileSync(file, plainFile(300).text);
    const commands = [
      [before, "check", file],
      [inRepository("dist/cap-operator.js"), "check", file],
      ["-e", "0"],
    ];
    const times: number[][] = commands.map(() => []);
    for (let session = 0; session < sessions; session++) {
      for (const [index, args] of commands.entries()) {
        const from = performance.now();
        spawnSync(process.execPath, args, { stdio: "ignore" });
        times[index]?.push(performance.now() - from);
      }
    }
    const [then = [], now = [], node = []] = times;
    printTable(`One check of 300 lines (bare Node: ${digits(median(node))} ms)`, [["check", then, now]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printTable(name: string, rows: readonly (readonly [what: string, Samples, Samples])[]): void {
  console.log(`### ${name}\n\n| what | before | now | ratio |\n|---|---:|---:|---:|`);
  for (const [what, then, now] of rows) {
    console.log(row(what, digits(median(then)), digits(median(now)), ratioText(median(now), median(then))));
  }
  console.log("");
}

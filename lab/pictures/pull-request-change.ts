import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../../test/cli/run.ts";
import { exampleWorkspace } from "../../test/support/repository.ts";

/** The file that the pull request changes. */
const FILE = "values-production.yaml";

/** What the pull request changes: lines of the example, and what they become. */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  ["controller:\n  replicas: 2\n", "controller:\n  replicaz: 3\n"],
  ["metricsEvaluationInterval: 2h\n", "metricsEvaluationInterval: 2 hours\n"],
  [
    "webhook:\n  certificateManager: CertController\n",
    "webhook:\n  resources:\n    requests:\n      memory: 512Mi\n    limits:\n      memory: 256Mi\n  certificateManager: certcontroller\n",
  ],
];

/** A line of a difference as Git writes it, with its numbers in the old and in the new file. */
export interface DiffLine {
  readonly kind: "hunk" | "same" | "added" | "removed";
  readonly old?: number;
  readonly new?: number;
  readonly text: string;
}

/** What the runner makes of a workflow command. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** A change, and what the command line says about it. */
export interface PullRequest {
  readonly file: string;
  readonly diff: readonly DiffLine[];
  readonly annotations: readonly Annotation[];
}

/** Makes the change in a repository in an empty folder, and checks it there as a pipeline does. */
export async function makePullRequest(folder: string): Promise<PullRequest> {
  const git = (...args: string[]) => {
    const who = [
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@b",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "core.autocrlf=false",
    ];
    return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
  };
  const before = readFileSync(path.join(exampleWorkspace, FILE), "utf8").replaceAll("\r\n", "\n");
  const after = CHANGES.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The example does not contain ${JSON.stringify(from)}.`);
    return text.replace(from, to);
  }, before);
  git("init", "-q", "-b", "main");
  writeFileSync(path.join(folder, FILE), before);
  writeFileSync(path.join(folder, ".cap-operator.yaml"), "chart: cap-operator-chart\n");
  git("add", "-A");
  git("commit", "-qm", "before");
  git("checkout", "-qb", "change");
  writeFileSync(path.join(folder, FILE), after);
  git("commit", "-qam", "after");
  const { out, err } = await run(folder, ["check", FILE, "--reporter", "github"]);
  if (err !== "") throw new Error(err);
  const diff = readDiff(git("diff", "--no-color", "--no-ext-diff", "-U2", "main", "--", FILE));
  return { file: FILE, diff, annotations: readAnnotations(out) };
}

function readDiff(text: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  for (const line of text
    .slice(text.indexOf("\n@@") + 1)
    .split("\n")
    .slice(0, -1)) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    const rest = line.slice(1);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      lines.push({ kind: "hunk", text: line });
    } else if (line.startsWith("-")) lines.push({ kind: "removed", old: before++, text: rest });
    else if (line.startsWith("+")) lines.push({ kind: "added", new: after++, text: rest });
    else lines.push({ kind: "same", old: before++, new: after++, text: rest });
  }
  return lines;
}

/** Reads workflow commands as the runner does (`ActionCommand.cs`): what is escaped in data and in properties. */
function readAnnotations(text: string): Annotation[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((command) => {
      const [, level, properties = "", data = ""] =
        /^::(error|warning|notice) (.*?)::(.*)$/.exec(command) ?? [];
      if (level !== "error" && level !== "warning" && level !== "notice") throw new Error(command);
      const values = new Map(
        properties.split(",").map((pair) => {
          const [name = "", ...value] = pair.split("=");
          return [name, unescaped(value.join("=")).replaceAll("%3A", ":").replaceAll("%2C", ",")] as const;
        }),
      );
      return {
        level,
        file: values.get("file") ?? "",
        line: Number(values.get("line")),
        title: values.get("title") ?? "",
        message: unescaped(data),
      };
    });
}

function unescaped(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

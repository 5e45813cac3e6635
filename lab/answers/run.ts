// `npm run answers -- COMMIT`: whether the language server of the working tree answers as that of a commit does, about right texts and
// mutants of them. Every difference is printed, and is either wanted or a fault.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../../test/support/repository.ts";
import { Session } from "./session.ts";
import { samples } from "./texts.ts";

const { values, positionals } = parseArgs({
  options: {
    count: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
  allowPositionals: true,
});
const [before = "HEAD"] = positionals;
const folder = mkdtempSync(path.join(tmpdir(), "answers-"));
const tree = path.join(folder, "before");
process.on("exit", () => {
  if (existsSync(tree)) execFileSync("git", ["worktree", "remove", "--force", tree], { cwd: repository });
  rmSync(folder, { recursive: true, force: true });
});

const then = existsSync(path.join(before, "schemas")) ? before : built(before);
execFileSync("npm", ["run", "build"], { cwd: repository, stdio: "ignore" });
const [old, now] = await Promise.all(
  [then, path.join(repository, "dist")].map((dist) => Session.start(dist, folder)),
);
if (old === undefined || now === undefined) throw new Error("No server was started.");

const differences: { readonly name: string; readonly what: string; readonly lines: string }[] = [];
const counts = new Map<string, [asked: number, different: number]>();
const all = samples(Number(values.count), Number(values.seed));
for (const sample of all) {
  const [was, is] = await Promise.all([old.answers(sample), now.answers(sample)]);
  for (const what of new Set([...was.keys(), ...is.keys()])) {
    const kind = what.replace(/ at .*/, "");
    const [asked, different] = counts.get(kind) ?? [0, 0];
    const isSame = was.get(what) === is.get(what);
    counts.set(kind, [asked + 1, different + (isSame ? 0 : 1)]);
    if (isSame) continue;
    const lines = `${sample.name}: ${what}\n- ${was.get(what)}\n+ ${is.get(what)}`;
    differences.push({ name: sample.name, what, lines });
  }
}
await Promise.all([old.end(), now.end()]);

for (const { lines } of differences.slice(0, 20)) console.log(`${lines.slice(0, 2000)}\n`);
if (values.out) writeFileSync(values.out, differences.map(({ lines }) => `${lines}\n`).join("\n"));
console.log("| asked | answers | different |\n|---|---:|---:|");
for (const [kind, [asked, different]] of [...counts].sort())
  console.log(`| ${kind} | ${asked} | ${different} |`);
console.log(
  `\n${all.length} texts, seed ${values.seed}: ${differences.length} answers differ from ${before}.`,
);
process.exitCode = differences.length > 0 ? 1 : 0;

/** The folder that a commit is built into. */
function built(commit: string): string {
  execFileSync("git", ["worktree", "add", "--detach", tree, commit], { cwd: repository, stdio: "ignore" });
  symlinkSync(path.join(repository, "node_modules"), path.join(tree, "node_modules"), "junction");
  execFileSync("npm", ["run", "build"], { cwd: tree, stdio: "ignore" });
  return path.join(tree, "dist");
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { goProgram, helmBinary } from "../test/helm/build-helm.ts";
import { inRepository } from "./contenders.ts";
import { digits, median, ratioText, row } from "./figures.ts";
import { plainFile } from "./values-files.ts";

/** A program with its arguments, and what it is asked. */
interface TimedCommand {
  readonly what: string;
  readonly command: readonly [string, ...string[]];
}

const MANIFEST = (index: number) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${index}
spec:
  replicas: 2
  selector: {matchLabels: {app: web-${index}}}
  template:
    metadata: {labels: {app: web-${index}}}
    spec:
      containers:
        - name: web
          image: registry.internal/web:${index}
          ports: [{containerPort: 8080}]
`;
const CHECK = [
  process.execPath,
  inRepository("dist/cap-operator.js"),
  "check",
  "--fail-on",
  "never",
] as const;

/**
 * Measures checks as in a pipeline, of one file, of many and of a repository of manifests, and other tools with the same files.
 * Prints medians of the time and of the most memory; those that cannot be built here are left out, with a line that says so.
 */
export async function printCommands(
  rounds: number,
  size: { readonly own: number; readonly foreign: number },
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    const ownFiles = filesIn(path.join(folder, "own"), size.own, () => plainFile(300).text);
    const foreign = filesIn(path.join(folder, "foreign"), size.foreign, (index) =>
      MANIFEST(index).repeat(3).replaceAll("apiVersion", "---\napiVersion"),
    );
    const [single = ""] = ownFiles.files;
    const asked = [
      ...ofOneFile(single, folder),
      ...(await peersOfOneFile(single)),
      ...(await ofFolders(ownFiles, foreign)),
    ];
    const times = asked.map((): number[] => []);
    const peaks = asked.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { command }] of asked.entries()) {
        const { ms, megabytes } = await runOnce(command);
        times[index]?.push(ms);
        peaks[index]?.push(megabytes);
      }
    }
    console.log("### Commands\n\n| what | ms | of the first | MB |\n|---|---:|---:|---:|");
    const first = median(times[0] ?? []);
    for (const [index, { what }] of asked.entries()) {
      const time = median(times[index] ?? []);
      console.log(row(what, digits(time), ratioText(time, first), digits(median(peaks[index] ?? []))));
    }
    console.log("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ofOneFile(file: string, folder: string): readonly TimedCommand[] {
  return [
    { what: "check of a file of 300 lines", command: [...CHECK, file] },
    { what: "Node, loading the same script", command: [process.execPath, loaderOf(file, folder)] },
    { what: "Node, doing nothing", command: [process.execPath, "-e", "0"] },
  ];
}

/** A script that loads the modules that a check loads, and checks nothing. */
function loaderOf(file: string, folder: string): string {
  const list = path.join(folder, "loaded.txt");
  const hook = path.join(folder, "hook.mjs");
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module"; import { appendFileSync } from "node:fs";
registerHooks({ load(url, context, next) { if (url.includes("/dist/")) appendFileSync(${JSON.stringify(list)}, url + "\\n"); return next(url, context); } });`,
  );
  const [node, ...args] = [...CHECK, file];
  spawnSync(node, ["--import", pathToFileURL(hook).href, ...args], { stdio: "ignore" });
  const loader = path.join(folder, "loader.mjs");
  // The first module is the program itself.
  const modules = readFileSync(list, "utf8").trim().split("\n").slice(1).reverse();
  writeFileSync(loader, modules.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  return loader;
}

async function peersOfOneFile(file: string): Promise<readonly TimedCommand[]> {
  const helm = await helmBinary(3);
  if (helm === undefined) console.log("Left out: helm lint and kubeconform, because Go is not installed.");
  const lint = [helm ?? "", "lint", inRepository("examples/chart"), "--values", file] as const;
  return helm === undefined ? [] : [{ what: "helm lint of it", command: lint }];
}

async function ofFolders(
  ownFiles: { readonly folder: string; readonly files: readonly string[] },
  foreign: { readonly folder: string; readonly files: readonly string[] },
): Promise<readonly TimedCommand[]> {
  const kubeconform = await goProgram(
    "kubeconform",
    "github.com/yannh/kubeconform/cmd/kubeconform",
    "v0.7.0",
  );
  const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;
  if (!hasRipgrep) console.log("Left out: ripgrep, because it is not installed.");
  const loose = ["-ignore-missing-schemas", "-schema-location", "/nothing/{{.ResourceKind}}.json"];
  const { length } = foreign.files;
  return [
    { what: `check of ${ownFiles.files.length} files of 300 lines`, command: [...CHECK, ownFiles.folder] },
    { what: `check of ${length} manifests of other tools`, command: [...CHECK, foreign.folder] },
    ...(kubeconform === undefined
      ? []
      : [
          {
            what: "kubeconform of these, without schemas",
            command: [kubeconform, ...loose, foreign.folder] as const,
          },
        ]),
    ...(hasRipgrep
      ? [{ what: "ripgrep of these", command: ["rg", "-l", "CAPOperator", foreign.folder] as const }]
      : []),
  ];
}

function filesIn(folder: string, count: number, text: (index: number) => string) {
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const file = path.join(folder, `${Math.floor(index / 100)}`, `${index}.yaml`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text(index));
    files.push(file);
  }
  return { folder, files };
}

/** Runs a program; its peak of memory is what Linux reports just before it ends. */
async function runOnce([program, ...args]: TimedCommand["command"]): Promise<{
  ms: number;
  megabytes: number;
}> {
  const from = performance.now();
  const child = spawn(program, args, { stdio: "ignore" });
  let megabytes = Number.NaN;
  const look = setInterval(() => {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      if (kilobytes !== undefined) megabytes = Number(kilobytes) / 1024;
    } catch {
      // It has ended.
    }
  }, 5);
  await once(child, "exit");
  clearInterval(look);
  return { ms: performance.now() - from, megabytes };
}

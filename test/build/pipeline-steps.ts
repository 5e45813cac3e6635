// Finds the scripts, files, folders and programs that the steps of pipelines name, and looks for them in the repository.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { manifest, repository } from "../support/repository.ts";

/** A script of a pipeline. */
export interface Step {
  /** The file and the job that it is in. */
  readonly place: string;
  readonly script: string;
  /** True if the step works in a checkout of the repository; otherwise it only has the files of a release. */
  readonly hasRepository: boolean;
}

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly "working-directory"?: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
const { scripts, devDependencies } = JSON.parse(read("package.json")) as Readonly<
  Record<"scripts" | "devDependencies", Readonly<Record<string, string>>>
>;

/** The workflows of the repository by their files. */
export const workflows: ReadonlyMap<string, Workflow> = new Map(
  globSync(".github/workflows/*.yml", { cwd: repository }).map((file) => [
    file,
    load(read(file)) as Workflow,
  ]),
);

/** All steps that run a script: those of the workflows, of the pipeline, of `npm run`, and of the page about pipelines. */
export function steps(): readonly Step[] {
  const ofWorkflows = [...workflows].flatMap(([file, { jobs }]) =>
    Object.entries(jobs).flatMap(([job, { steps: all }]) => {
      const hasRepository = all.some(({ uses }) => uses?.startsWith("actions/checkout@"));
      return all.flatMap(({ run }) =>
        run === undefined ? [] : [{ place: `${file}, ${job}`, script: run, hasRepository }],
      );
    }),
  );
  const ofNpm = Object.entries(scripts).map(([name, script]) => ({
    place: `package.json, ${name}`,
    script,
    hasRepository: true,
  }));
  const ofPage = [...read("docs/guides/ci.md").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = ""]) => ({
    place: "docs/guides/ci.md",
    script,
    hasRepository: true,
  }));
  return [
    ...ofWorkflows,
    ...ofNpm,
    ...ofPage,
    { place: ".ci/run", script: read(".ci/run"), hasRepository: true },
  ];
}

/** Words that come before a command, and commands of a shell that name nothing of the repository. */
const BEFORE_COMMAND =
  /^(?:(?:if|then|do|else|!|nice -n \d+|timeout \d+|xvfb-run -a|command -v|\w+=\S*)\s+)+/;
const OF_SHELL = /^(?:for|do|done|then|else|fi|set|export|cd|echo|apt-get|git|mkdir|\[)(?:\s|$)/;

/** The simple commands of a script, without what is in `$( )`. */
function commandsIn(script: string): readonly (readonly string[])[] {
  return script
    .replaceAll("\\\n", " ")
    .replaceAll(/^\s*(?:#|trap ).*$/gm, "")
    .replaceAll(/\$\([^)]*\)/g, "$")
    .split(/\n|&&|\|\||;|\||(?<!>)&/)
    .map((line) => line.trim().replace(BEFORE_COMMAND, ""))
    .filter((line) => line !== "" && !OF_SHELL.test(line))
    .map((line) => line.replaceAll(/["']/g, "").split(/\s+/));
}

/** The missing things that a script names, one sentence for each. */
export function faultsOf({ script, hasRepository }: Omit<Step, "place">): readonly string[] {
  return commandsIn(script).flatMap(([program = "", ...words]) => {
    const resolve = PROGRAMS[program];
    if (resolve === undefined) return [`The program ${program} is not known here.`];
    return resolve(words, hasRepository ? inRepository : inRelease);
  });
}

type Files = (...names: readonly string[]) => readonly string[];
type Resolve = (words: readonly string[], files: Files) => readonly string[];

/** The programs that pipelines run, each with a check of the files that must be there. */
const PROGRAMS: Readonly<Record<string, Resolve>> = {
  npm: npmFaults,
  npx: (words, files) => {
    const [first = "", ...others] = words.filter((word) => !word.startsWith("-"));
    return [
      ...words.filter((word) => word.startsWith("--package=")).flatMap(packageFaults),
      ...(first === "node" ? nodeFaults(others, files) : files(...others)),
    ];
  },
  node: nodeFaults,
  // Its commands and options are checked with the page (ci/docs).
  "cap-operator": () => [],
  xargs: () => [],
  tsc: () => [],
  biome: () => [],
  docker: dockerFaults,
  pipx: (words) => {
    const hooks = load(read(".pre-commit-hooks.yaml")) as readonly { readonly id: string }[];
    const hook = words.find((word) => word.startsWith("cap-operator"));
    const isKnown = hooks.some(({ id }) => id === hook);
    return isKnown ? [] : [`There is no hook ${hook}.`];
  },
  gh: (words, files) => files(...words.slice(2)),
  cat: (words, files) => files(...words),
  cp: (words, files) => files(...words.slice(0, -1)),
  mv: () => [],
};

function npmFaults([verb = "", ...words]: readonly string[], files: Files): readonly string[] {
  if (verb === "run" || verb === "test") {
    const name = verb === "run" ? (words[0] ?? "") : verb;
    return name in scripts ? [] : [`There is no script ${name} in package.json.`];
  }
  if (verb === "publish") return files(words[0] ?? "");
  return ["ci", "pack", "install"].includes(verb) ? [] : [`npm ${verb} is not known here.`];
}

/** `node [options] file` */
function nodeFaults(words: readonly string[], files: Files): readonly string[] {
  return files(words.find((word) => !word.startsWith("-")) ?? "");
}

/** A package is named with its version: that of this project, or of the development dependency. */
function packageFaults(option: string): readonly string[] {
  const [, name = "", version] = /^--package=(@?[^@]+)@(\d+\.\d+\.\d+)$/.exec(option) ?? [];
  if (version === undefined) return [`${option} has no version.`];
  const wanted = name === manifest().name ? manifest().version : devDependencies[name];
  return wanted === undefined || wanted === version ? [] : [`${option} must have the version ${wanted}.`];
}

/** The file of an image and its context (https://docs.docker.com/reference/cli/docker/buildx/build/), or the files in a mounted folder. */
function dockerFaults([verb = "", ...words]: readonly string[], files: Files): readonly string[] {
  const after = (option: string) => words[words.indexOf(option) + 1] ?? "";
  if (verb === "build") {
    const context = words.at(-1) ?? "";
    const file = words.includes("--file") ? after("--file") : path.join(context, "Dockerfile");
    return files(`./${file}`, context);
  }
  const [folder = ""] = after("--volume").replace("$PWD/", "").split(":");
  const named = words.filter((word) => word.endsWith(".yaml"));
  return files(`./${folder}`, ...named.map((name) => `./${folder}/${name}`));
}

/** A word that is a file: one with a folder in it, or with an ending. Others are options, versions, or what a shell fills in. */
const IS_FILE = /^(?![-$~])(?=.*(?:\/|\.(?:md|txt|ts|mjs|json|ya?ml)$))[\w./*@-]+$/;

function inRepository(...names: readonly string[]): readonly string[] {
  return names
    .filter((name) => IS_FILE.test(name) && globSync(name, { cwd: repository }).length === 0)
    .map((name) => `There is no ${name}.`);
}

/** The code of `npm run release` that makes the files with an ending. */
const ENDINGS: Readonly<Record<string, string>> = {
  ".vsix": "${version}.vsix`",
  ".tgz": "packForNpm(",
  ".cdx.json": "${version}.cdx.json`",
};

/** The files that `npm run release` writes, as its source names them. */
function inRelease(...names: readonly string[]): readonly string[] {
  const source = read("build/release.ts");
  const isThere = (name: string) =>
    source.includes(name.startsWith("./*") ? (ENDINGS[name.slice(3)] ?? name) : `"${name}"`);
  return names
    .filter((name) => (IS_FILE.test(name) || /^[A-Z_\d]+$/.test(name)) && !isThere(name))
    .map((name) => `A release has no ${name}.`);
}

/** The missing things of the repository that the inputs of actions in workflows name, one sentence for each. */
export function faultsOfActions(): readonly string[] {
  return [...workflows].flatMap(([file, { jobs }]) =>
    Object.values(jobs)
      .flatMap(({ steps: all }) => all)
      .flatMap(({ uses = "", with: given = {}, "working-directory": folder = "." }) => [
        ...(uses.startsWith("./") ? faultsOfAction(uses, given) : []),
        ...inRepository(folder),
        ...[...JSON.stringify(given).matchAll(/hashFiles\(([^)]*)\)/g)].flatMap(([, patterns = ""]) =>
          inRepository(...patterns.split(/[', ]+/)),
        ),
      ])
      .map((fault) => `${file}: ${fault}`),
  );
}

/** An action of this repository: the file that describes it, its inputs, and the paths that it is given. */
function faultsOfAction(uses: string, given: Readonly<Record<string, unknown>>): readonly string[] {
  const file = path.posix.join(uses, "action.yml");
  if (!existsSync(path.join(repository, file))) return [`There is no ${file}.`];
  const { inputs } = load(read(file)) as { readonly inputs: Readonly<Record<string, unknown>> };
  return [
    ...Object.keys(given)
      .filter((name) => !(name in inputs))
      .map((name) => `The action has no input ${name}.`),
    ...inRepository(...String(given.paths ?? "").split("\n")),
  ];
}

import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { createLanguageService } from "../../core/create-language-service.ts";
import { DEFAULT_SETTINGS } from "../../core/settings.ts";
import { findHelm } from "../../helm/ask-helm.ts";
import { askRelease, type ReleaseAnswer } from "../../helm/ask-release.ts";
import { readSources } from "../../workspace/charts/read-sources.ts";
import { codeOf } from "../../workspace/files/system-error.ts";
import { silenceText } from "../../workspace/helm/silence-text.ts";
import { EXIT, type ExitCode, failed, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plain, plainLines, terminal } from "../output/terminal-text.ts";
import { writeNew } from "../rewriting/whole-file.ts";
import { untilEnded } from "../values/rendering.ts";

interface FromReleaseOptions {
  readonly fromRelease: string;
  readonly namespace?: string;
  readonly kubeContext?: string;
  readonly output?: string;
}

/** `values`: writes the values file of an installed release. */
export function addValues(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("values")
    .summary("write the values file of an installed release")
    .description(
      "Asks Helm for the values of an installed release, and writes the smallest values file with which the chart has the same values: " +
        "what differs from the defaults of its version, in the order of the chart, with the documentation of each key. " +
        "Helm reads the cluster; nothing is changed there.",
    )
    .requiredOption("--from-release <name>", "the release")
    .option("-n, --namespace <namespace>", "its namespace; else that of the context")
    .option("--kube-context <context>", "the context of the kubeconfig; else the current one")
    .option("-o, --output <file>", "a new file; else the standard output")
    .action(async (options: FromReleaseOptions) => {
      end(await writeValues(options, io));
    });
}

async function writeValues(options: FromReleaseOptions, io: Io): Promise<ExitCode> {
  const { fromRelease: name, output } = options;
  const target = output === undefined ? undefined : path.resolve(io.cwd, output);
  if (target !== undefined && existsSync(target)) throw wrongUse(`${output} already exists.`);
  const helm = findHelm("", io.env);
  if (helm === undefined) throw wrongUse("Helm was not found on the PATH. Install Helm.");
  const asked = { name, namespace: options.namespace, kubeContext: options.kubeContext };
  const answer = await untilEnded((signal) => askRelease(helm, asked, signal), new AbortController().signal);
  if (answer.is !== "yes") throw unanswered(name, answer);
  const { sources, problems } = readSources(io.packageFolder);
  if (problems.length > 0) throw failed(problems.join("\n"));
  const file = createLanguageService(sources, () => DEFAULT_SETTINGS).valuesFile(answer);
  if ("problem" in file) throw wrongUse(file.problem);
  for (const remark of file.remarks) io.err(terminal`${plain(remark)}\n`);
  if (target === undefined) io.out(io.isOutTerminal ? plainLines(file.text) : file.text);
  else write(target, `${output}`, file.text);
  return EXIT.clean;
}

function unanswered(name: string, answer: Exclude<ReleaseAnswer, { is: "yes" }>): Error {
  switch (answer.is) {
    case "no":
      return wrongUse(`Helm has no release ${name} in this namespace. Name another one with --namespace.`);
    case "unknown":
      return failed(unknownText(name, answer.why));
  }
}

function unknownText(name: string, why: Extract<ReleaseAnswer, { is: "unknown" }>["why"]): string {
  switch (why.noAnswer) {
    case "unreadable":
      return `What Helm printed about the release ${name} cannot be read.`;
    case "other-error":
      return `Helm cannot read the release ${name}: ${why.words}`;
    default:
      return `The release ${name} was not read. ${silenceText(why)}`;
  }
}

/** Only its owner can read it: values may have logins. */
function write(file: string, shown: string, text: string): void {
  try {
    writeNew(file, text, 0o600);
  } catch (error) {
    throw failed(`${shown} could not be written: ${codeOf(error)}.`);
  }
}

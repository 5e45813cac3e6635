import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A program under the name of another one that gives no answer. */
export interface MisbehavingProgram {
  readonly name: string;
  /** The content of its file. */
  readonly text: string;
  readonly isRunnable?: false;
  /** Set if only a limit of time ends it. */
  readonly isEndless?: true;
}

const ERROR = "Error: execution error at (mine/templates/x.yaml:1:4): too many";
const GO_TRACE = "goroutine 1 [running]:\nmain.main()\n\t/src/main.go:1 +0x1d\nexit status 2";

/** Scripts of the shell, by the name of the misbehavior. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "killed at once": "kill -9 $$",
  "killed after a part of the output":
    "printf -- '---\\n# Source: mine/templates/x.yaml\\nkind: De'; kill -9 $$",
  "killed after an error": `echo '${ERROR}' >&2; kill -9 $$`,
  "ended by SIGTERM": "kill -15 $$",
  "ended by SIGSEGV": "kill -11 $$",
  "ended by SIGABRT": "kill -6 $$",
  "exit 1 without a word": "exit 1",
  "exit 2 without a word": "exit 2",
  "exit 3 without a word": "exit 3",
  "exit 126 without a word": "exit 126",
  "exit 127 without a word": "exit 127",
  "exit 137, as of a shell whose program was killed": "exit 137",
  "exit 255 without a word": "exit 255",
  "exit 1 with empty lines": "printf '\\n\\n' >&2; exit 1",
  "exit 1 with a warning alone": "echo 'WARNING: the kubeconfig is group-readable' >&2; exit 1",
  "exit 1 with the error on the wrong stream": `echo '${ERROR}'; exit 1`,
  "exit 1 with garbage": "printf '\\377\\376\\001\\002' >&2; exit 1",
  "a panic": `printf 'panic: runtime error: index out of range\\n\\n${GO_TRACE}\\n' >&2; exit 2`,
  "a panic that quotes an error": `printf 'panic: x\\nError: y\\n${GO_TRACE}\\n' >&2; exit 2`,
  "out of memory": `printf 'fatal error: runtime: out of memory\\n\\n${GO_TRACE}\\n' >&2; exit 2`,
  "cannot allocate": "echo 'sh: fork: Cannot allocate memory' >&2; exit 254",
  "a missing library": "echo 'error while loading shared libraries: libc.so.6' >&2; exit 127",
  "another chart is missing": "echo 'Error: open /charts/mine: no such file or directory' >&2; exit 1",
  "a file cannot be read": "echo 'Error: read /charts/mine: is a directory' >&2; exit 1",
  "values cannot be parsed": "echo 'Error: failed to parse values.yaml: yaml: line 1' >&2; exit 1",
  "another Kubernetes":
    "echo 'Error: chart requires kubeVersion: >= 1.99.0 which is incompatible' >&2; exit 1",
  "an unknown flag": "echo 'Error: unknown flag: --values' >&2; exit 1",
  "nothing with exit 0": "exit 0",
  "nothing but spaces with exit 0": "printf '   \\t'",
  "garbage with exit 0": "printf '\\377\\376\\000\\001garbage'",
  "the usage of another program": "echo 'Usage: helm [OPTIONS] FILE'",
  "half of an object": "printf 'apiVersion: v1\\nkind: [Depl'",
  "half of the output": "printf -- '---\\n# Source: mine/templates/x.yaml\\napiVersion: v1\\nkind: Depl'",
  "half of a JSON text": 'printf \'[{"revision": 1, "status": "depl\'',
  "another JSON text": "echo '\"hello\"'",
  "a list in a JSON text": "echo '[1, null, \"x\"]'",
  "a page of HTML": "echo '<html><body>Log in</body></html>'",
  "endless output": "while :; do echo 'kind: kind: kind: kind: kind: kind: kind: kind: kind'; done",
  "endless errors": "while :; do echo 'Error: Error: Error: Error: Error: Error: Error:' >&2; done",
};

/** Programs that do not answer what they are asked, as a machine may have them. */
export const MISBEHAVING: readonly MisbehavingProgram[] = [
  ...Object.entries(SCRIPTS).map(([name, script]) => ({ name, text: `#!/bin/sh\n${script}\n` })),
  { name: "a file that may not be run", text: "#!/bin/sh\nexit 0\n", isRunnable: false },
  { name: "a text", text: "This is no program.\n" },
  { name: "an empty file", text: "" },
  { name: "bytes that no system runs", text: "\u007fELF\u0001\u0001\u0001" },
  { name: "an interpreter that is missing", text: "#!/nowhere/sh\n" },
  {
    name: "no end, whatever signal comes",
    text: "#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n",
    isEndless: true,
  },
];

/** Writes a program into a folder under a name, and returns its path. */
export function writeProgram(folder: string, name: string, { text, isRunnable }: MisbehavingProgram): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, isRunnable === false ? 0o644 : 0o755);
  return file;
}

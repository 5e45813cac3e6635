// Writes docs/operations/failures.md from the sentences that the tests compare with recorded failures of Helm and kubectl.
import { readFileSync, writeFileSync } from "node:fs";

const NOTICE =
  "<!-- Generated from test/client/cli/failure-sentences.json by schemas/failures-docs.ts; change the tables in client/cli/failures/. -->";

interface Explained {
  readonly kind: string;
  readonly sentence: string;
  readonly next: string;
}

/** What is shown for a recorded failure; for each Helm if the two generations differ. */
type Recorded = Explained | { readonly helm3: Explained; readonly helm4: Explained };

const GROUPS: readonly (readonly [title: string, kinds: readonly string[]])[] = [
  [
    "Connection and credentials",
    ["unknown-context", "no-kubeconfig", "credentials", "cluster-unreachable", "no-answer", "disk"],
  ],
  ["Chart", ["chart-not-found", "registry-unreachable", "registry-login", "chart-broken", "name-invalid"]],
  ["Values", ["values-refused", "values-unreadable"]],
  ["Permissions", ["forbidden"]],
  [
    "Objects",
    [
      ...["kind-missing", "namespace-missing", "namespace-terminating", "object-missing", "already-exists"],
      ...[
        "invalid-object",
        "unknown-field",
        "immutable-field",
        "port-taken",
        "conflict",
        "changed-meanwhile",
      ],
    ],
  ],
  [
    "Policies and quotas",
    [
      ...["quota", "limit-range", "pod-security", "policy-denied", "webhook-denied", "webhook-down"],
      ...["admission-denied", "dry-run-unsupported", "server-error"],
    ],
  ],
  [
    "Release",
    [
      ...["pending", "not-owned", "release-not-found", "timeout", "rolled-back", "rollback-failed"],
      ...["interrupted", "refused"],
    ],
  ],
];

/** The page about failures. */
export function renderFailureDocs(recorded: Readonly<Record<string, Recorded>>): string {
  const all = Object.values(recorded).flatMap((one) => ("helm3" in one ? [one.helm3, one.helm4] : [one]));
  const known = GROUPS.flatMap(([, kinds]) => kinds);
  const others = [...new Set(all.map(({ kind }) => kind))].filter((kind) => !known.includes(kind));
  const groups = [...GROUPS, ...(others.length > 0 ? [["Others", others] as const] : [])];
  const sections = groups.flatMap(([title, kinds]) => {
    const rows = rowsOf(kinds.flatMap((kind) => all.filter((one) => one.kind === kind)));
    return rows.length === 0
      ? []
      : [[`## ${title}`, ["| Message | Next step |", "|---|---|", ...rows].join("\n")].join("\n\n")];
  });
  return `${["# Failure messages", NOTICE, INTRODUCTION, ...sections].join("\n\n")}\n`;
}

const INTRODUCTION = `If Helm, kubectl or the API server reports an error, the extension shows one sentence with the cause and the next step. Buttons open the
command, the setting or the file that the next step names. *Show Details* opens a page with the state of the release, the components that
are not ready, the events of the cluster, and the output of the program without secrets. A command line is typed into a terminal, and you
decide whether to run it.

The messages below are examples from real runs. Names, addresses and numbers are those of the runs. An error that is not known is shown
as the program printed it, without secrets.`;

/** Each message once: messages that differ only in names are one row. */
function rowsOf(explained: readonly Explained[]): string[] {
  const rows = new Map(
    explained.toReversed().map(({ sentence, next }) => [`${shape(sentence)} ${next}`, [sentence, next]]),
  );
  return [...rows.values()].reverse().map((cells) => `| ${cells.map(cell).join(" | ")} |`);
}

/** A sentence without what may be a name: words with a sign or a digit in them, or in quotes. */
function shape(sentence: string): string {
  return sentence
    .replaceAll(/"[^"]*"/g, "_")
    .split(" ")
    .map((word) => (/[\w)][./:@=-]\w|\d/.test(word) ? "_" : word))
    .join(" ");
}

function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll(/[|<>*_[\]]/g, "\\$&");
}

/** The sentences in the repository `root`. */
export function recordedFailures(root: URL): Readonly<Record<string, Recorded>> {
  return JSON.parse(readFileSync(new URL("test/client/cli/failure-sentences.json", root), "utf8"));
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  writeFileSync(new URL("docs/operations/failures.md", root), renderFailureDocs(recordedFailures(root)));
}

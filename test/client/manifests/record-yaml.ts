// Asks kubectl how it reads the documents in kubectl-yaml.json, and writes its answers there. It needs no cluster:
// node test/client/manifests/record-yaml.ts [path of kubectl]
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const kubectl = process.argv[2] ?? "kubectl";
const file = new URL("./kubectl-yaml.json", import.meta.url);
const record: { documents: [text: string, json: string | null][] } = JSON.parse(readFileSync(file, "utf8"));

/** kubectl's reading of `data: <text>` as JSON, or `null` if it refuses the object. */
function ask(text: string): string | null {
  const input = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: given}\ndata:\n${text.replace(/^/gm, "  ")}\n`;
  const args = ["annotate", "--local", "--filename", "-", "--output", "json", "asked=yes"];
  const { status, stdout } = spawnSync(kubectl, args, { encoding: "utf8", input });
  return status === 0 ? JSON.stringify(JSON.parse(stdout).data ?? null) : null;
}

const version = execFileSync(kubectl, ["version", "--client", "--output", "json"], { encoding: "utf8" });
const answers = {
  kubectl: JSON.parse(version).clientVersion.gitVersion,
  documents: record.documents.map(([text]) => [text, ask(text)]),
};
writeFileSync(file, `${JSON.stringify(answers, undefined, 2)}\n`);

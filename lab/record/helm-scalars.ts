// Asks Helm how it reads every scalar and key in test/core/yaml/reader/helm-scalars.json and writes the answers there:
// node lab/record/helm-scalars.ts [path of helm]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const helm = process.argv[2] ?? "helm";
const recordFile = new URL("../../test/core/yaml/reader/helm-scalars.json", import.meta.url);
const record = JSON.parse(readFileSync(recordFile, "utf8"));
const folder = mkdtempSync(path.join(tmpdir(), "helm-scalars-"));
const values = path.join(folder, "given.yaml");

execFileSync(helm, ["create", path.join(folder, "chart")], { stdio: "ignore" });
rmSync(path.join(folder, "chart", "templates"), { recursive: true });
rmSync(path.join(folder, "chart", "values.yaml"));
mkdirSync(path.join(folder, "chart", "templates"));
writeFileSync(path.join(folder, "chart", "templates", "values.yaml"), "values: {{ toJson .Values.given }}\n");

/** Helm's reading of `given: <text>` as JSON, or `null` if it refuses the file. */
function ask(text: string): string | null {
  writeFileSync(values, text);
  const { status, stdout } = spawnSync(helm, ["template", "r", path.join(folder, "chart"), "-f", values], {
    encoding: "utf8",
  });
  return status === 0 ? (/^values: (.*)$/m.exec(stdout)?.[1] ?? null) : null;
}

const answers = {
  helm: execFileSync(helm, ["version", "--template", "{{ .Version }}"], { encoding: "utf8" }),
  values: record.values.map(([text]: [string]) => [text, ask(`given: ${text}\n`)]),
  keys: record.keys.map(([text]: [string]) => {
    const answer = ask(`given:\n  ${text}: 1\n`);
    const keys = Object.keys(JSON.parse(answer ?? "null") ?? {});
    return [text, keys.length === 1 ? keys[0] : null];
  }),
};
const rows = (table: unknown[]) =>
  table.map((row) => `    ${JSON.stringify(row).replace('",', '", ')}`).join(",\n");
writeFileSync(
  recordFile,
  `{\n  "helm": ${JSON.stringify(answers.helm)},\n  "values": [\n${rows(answers.values)}\n  ],\n  "keys": [\n${rows(answers.keys)}\n  ]\n}\n`,
);
rmSync(folder, { recursive: true });

// Writes server/core/rules/table.ts, which everything that lists the rules is made of, from the folders of the rules.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../server/core/rules/", import.meta.url);
const TABLE = new URL("table.ts", FOLDER);

/** The module with all rules, made from the folders that have a rule. */
export function renderRulesTable(codes: readonly string[]): string {
  const rules = codes.map((code) => ({
    code,
    name: code.replace(/-./g, ([, letter = ""]) => letter.toUpperCase()),
  }));
  const imports = [
    ...rules.map(({ code, name }) => [`./${code}/rule.ts`, `{ rule as ${name} }`] as const),
    ["./engine/rule.ts", "type { Rule }"] as const,
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "// Generated from the folders beside it by schemas/rules-table.ts.",
    ...imports.map(([file, names]) => `import ${names} from "${file}";`),
    "",
    "/** All rules. Code, documentation and settings are made from this table. */",
    "export const RULES: readonly Rule[] = [",
    ...rules.map(({ name }) => `  ${name},`),
    "];",
    "",
  ].join("\n");
}

/** The codes of the rules: the folders whose `rule.ts` is one. */
export function rulesInFolders(): string[] {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((code) => code !== "engine" && existsSync(new URL(`${code}/rule.ts`, FOLDER)))
    .sort();
}

if (import.meta.main) {
  const text = renderRulesTable(rulesInFolders());
  if (readFileSync(TABLE, "utf8") !== text) writeFileSync(TABLE, text);
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Migration, migrateFile } from "../../../../server/core/semantics/upgrade/migrate-text.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { type NamedCase, readCases, testCases } from "../../support/case-files.ts";

/** A text and its migrations, each by the path of the key. */
interface MigrationCase extends NamedCase {
  readonly text: string;
  readonly helm?: 4;
  readonly move?: Readonly<Record<string, string>>;
  readonly reword?: Readonly<Record<string, string>>;
  readonly add?: Readonly<Record<string, unknown>>;
  /** The text after them, or why they are left to a person. */
  readonly after?: string;
  readonly obstacles?: readonly string[];
}

const KEYS: Readonly<Record<keyof MigrationCase, true>> = {
  case: true,
  text: true,
  helm: true,
  move: true,
  reword: true,
  add: true,
  after: true,
  obstacles: true,
};

function migrationsOf({ move = {}, reword = {}, add = {} }: MigrationCase): Migration[] {
  const pathOf = (dotted: string) => dotted.split(".");
  return [
    ...Object.entries(move).map(
      ([from, to]): Migration => ({ kind: "transfer", from: pathOf(from), to: pathOf(to) }),
    ),
    ...Object.entries(reword).map(
      ([path, value]): Migration => ({ kind: "reword", path: pathOf(path), value }),
    ),
    ...Object.entries(add).map(([path, value]): Migration => ({ kind: "add", path: pathOf(path), value })),
  ];
}

testCases(readCases<MigrationCase>("test/core/semantics/migrations.yaml", KEYS), (migrationCase) => {
  const { file, results } = migrateFile(
    parseYaml(migrationCase.text),
    migrationCase.helm ?? 3,
    migrationsOf(migrationCase),
  );
  assert.deepEqual(
    results.flatMap(({ obstacle }) => obstacle ?? []),
    migrationCase.obstacles ?? [],
  );
  assert.equal(file.text, migrationCase.after ?? migrationCase.text);
});

test("a key that has a new name is not moved again by its old one", () => {
  const moves = ["b", "c"].map((to): Migration => ({ kind: "transfer", from: ["a"], to: [to] }));
  assert.equal(migrateFile(parseYaml("a: 1\n"), 3, moves).file.text, "b: 1\n");
});

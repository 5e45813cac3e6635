import fc from "fast-check";
import { buildSchemas } from "../../../schemas/build.ts";
import { type JsonSchema, SchemaModel, type SchemaNode } from "../../../server/core/schema/model.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import type { Path } from "../../../server/core/yaml/tree.ts";
import { FIXTURES } from "../yaml/fixtures.ts";
import { GOOD_FILES, MISTAKES } from "./corpus.ts";

/** A text with mistakes in it. */
export interface DamagedFile {
  readonly kind: DocumentKind;
  readonly text: string;
}

/** Ways in which a line goes wrong. */
export const SPOILERS: readonly ((line: string) => string)[] = [
  (line) => line.replace(/(\w)(\w+):/, "$1$2$2:"),
  (line) => line.replace(/: .*/, ":"),
  (line) => line.replace(/: (\S+)$/, ': "$1"'),
  (line) => line.replace(/: (\S+)$/, ": [$1]"),
  (line) => line.replace(/: (\S+)$/, ": 1.10"),
  (line) => line.replace(/: (\S+)$/, ": yes"),
  (line) => line.replace(/: (\S+)$/, ": {a: $1}"),
  (line) => line.replace(/^( +)- /, "$1  "),
  (line) => line.replace(/^ {2}/, ""),
  (line) => line.replace(/^/, "  "),
  (line) => line.replace(/^ {2}/, "\t"),
  (line) => line.replace(/\w+:/, "issuerName:"),
  (line) => line.replace(/\w+:/, "volumes:"),
  (line) => `${line}\n${line}`,
  (line) => line.replace(/:.*/, ""),
];

/** More of them, with anchors, tags, comments and keys and values from elsewhere. */
const MORE_SPOILERS: readonly ((line: string) => string)[] = [
  (line) => line.replace(/: (\S+)$/, ": 0$1"),
  (line) => line.replace(/: (\S+)$/, ": !!int $1"),
  (line) => line.replace(/: (\S+)$/, ": !!str $1"),
  (line) => line.replace(/: ?/, ": &x "),
  (line) => line.replace(/: .*/, ": *x"),
  (line) => line.replace(/- .*/, "- *x"),
  (line) => `${line} # why`,
  (line) => line.replace(/(\S)$/, "$1# no"),
  (line) => line.replace(/: (\S+)$/, ": '$1''s'"),
  (line) => line.replace(/: (\S+)$/, ': "\\"$1"'),
  (line) => line.replace(/\w+:/, "type:"),
  (line) => line.replace(/\w+:/, "port:"),
  (line) => line.replace(/\w+:/, "replica:"),
  (line) => line.replace(/^ *\w+:/, "webhook:"),
  (line) => line.replace(/^(\s*)(\S)/, "$1- $2"),
  (line) => line.replace(/: (\S+)$/, ": <domain>"),
];

type Damage = (lines: readonly string[], at: number) => readonly string[];

const DAMAGES: readonly Damage[] = [
  ...[...SPOILERS, ...MORE_SPOILERS].map(
    (spoil): Damage =>
      (lines, at) =>
        lines.with(at, spoil(lines[at] ?? "")),
  ),
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at + 1, 0, ...lines.slice(0, 3)),
  (lines, at) => [...lines.slice(at), ...lines.slice(0, at)],
  (lines, at) => lines.toSpliced(at, 0, "---"),
  (lines, at) => lines.with(at, (lines[at] ?? "").slice(0, -1)),
];

/** Values as people write them, right and wrong ones. */
const VALUES = [
  ...["", "1", "2", "-1", "99999", "010", "0443", "00", "0x1F", "1.10", "1e3", '"2"', "'3'", "yes", "off"],
  ...[
    "null",
    "~",
    '""',
    "text",
    "two words",
    "!!int 5",
    "!!str 5",
    "!!int",
    "&a x",
    "&a 2",
    "*a",
    "&a {b: 1}",
  ],
  ...["[]", "{}", "[a]", "[*a]", "[1, 2]", "{a: b}", '"Pl\\"at"', "'it''s'", "<domain>", "CHANGE_ME"],
  ...[
    "500Mi",
    "5GB",
    "0.5",
    "1Gi # limit",
    "1h",
    "10",
    "5 minutes",
    "Opaque",
    "Always",
    "always",
    "certcontroller",
  ],
  ...[
    "CertController",
    "https://metrics.internal",
    "metrics:9090",
    "host.example.com",
    "a.b.c",
    "# only",
    "Exists",
  ],
  ...["{{ .Values.x }}", "'true'", '"true"', "&b [a, b]", "*b", '"0443" # port', "[{name: a}]", "{name: a}"],
];

const MODELS = await models();

async function models(): Promise<Readonly<Record<DocumentKind, readonly Path[]>>> {
  const schemas = await buildSchemas();
  return {
    values: pathsIn(new SchemaModel(schemas.values as JsonSchema).root, [], 6),
    operator: pathsIn(new SchemaModel(schemas.operator as JsonSchema).root, [], 6),
  };
}

/** The paths of a schema's keys; of a list, those of its first item. */
function pathsIn(node: SchemaNode, path: Path, depth: number): Path[] {
  if (depth === 0) return [];
  const inside = node.items ? pathsIn(node.items, [...path, 0], depth - 1) : [];
  return [
    ...inside,
    ...[...node.properties].flatMap(([key, child]) => [
      [...path, key],
      ...pathsIn(child, [...path, key], depth - 1),
    ]),
  ];
}

type Tree = Map<string | number, Tree | string>;

/** A file with some keys of the schema, each with any value. */
function generated(kind: DocumentKind): fc.Arbitrary<DamagedFile> {
  const key = fc.record({
    path: fc.constantFrom(...MODELS[kind]),
    rename: fc.option(fc.constantFrom("replicass", "type", "port", "issuerName", "volumes", "domain"), {
      freq: 8,
    }),
    value: fc.constantFrom(...VALUES),
  });
  return fc
    .record({
      keys: fc.array(key, { minLength: 1, maxLength: 8 }),
      indent: fc.constantFrom(2, 4),
      flow: fc.nat(9),
    })
    .map(({ keys, indent, flow }) => {
      const tree: Tree = new Map();
      for (const { path, rename, value } of keys)
        set(tree, rename === null ? path : [...path.slice(0, -1), rename], value);
      const text = flow === 0 ? `${inBrackets(tree)}\n` : `${block(tree, indent).join("\n")}\n`;
      return { kind, text };
    });
}

function set(tree: Tree, path: Path, value: string): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const known = tree.get(key);
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inner);
  set(inner, rest, value);
}

function block(tree: Tree, indent: number): string[] {
  return [...tree].flatMap(([key, value]) => {
    const lines = value instanceof Map ? block(value, indent) : [];
    if (typeof key === "number") {
      if (!(value instanceof Map)) return [`- ${value}`];
      const [first = "", ...others] = lines;
      return [`- ${first}`, ...others.map((line) => `  ${line}`)];
    }
    if (!(value instanceof Map)) return [`${key}: ${value}`.trimEnd()];
    return [`${key}:`, ...lines.map((line) => " ".repeat(indent) + line)];
  });
}

function inBrackets(tree: Tree): string {
  const isList = [...tree.keys()].some((key) => typeof key === "number");
  const entries = [...tree].map(([key, value]) => {
    const text = value instanceof Map ? inBrackets(value) : value.replace(/ ?#.*/, "");
    return isList ? text : `${key}: ${text}`;
  });
  return isList ? `[${entries.join(", ")}]` : `{${entries.join(", ")}}`;
}

const SOURCES: readonly DamagedFile[] = [
  ...GOOD_FILES,
  { kind: "values" as const, text: MISTAKES },
  ...FIXTURES.map(([, text]) => ({ kind: "values" as const, text })),
].filter(({ text }) => text.length < 2500);

/** Files of the corpus and generated ones, with up to four damages. */
export const damagedFiles: fc.Arbitrary<DamagedFile> = fc
  .record({
    file: fc.oneof(fc.constantFrom(...SOURCES), generated("values"), generated("operator")),
    damages: fc.array(fc.record({ at: fc.nat(), how: fc.constantFrom(...DAMAGES.keys()) }), { maxLength: 4 }),
    carriageReturns: fc.boolean(),
  })
  .map(({ file, damages, carriageReturns }) => {
    let lines: readonly string[] = file.text.split(/\r?\n/);
    for (const { at, how } of damages) {
      if (lines.length > 0) lines = DAMAGES[how]?.(lines, at % lines.length) ?? lines;
    }
    return { kind: file.kind, text: lines.join(carriageReturns ? "\r\n" : "\n") };
  });

// Files that an attacker would put into a folder that is opened, checked or shown to an agent. Every case is data, made from a seed.
import { gzipSync } from "node:zlib";
import { CLEAN } from "../cli/run.ts";
import { Dice } from "../helm/dice.ts";
import { entriesOf, NAMES_OUTSIDE, packed, type TarEntry } from "../workspace/tar-bytes.ts";

/** A folder, and the file in it that is opened. */
export interface HostileCase {
  readonly name: string;
  readonly file: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Links by their paths, with their targets. */
  readonly links?: Readonly<Record<string, string>>;
  /** Files by names that are bytes and no text, each written as a character. */
  readonly bytes?: Readonly<Record<string, string>>;
  /** The folder in it that is opened. */
  readonly opened?: string;
}

/** Words that runners of pipelines, terminals and shells obey. */
export const WORDS = [
  "::error::x",
  "::add-mask::a",
  "##vso[task.setvariable variable=PATH;]evil",
  "##[command]evil",
  "##teamcity[x]",
  "section_start:1:evil",
  "\u001b]0;title\u0007\u001b[2J",
  "\u202Egnp.exe",
  "$(touch marker)",
  "`touch marker`",
  "; touch marker",
  "-rf",
  "--post-renderer=sh",
  "{{ exec `sh` }}",
];

const CHART = { "chart/Chart.yaml": "name: cap-operator\nversion: 0.34.0\n", "chart/values.yaml": CLEAN };
const USES_CHART = "chart: ./chart\nreleases: [{name: prod, values: [main.values.yaml]}]\n";
/** A text in many brackets. */
export const deep = (open: string, inner: string, close: string, levels: number) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;

/** Texts of values and settings. */
const texts = (dice: Dice): readonly string[] => {
  const size = 100 + dice.below(900);
  return [
    deep("[", "1", "]", size * 4),
    deep("{a: ", "1", "}", size * 2),
    "- ".repeat(size * 4),
    `a: &a [*a]\n${CLEAN}`,
    `${Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${at === 0 ? "x" : `*a${at - 1}, *a${at - 1}`}]`).join("\n")}\n`,
    `controller: {__proto__: {replicas: 3}, constructor: {prototype: {a: 1}}}\n${CLEAN}`,
    `${CLEAN}  ${JSON.stringify(dice.pick(WORDS))}: ${JSON.stringify(dice.pick(WORDS))}\n`,
    `# ${dice.pick(WORDS).replaceAll("\n", " ")}\n${CLEAN}  replicaz: 1 # ${dice.pick(WORDS)}\n`,
    `# cap-operator: values chart=../outside version=../..\n${CLEAN}`,
    `# yaml-language-server: $schema=file:///etc/passwd\n${CLEAN}`,
    `${CLEAN}  replicas: ${"9".repeat(size * 4)}\n`,
    `${CLEAN}  replicas: !!js/function 'x'\n`,
    `\uFEFF${CLEAN}\u0000\uD800\n`,
    `${CLEAN}  tag: "${"a".repeat(size * 40)}!"\n`,
    CLEAN.replaceAll("\n", dice.pick(["\r", "\r\n", "\n\n\u2028"])),
    // Quadratic in documents, once; more in core/features/many-documents.
    "---\n".repeat(size * 10),
  ];
};

/** Schemas of a chart. */
const schemas = (dice: Dice): readonly string[] => {
  const levels = 50 + dice.below(200);
  return [
    '{"$ref":"file:///etc/passwd"}',
    '{"$ref":"https://example.com/schema.json"}',
    '{"$ref":"../../outside/secret.json"}',
    `{"properties":{"controller":{"pattern":${JSON.stringify(dice.pick(["(a+)+$", "^(a|aa)+b", ".*x.*y.*z", "(?=a)", "["]))}}}}`,
    deep('{"properties":{"controller":', "{}", "}}", levels),
    deep('{"items":', "{}", "}", levels),
    // Took all problems of a file; more in core/schema/own-schema.
    '{"definitions":{"a":{"anyOf":[{"$ref":"#/definitions/a"},{"$ref":"#/definitions/a"}]}},"$ref":"#/definitions/a"}',
    deep('{"not":', "{}", "}", 30_000),
    '{"enum":[{"__proto__":1}],"required":["__proto__"]}',
    `{"title":${JSON.stringify(dice.pick(WORDS))},"required":["x"]}`,
    "[]",
    "null",
    "{",
    '{"properties":null,"required":7,"anyOf":{}}',
  ];
};

const archives = (dice: Dice): readonly Buffer[] => {
  const chart: TarEntry[] = entriesOf({
    "a/Chart.yaml": "name: cap-operator\nversion: 0.34.0\n",
    "a/values.yaml": CLEAN,
  });
  const add = (...entries: TarEntry[]) => packed([...chart, ...entries]);
  return [
    add({ name: dice.pick(NAMES_OUTSIDE), body: "x" }),
    add({ name: "a/templates/x", type: "2", link: "../../../outside/secret.values.yaml" }),
    add({ name: "a/values.yaml", type: "1", link: "/etc/passwd" }),
    add({ name: "a/templates/d", type: dice.pick(["3", "4", "6", "x", "g", "L", "K", "S"]) }),
    add({ name: "a/big", size: 2 ** 32, body: "x" }),
    add({ name: "a/zeros", body: Buffer.alloc((1 + dice.below(6)) * 1_000_000) }),
    add(...chart, ...chart),
    add({ name: `a/${"n".repeat(95)}`, body: "x" }),
    gzipSync(packed(chart)),
    packed(chart).subarray(0, 60 + dice.below(60)),
    gzipSync(Buffer.alloc(3_000_000)),
    Buffer.from("not an archive"),
    packed([]),
  ];
};

const TEMPLATES = [
  '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}',
  '{{ fail (repeat 500 "password") }}',
  "{{ .Files.Get `../../outside/secret.values.yaml` }}",
  `${"{{ if .Values.a }}".repeat(500)}x`,
  "{{ .Values.controller.dnsTarget }}\n".repeat(3000),
  `{{ ${"(".repeat(3000)}`,
  "{{ lookup `v1` `Secret` `` `` }}",
];

const SETTINGS = [
  "releases: null\n",
  "releases: [null, 7, {name: null}, {name: x, values: null}]\n",
  "releases: [{name: x, values: [../outside/secret.values.yaml]}]\n",
  "releases: [{name: x, values: [/etc/passwd, /dev/zero, file:///etc/passwd, '\\\\host\\share\\x']}]\n",
  "releases: [{name: x, chart: ../outside, values: [main.values.yaml]}]\n",
  "releases: [{name: x, chart: https://example.com/x.tgz, values: [main.values.yaml]}]\n",
  "releases: [{name: x, values: [main.values.yaml], set: ['a[99999999]=1', '__proto__.x=1', 'a=']}]\n",
  "releases: [{name: x, values: [main.values.yaml], setFile: ['a=../outside/secret.values.yaml']}]\n",
  "excludeFiles: ['*a*a*a*a*a*a*!', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}!', '[', '!(x)', '../**']\n",
  "files: {'**/*': values, '../**': values}\n",
  "helmPath: ./helm\nkubectlPath: ./kubectl\nkubeconfig: ./k\n",
  "managerReleaseUrl: file:///etc/passwd\n",
  "a: &a [*a]\nchart: *a\n",
  "chart: [../outside]\nchartVersion: {a: 1}\n",
  "maxFileSize: 1e308\nhelmVersion: -1\nseverity: {unknown-key: loud}\n",
  "chart: ./missing\n",
  "chart: ''\n",
  "\u0000",
  `${"k".repeat(300_000)}: 1\n`,
  `chart: *${"a".repeat(300_000)}\n`,
  `diagnostics: {severity: {${"c".repeat(300_000)}: off}}\n`,
  `releases: [{name: x, ${"r".repeat(300_000)}: 1, values: [${"v".repeat(300_000)}]}]\n`,
];

const GIT =
  '[core]\n fsmonitor = touch marker\n hooksPath = hooks\n sshCommand = touch marker\n pager = touch marker\n[filter "x"]\n clean = touch marker\n process = touch marker\n[diff "x"]\n textconv = touch marker\n[include]\n path = ../../outside/secret.values.yaml\n';
const repositories = (dice: Dice): readonly Readonly<Record<string, string>>[] => [
  {
    ".git/config": GIT,
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitattributes": "*.yaml filter=x diff=x\n",
    "hooks/post-index-change": "#!/bin/sh\ntouch marker\n",
  },
  { ".git": "gitdir: ../../outside\n" },
  { ".git": `gitdir: ${"a/".repeat(2000)}\n` },
  { ".git/info/exclude": `${"*a".repeat(200)}!\n`, ".git/HEAD": "x" },
  { ".gitignore": `${dice.pick(["*a*a*a*a*a*a*!", "**/**/**/**/**/x", "[a-", "!", "\\"])}\n` },
  { ".helmignore": "*a*a*a*a*!\n", ...CHART, ".cap-operator.yaml": USES_CHART },
  {
    "package.json": '{"scripts":{"postinstall":"touch marker"}}',
    ".npmrc": "script-shell=./sh\n",
    helm: "#!/bin/sh\ntouch marker\n",
  },
];

const NAMES = [
  ...WORDS.map((word) => word.replaceAll("/", "_")),
  "a\nb",
  "a\r::error::b",
  `${"n".repeat(240)}`,
  "-",
  "~",
  "..a",
  "%2e%2e",
  "C:",
  "a\u200Bb",
  "\u0301\u0302",
  "*",
  "{a,b}",
];

/** All cases; each is made from lists with its seed. */
export function hostileCases(rounds = 3): readonly HostileCase[] {
  const cases: HostileCase[] = [];
  const add = (name: string, rest: Omit<HostileCase, "name" | "file"> & { readonly file?: string }) =>
    cases.push({ name: `${cases.length} ${name}`, file: "main.values.yaml", ...rest });
  for (let seed = 1; seed <= rounds; seed++) {
    const dice = new Dice(seed);
    const main = { "main.values.yaml": CLEAN };
    for (const text of texts(dice)) add(`values, seed ${seed}`, { files: { "main.values.yaml": text } });
    for (const text of texts(dice))
      add(`settings, seed ${seed}`, { files: { ...main, ".cap-operator.yaml": text } });
    for (const schema of schemas(dice))
      add(`schema, seed ${seed}`, {
        files: { ...main, ...CHART, "chart/values.schema.json": schema, ".cap-operator.yaml": USES_CHART },
      });
    for (const archive of archives(dice))
      add(`archive, seed ${seed}`, {
        files: {
          ...main,
          "chart.tgz": archive,
          ".cap-operator.yaml": USES_CHART.replace("./chart", "./chart.tgz"),
        },
      });
    for (const text of texts(dice))
      add(`chart, seed ${seed}`, {
        files: { ...main, ...CHART, "chart/values.yaml": text, ".cap-operator.yaml": USES_CHART },
      });
    for (const files of repositories(dice)) add(`repository, seed ${seed}`, { files: { ...main, ...files } });
  }
  const main = { "main.values.yaml": CLEAN };
  for (const template of TEMPLATES)
    add("template", {
      files: { ...main, ...CHART, "chart/templates/a.yaml": template, ".cap-operator.yaml": USES_CHART },
    });
  for (const text of SETTINGS) add("settings", { files: { ...main, ".cap-operator.yaml": text } });
  for (const name of NAMES) {
    add("name of a file", {
      file: `${name}.values.yaml`,
      files: { [`${name}.values.yaml`]: `${CLEAN}  replicaz: 1\n` },
    });
    add("name of a folder", {
      file: `${name}/main.values.yaml`,
      files: { [`${name}/main.values.yaml`]: `${CLEAN}  replicaz: 1\n` },
    });
  }
  for (const name of ["\xff", "a\xc3", "\xed\xa0\x80", "\xc0\xaf..\xc0\xaf"])
    for (const at of [`${name}.values.yaml`, `${name}/main.values.yaml`])
      add("name that is no text", {
        files: { ...main, ".cap-operator.yaml": `releases: [{name: x, values: ["${name}.values.yaml"]}]\n` },
        bytes: { [at]: `${CLEAN}  replicaz: 1\n` },
      });
  for (const to of [".cap-operator.yaml", "/dev/zero", "../outside/secret.values.yaml"])
    add(`link to ${to} above the opened folder`, {
      opened: "sub",
      file: "sub/main.values.yaml",
      files: { "sub/main.values.yaml": CLEAN, ".git/HEAD": "x" },
      links: { ".cap-operator.yaml": to },
    });
  const secret = "../outside/secret.values.yaml";
  for (const [from, to] of [
    ["link.values.yaml", secret],
    [".cap-operator.yaml", secret],
    ["chart/values.yaml", `../${secret}`],
    ["chart/templates/x.yaml", `../../${secret}`],
    ["chart", "../outside"],
    ["linked", "../outside"],
    ["loop.values.yaml", "loop.values.yaml"],
    ["zero.values.yaml", "/dev/zero"],
  ] as const) {
    const files = {
      ...main,
      ...(from === ".cap-operator.yaml"
        ? {}
        : { ".cap-operator.yaml": USES_CHART.replace("main.values", "link.values") }),
    };
    add(`link at ${from}`, {
      files: {
        ...files,
        ...(from.startsWith("chart/") && { "chart/Chart.yaml": CHART["chart/Chart.yaml"] }),
      },
      links: { [from]: to },
    });
  }
  return cases;
}

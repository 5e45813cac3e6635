import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { withoutRunnerCommands } from "../../server/cli/output/io.ts";
import type { FileReport } from "../../server/cli/output/report.ts";
import { jsonText, withoutCommands } from "../../server/cli/output/runner-commands.ts";
import { makeReporter, REPORTER_NAMES, type ReporterName } from "../../server/cli/reporters/reporters.ts";
import { xml } from "../../server/cli/reporters/xml-text.ts";
import { effort, spread } from "../support/effort.ts";
import { repository } from "../support/repository.ts";
import { folderWith, program, run } from "./run.ts";

const WORDS = [
  "##vso[task.setvariable variable=PATH;]/tmp/evil",
  "##[command]evil",
  "##[section]x",
  "::add-mask::a",
  "::set-output name=x::y",
  "::stop-commands::x",
  "::error::x",
  "##teamcity[setParameter name='x' value='y']",
  "section_start:1:evil",
  "section_end:1:evil",
];

/** The lines that a runner would obey. Those of GitHub and Azure compare as .NET does, which passes over characters that are not shown. */
function obeyed(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => {
    const shown = line.replaceAll(/\p{DI}|\p{Cc}/gu, "");
    return (
      /##(?:vso|teamcity)?\[/i.test(shown) || /^\s*::/.test(shown) || /section_(?:start|end):/i.test(line)
    );
  });
}

const between = [
  "\u00ad",
  "\u200b",
  "\u0000",
  "\u001b[31m",
  " ",
  "\t",
  "\n",
  "\r",
  "\u2028",
  "\u0085",
  "a",
  '"',
];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS, ...between, "#", "##", "[", ":", "::", "vso[", "section_", "start:"),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc
        .tuple(fc.constantFrom(...WORDS), fc.nat(8), fc.constantFrom(...between))
        .map(([word, index, inserted]) => word.slice(0, index) + inserted + word.slice(index)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("nothing in a text commands a runner, and a text without commands stays as it is", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      assert.deepEqual(obeyed(withoutCommands(text)), []);
      if (obeyed(text).length === 0 && !/#[^\r\n]*\[/.test(text)) assert.equal(withoutCommands(text), text);
    }),
    effort(3000),
  );
});

test("JSON without commands is the same value", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile)), (entries) => {
      const value = Object.fromEntries(entries);
      assert.deepEqual(obeyed(jsonText(value)), []);
      assert.deepEqual(JSON.parse(jsonText(value)), JSON.parse(JSON.stringify(value)));
    }),
    effort(1000),
  );
});

/** The texts that a reporter writes through the output of the command line, in which commands are broken up unless they are marked. */
async function written(name: ReporterName, reports: readonly FileReport[]): Promise<readonly string[]> {
  const out: string[] = [];
  const nothing = () => undefined;
  const { io } = withoutRunnerCommands({
    cwd: "/w",
    env: {},
    packageFolder: "",
    out: (text) => void out.push(text),
    err: nothing,
    isOutTerminal: false,
    isErrTerminal: false,
    input: async () => Buffer.alloc(0),
  });
  const shown = (file: string) => file.slice(3);
  const options = {
    isColoured: false,
    isQuiet: true,
    others: "",
    packageFolder: repository,
    version: "1",
    shown,
    hosted: shown,
    fails: () => true,
  };
  const reporter = await makeReporter(name, { ...options, write: io.out });
  for (const report of reports) reporter.file(report);
  const counts = { error: 0, warning: 1, information: 0, hint: 0 };
  reporter.end({ checked: 1, foreign: 0, likely: 0, unreadable: 0, counts, isEmpty: false });
  return out;
}

test("no reporter lets a name, a message, a code or a line command a runner", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (name, message, line) => {
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
      const file = `/w/${name}`;
      const finding = { severity: "warning", code: message, message, range, isUnnecessary: false } as const;
      const fix = { code: message, range, message, title: line, isSafe: true, isPreferred: true };
      const reports: FileReport[] = [
        {
          file,
          state: "checked",
          findings: [
            {
              ...finding,
              related: [{ file, range, message }],
              fixes: [{ ...fix, edits: [{ range, newText: line }] }],
              excerpt: { first: 0, lines: [line.replaceAll("\n", "")] },
            },
          ],
        },
        { file, state: "unreadable", problem: message, fails: true },
      ];
      for (const reporter of REPORTER_NAMES) {
        const out = await written(reporter, reports);
        const others =
          reporter === "github" ? out.map((text) => text.replace(/^::(?=warning |error )/, "")) : out;
        assert.deepEqual(obeyed(others.join("")), [], reporter);
      }
    }),
    effort(300),
  );
});

/** Values, settings and names that are full of commands. */
function hostileFolder(): string {
  const values = WORDS.flatMap((word, index) => [
    `${JSON.stringify(word)}: 1`,
    `key${index}: |`,
    `    ${word}`,
    `    x ${word}`,
    `# ${word}`,
  ]);
  const text = `# cap-operator: values\nsubscriptionServer:\n  domian: a\nimage:\n  tag: 1.10\n${values.join("\n")}\n`;
  const releases = WORDS.map((word) => ({
    name: word,
    values: ["b.values.yaml", `${word}.yaml`],
    set: [`${word.replaceAll(/[,[\]=]/g, "")}=1`],
  }));
  const names = process.platform === "win32" ? [] : WORDS.map((word) => word.replaceAll("/", "_"));
  return folderWith({
    "b.values.yaml": text,
    ".cap-operator.yaml": JSON.stringify({ releases }),
    ...Object.fromEntries(names.map((name) => [`${name}.values.yaml`, "subscriptionServer:\n  domian: a\n"])),
  });
}

test("no command of the program prints one, whatever is in files, names and arguments", async () => {
  const folder = hostileFolder();
  const values = ["-f", "b.values.yaml"];
  const commands = [
    ...REPORTER_NAMES.map((name) => ["check", "-r", name, "."]),
    ["check", "--all-releases"],
    ["fix", "--dry-run", "--unsafe", "."],
    ["format", "--dry-run", "."],
    ["effective", ...values],
    ["effective", "-o", "json", ...values],
    ["effective", "-o", "origins", ...values],
    ["effective", "--key", "key0", ...values],
    ["diff", "b.values.yaml", "@0.34.0"],
    ["diff", "-o", "json", "b.values.yaml", "@0.34.0"],
    ["schema"],
    ["upgrade", "--dry-run", "--to", "specification", ...values],
    ...spread(WORDS).flatMap((word) => [
      ["explain", word],
      ["check", `${word}.yaml`],
      ["check", "-r", word],
      ["check", "--release", word],
      [word],
    ]),
  ];
  for (const args of commands) {
    const { out, err } = await run(folder, args);
    const found = obeyed(`${out}\n${err}`).filter(
      (line) => !/^::(?:error|warning|notice) file=(?!.*##\w*\[)/.test(line) || args[2] !== "github",
    );
    assert.deepEqual(found, [], args.join(" "));
  }
});

test("the data stays the same in JSON, and in a file; elsewhere it is said that something was broken up", async () => {
  const folder = hostileFolder();
  const args = ["effective", "-f", "b.values.yaml"];
  const { out, err } = await run(folder, [...args, "-o", "json"]);
  for (const word of WORDS) assert.equal(JSON.parse(out)[word], 1, word);
  assert.doesNotMatch(err, /broken up/);
  const piped = await run(folder, args);
  assert.match(
    piped.err,
    /^The output contains commands for runners of pipelines\. Each is broken up by a space\./m,
  );
  const file = path.join(folder, "out");
  const command = [process.execPath, program, ...args].map((part) => `"${part}"`).join(" ");
  execFileSync(`${command} > out 2> err`, { cwd: folder, shell: true });
  const exact = readFileSync(file, "utf8");
  for (const word of WORDS) assert.ok(exact.includes(word), word);
  assert.equal(withoutCommands(exact), piped.out);
});

test("XML without commands has the same text", () => {
  for (const word of WORDS) {
    const written = xml`<a>${word}</a>`;
    assert.deepEqual(obeyed(written), [], word);
    const read = written.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    assert.ok(read.includes(word.replaceAll("'", "&apos;")), read);
  }
});

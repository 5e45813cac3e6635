import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { validateXML } from "xmllint-wasm";
import type { FileReport } from "../../server/cli/output/report.ts";
import { plain, plainLines, plainSource } from "../../server/cli/output/terminal-text.ts";
import { makeReporter, type ReporterName } from "../../server/cli/reporters/reporters.ts";
import { effort } from "../support/effort.ts";
import { repository } from "../support/repository.ts";

/** Text of every kind, with much of what has a meaning somewhere. */
const hostile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
      fc.constantFrom(
        "\n",
        "\r\n",
        "\u001b[31m",
        "\u001b]8;;http://x\u0007",
        "\u0000",
        "\u009b2J",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ud800",
        "::error::",
        "%0A",
        "%",
        "&amp;",
        "<![CDATA[",
        "]]>",
        "<!--",
        '"',
        "'",
        "</testsuites>",
        "##[error]",
        "{0}",
        "[a](1)",
        "\\",
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const reports: fc.Arbitrary<FileReport> = fc
  .record({
    file: hostile,
    message: hostile,
    code: fc.option(hostile, { nil: undefined }),
    line: hostile,
    title: hostile,
  })
  .map(({ file, message, code, line, title }) => {
    const range = {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 1 },
    };
    const edits = [{ range, newText: line }];
    return {
      file: `/w/${file}`,
      state: "checked",
      findings: [
        {
          severity: "warning",
          ...(code !== undefined && { code }),
          message,
          range,
          isUnnecessary: false,
          related: [{ file: `/w/${file}`, range, message }],
          fixes: [{ code: code ?? "", range, message, title, isSafe: true, isPreferred: true, edits }],
          excerpt: { first: 0, lines: [line.replaceAll("\n", "")] },
        },
      ],
    };
  });

async function written(name: ReporterName, report: FileReport): Promise<string> {
  let out = "";
  const shown = (file: string) => file.slice(3);
  const reporter = await makeReporter(name, {
    write: (text) => {
      out += text;
    },
    isColoured: false,
    isQuiet: true,
    others: "",
    packageFolder: repository,
    version: "1",
    shown,
    hosted: shown,
    fails: () => true,
  });
  reporter.file(report);
  const counts = { error: 0, warning: 1, information: 0, hint: 0 };
  reporter.end({ checked: 1, foreign: 0, likely: 0, unreadable: 0, counts, isEmpty: false });
  return out;
}

/** Everything that Unicode counts as a control character or as turning the direction of writing, but for line breaks. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

test("nothing that is text controls a terminal, and a line stays a line", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      assert.ok(!CONTROLS.test(plain(text)) && !plain(text).includes("\n"));
      assert.ok(!CONTROLS.test(plainLines(text).replaceAll("\n", "")));
      assert.equal(plainSource(text).length, text.length);
    }),
    effort(300),
  );
});

test("text and GitHub: no control character, and no line that is a command but our own", async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (report) => {
      const text = await written("text", report);
      assert.ok(!CONTROLS.test(text.replaceAll("\t", "")), JSON.stringify(text));
      const commands = (await written("github", report)).trimEnd().split("\n");
      assert.equal(commands.length, 1);
      assert.match(
        commands[0] ?? "",
        /^::warning file=[^,:]*,line=1,endLine=1,col=1,endColumn=2,title=[^,:]*::[^\r\n]*$/,
      );
    }),
    effort(200),
  );
});

test("JSON of every kind is one value of JSON, with the text in it as it was", async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (report) => {
      const message = report.state === "checked" ? report.findings[0]?.message : "";
      const [json, gitlab] = await Promise.all(
        (["json", "gitlab"] as const).map(async (name) => JSON.parse(await written(name, report))),
      );
      JSON.parse(await written("sarif", report));
      assert.equal(json.files[0].findings[0].message, message);
      assert.equal(gitlab[0].description, message);
    }),
    effort(100),
  );
});

test("XML is well-formed, and nothing in it is an element but our own", async () => {
  const some = fc.sample(reports, effort(40));
  const files = await Promise.all(some.map((report) => written("junit", report)));
  const { valid, errors, normalized } = await validateXML({
    xml: files.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    normalization: "c14n",
  });
  assert.ok(valid, JSON.stringify(errors.slice(0, 3)));
  const elements = new Set([...normalized.matchAll(/<(\w+)/g)].map(([, element]) => element));
  assert.deepEqual([...elements], ["testsuites", "testsuite", "testcase", "failure"]);
});

test("Markdown: one row with four cells, and nothing in them is markup", async () => {
  const reader = new MarkdownIt({ html: true, linkify: true });
  await fc.assert(
    fc.asyncProperty(reports, async (report) => {
      const tokens = reader.parse(await written("markdown", report), {});
      assert.deepEqual(
        tokens
          .filter(({ type }) => /^(?:heading|paragraph|table|tr|th|td)_open$/.test(type))
          .map(({ tag }) => tag),
        ["h3", "p", "table", "tr", "th", "th", "th", "th", "tr", "td", "td", "td", "td"],
      );
      const inline = tokens.flatMap(({ children }) => children ?? []);
      assert.deepEqual([...new Set(inline.map(({ type }) => type))], ["text"]);
    }),
    effort(200),
  );
});

test("each character that moves the cursor, ends the line or turns the direction of writing is escaped, and no other one", () => {
  // The tables of Unicode that Node has, and the signs for line ends and byte order that are in none of these two.
  const unsafe = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u;
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const isUnsafe = unsafe.test(character);
    const shown = code.toString(16);
    assert.equal(plain(character) !== character, isUnsafe, shown);
    if (isUnsafe) assert.match(plain(character), /^\\(?:[ntr]|u\{[0-9a-f]+\})$/, shown);
    const isKept = character === "\n" || !isUnsafe;
    assert.equal(plainLines(character) === character, isKept, shown);
    assert.equal(plainSource(character) === character, isKept || character === "\t", shown);
  }
});

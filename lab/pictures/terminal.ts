// `node lab/pictures/terminal.ts`: records what the program prints on a terminal, as a moving picture for the documentation. Needs `npm run build`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { NPM_README } from "../../build/npm-package.ts";
import { repository } from "../../test/support/repository.ts";
import { digestOf } from "./write-picture.ts";

/** The values on the page of the package on npm. */
const [, VALUES = ""] =
  /^```yaml\n([^`]*)^```$/m.exec(readFileSync(path.join(repository, NPM_README), "utf8")) ?? [];
const COMMANDS = [
  ["check", "."],
  ["fix", "--unsafe", "."],
  ["effective", "-f", "values.yaml", "--changed"],
];
const [COLUMNS, ROWS] = [120, 28];
const [CELL, LINE] = [8, 18];
/** Seconds: until a command is typed, until its output is there, and until it was read. */
const [TYPED, RUN, READ_PER_LINE] = [1.2, 0.4, 0.28];
const COLOURS: Readonly<Record<string, string>> = {
  31: "#f47067",
  32: "#8ddb8c",
  33: "#daaa3f",
  34: "#6cb6ff",
};

/** A change of the colour (ECMA-48). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
const CODE = /(\u001b\[\d+m)/;

interface Line {
  readonly text: string;
  /** The time at which it appears, in seconds. */
  readonly seconds: number;
}

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-recording-"));
try {
  writeFileSync(path.join(folder, "values.yaml"), VALUES);
  const said = COMMANDS.map((args) => ({ args, printed: run(folder, args) }));
  const lines = shownOf(said);
  const svg = pictureOf(lines);
  const file = "docs/images/terminal.svg";
  writeFileSync(path.join(repository, file), svg);
  const read = said
    .map(({ args, printed }) => `$ cap-operator ${args.join(" ")}\n${stripVTControlCharacters(printed)}`)
    .join("");
  writeFileSync(
    path.join(repository, "lab/pictures/read/terminal.txt"),
    `${file} ${digestOf(Buffer.from(svg))}\n\n${read}`,
  );
  console.log(`${file}: ${(svg.length / 1000).toFixed(0)} kB`);
} finally {
  rmSync(folder, { recursive: true });
}

/** The lines on the terminal, with their times. */
function shownOf(
  said: readonly { readonly args: readonly string[]; readonly printed: string }[],
): readonly Line[] {
  const lines: Line[] = [];
  let now = 0.5;
  for (const { args, printed } of said) {
    lines.push({ text: `\u001b[32m$\u001b[39m cap-operator ${args.join(" ")}`, seconds: now });
    now += TYPED + RUN;
    const shown = printed.split("\n").flatMap(wrapped);
    for (const text of shown) lines.push({ text, seconds: now });
    now += shown.length * READ_PER_LINE;
  }
  return lines;
}

/** A line as a terminal breaks it. */
function wrapped(line: string): readonly string[] {
  const lines = [""];
  let room = COLUMNS;
  for (const part of line.split(CODE).flatMap((piece) => (CODE.test(piece) ? [piece] : [...piece]))) {
    if (CODE.test(part)) lines.push((lines.pop() ?? "") + part);
    else {
      if (room === 0) lines.push("");
      room = room === 0 ? COLUMNS - 1 : room - 1;
      lines.push((lines.pop() ?? "") + part);
    }
  }
  return lines;
}

function run(cwd: string, args: readonly string[]): string {
  const program = path.join(repository, "dist/cap-operator.js");
  try {
    return execFileSync(
      process.execPath,
      [program, ...args, ...(args[0] === "check" ? ["--color", "always"] : [])],
      {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  } catch (error) {
    const { stdout, stderr, status } = error as { stdout: string; stderr: string; status: number };
    if (status !== 1) throw new Error(stderr);
    return stdout;
  }
}

/** The terminal with all lines, each there from its time on, and scrolled to the last one that is there. */
function pictureOf(lines: readonly Line[]): string {
  const end = (lines.at(-1)?.seconds ?? 0) + 6;
  const steps = [...new Map(lines.map(({ seconds }, index) => [seconds, index])).entries()];
  const scroll = steps.map(([seconds, index]) => {
    const hidden = Math.max(0, index + 1 - ROWS);
    return [((seconds / end) * 100).toFixed(2), -hidden * LINE] as const;
  });
  const moves = [...scroll, [100, scroll.at(-1)?.[1] ?? 0]].map(
    ([percent, y]) => `${percent}% { transform: translateY(${y}px) }`,
  );
  const [width, height] = [COLUMNS * CELL + 32, ROWS * LINE + 32];
  const style = [
    `text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #adbac7; white-space: pre; opacity: 0; animation: there 0.01s linear forwards }`,
    `@keyframes there { to { opacity: 1 } }`,
    `#all { animation: scroll ${end}s step-end forwards }`,
    `@keyframes scroll { ${moves.join(" ")} }`,
    `.b { font-weight: bold } .f { fill: #768390 }`,
  ].join("\n");
  const rows = lines.map(({ text, seconds }, index) => {
    const y = 14 + index * LINE;
    return `<text x="16" y="${y}" style="animation-delay:${seconds.toFixed(1)}s" textLength="${columnsOf(text) * CELL}">${spans(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<style>${style}</style>
<rect width="100%" height="100%" rx="8" fill="#22272e"/>
<svg y="14" width="${width}" height="${height - 28}"><g id="all">
${rows.filter((row) => !row.includes('textLength="0"')).join("\n")}
</g></svg>
</svg>
`;
}

function columnsOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** A line with its colours as parts of a text. */
function spans(text: string): string {
  let [bold, faint, colour] = [false, false, ""];
  return text
    .split(CODE)
    .map((part) => {
      const code = CODE.test(part) ? part.slice(2, -1) : undefined;
      if (code === undefined) {
        const kind = [bold ? "b" : "", faint ? "f" : ""].join("");
        const fill = colour === "" ? "" : ` style="fill:${colour}"`;
        return part === "" ? "" : `<tspan${kind && ` class="${kind}"`}${fill}>${escaped(part)}</tspan>`;
      }
      if (code === "22") [bold, faint] = [false, false];
      else if (code === "1") bold = true;
      else if (code === "2") faint = true;
      else colour = COLOURS[code] ?? "";
      return "";
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

import type { Annotation, DiffLine, PullRequest } from "./pull-request.ts";

const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px "Open Sans", sans-serif; width: 960px; }
.file { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; }
.name { padding: 8px 12px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; font: 600 13px "DejaVu Sans Mono", "Liberation Mono", monospace; }
table { width: 100%; border-collapse: collapse; font: 12px/20px "DejaVu Sans Mono", "Liberation Mono", monospace; }
td { padding: 0 10px; white-space: pre; vertical-align: top; }
td.number { width: 44px; text-align: right; color: #59636e; }
.hunk td { background: #ddf4ff; color: #59636e; padding-top: 3px; padding-bottom: 3px; }
.added td { background: #dafbe1; } .added td.number { background: #aceebb; }
.removed td { background: #ffebe9; } .removed td.number { background: #ffcecb; }
.note td { padding: 8px 12px; white-space: normal; }
.box { border: 1px solid #d1d9e0; border-left-width: 4px; border-radius: 6px; padding: 8px 12px; font: 13px/20px "Open Sans", sans-serif; }
.error { border-left-color: #cf222e; } .warning { border-left-color: #bf8700; } .notice { border-left-color: #0969da; }
.where { color: #59636e; } .title { font-weight: 600; }
`;

const WORDS: Record<Annotation["level"], string> = { error: "Error", warning: "Warning", notice: "Notice" };

/** A page that shows a change with the annotations below the lines that they are about. Nothing in it is markup but what is written here. */
export function pullRequestPage({ file, diff, annotations }: PullRequest): string {
  const rows = diff.flatMap((line) => [
    row(line),
    ...annotations.filter((one) => one.file === file && one.line === line.new).map(note),
  ]);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(file)}</title><style>${STYLE}</style></head>
<body><div class="file"><div class="name">${escaped(file)}</div><table>
${rows.join("\n")}
</table></div></body></html>
`;
}

function row({ kind, old, new: now, text }: DiffLine): string {
  const sign = { hunk: "", same: " ", added: "+", removed: "-" }[kind];
  if (kind === "hunk") return `<tr class="hunk"><td colspan="3">${escaped(text)}</td></tr>`;
  const numbers = [old, now].map((number) => `<td class="number">${number ?? ""}</td>`).join("");
  return `<tr class="${kind}">${numbers}<td>${escaped(`${sign} ${text}`)}</td></tr>`;
}

function note({ level, file, line, title, message }: Annotation): string {
  return `<tr class="note"><td colspan="3"><div class="box ${level}"><div class="where">${WORDS[level]} on line ${line} in ${escaped(file)}</div><div class="title">${escaped(title)}</div><div>${escaped(message)}</div></div></td></tr>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

import type { Annotation, DiffLine, PullRequest } from "./pull-request-change.ts";

// The colours of a page in the light theme, and in the dark one where the browser asks for it.
const STYLE = `
:root { --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --head: #f6f8fa; --hunk: #ddf4ff; --added: #dafbe1;
  --added-number: #aceebb; --removed: #ffebe9; --removed-number: #ffcecb; --error: #cf222e; --warning: #bf8700; --notice: #0969da; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --head: #151b23; --hunk: #121d2f; --added: #12261e;
    --added-number: #1c4428; --removed: #25171c; --removed-number: #542426; --error: #f85149; --warning: #d29922; --notice: #4493f8; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--page); color: var(--text); font: 14px "Open Sans", sans-serif; width: 960px; }
.file { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.name { padding: 8px 12px; background: var(--head); border-bottom: 1px solid var(--line); font: 600 13px "DejaVu Sans Mono", "Liberation Mono", monospace; }
table { width: 100%; border-collapse: collapse; font: 12px/20px "DejaVu Sans Mono", "Liberation Mono", monospace; }
td { padding: 0 10px; white-space: pre; vertical-align: top; }
td.number { width: 44px; text-align: right; color: var(--quiet); }
.hunk td { background: var(--hunk); color: var(--quiet); padding-top: 3px; padding-bottom: 3px; }
.added td { background: var(--added); } .added td.number { background: var(--added-number); }
.removed td { background: var(--removed); } .removed td.number { background: var(--removed-number); }
.note td { padding: 8px 12px; white-space: normal; }
.box { border: 1px solid var(--line); border-left-width: 4px; border-radius: 6px; padding: 8px 12px; font: 13px/20px "Open Sans", sans-serif; }
.error { border-left-color: var(--error); } .warning { border-left-color: var(--warning); } .notice { border-left-color: var(--notice); }
.where { color: var(--quiet); } .title { font-weight: 600; }
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

import type { TextSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { TEXT_ARGUMENTS, tool } from "../tool.ts";

export const snippets = tool<TextSource & { readonly line?: number }>({
  name: "snippets",
  title: "Snippets",
  description:
    "Lists ready parts of a values file or operator resource that a text does not contain yet, each with the place where it belongs. In the bodies, ${1:name} is a place to fill in. An empty text lists those for a new file.",
  arguments: {
    ...TEXT_ARGUMENTS,
    line: {
      type: "integer",
      minimum: 1,
      maximum: 10_000_000,
      description: "The line to write at, from 1; the end of the text without it.",
    },
  },
  run: async ({ line, ...source }, { engine, folders }) => {
    const text = source.path === undefined && source.text === undefined ? { text: "" } : {};
    const { workspace, file } = await engine.look({ ...source, ...text }, folders);
    const last = file.analysis.lines.count - 1;
    const position = { line: Math.min((line ?? last + 1) - 1, last), character: 0 };
    const offers = workspace.service.snippets(file.analysis, position);
    return { snippets: offers.slice(0, LIMITS.answers) };
  },
});

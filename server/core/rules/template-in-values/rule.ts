import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import { nodeAt } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import type { Fix, Rule, RuleContext } from "../engine/rule.ts";
import { removeFix } from "../topics/other-key.ts";

export const rule: Rule = {
  code: "template-in-values",
  severity: "warning",
  onAnyLine: true,
  docs: {
    what: "A template expression in a values file, where the chart does not run the value through `tpl`.",
    why: "Helm does not render values files: the braces are read as YAML, or passed to the chart as text.",
    fix: "Writes the value that the template names, or a placeholder that shows the form of the value; or removes the key, so that the default is used.",
  },
  check(context) {
    const unrendered = context.templates.filter(({ isRendered }) => !isRendered);
    return unrendered.map(({ start, end }) => ({
      start,
      end,
      message: l10n.t(
        "Helm does not render values files, so this template is not replaced. Write the value itself.",
      ),
      fixes: () => valueFixes(context, start, end),
    }));
  },
};

/** A key with nothing else before its value. */
const HEAD = /^[ \t]*(?:- +)*([\w-]+):[ \t]+$/;

/** A template that only names a value. */
const VALUE = /^\{\{-? *\.Values\.([\w.]+) *-?\}\}$/;

/** Fixes for a template that is the whole value of a key on its line. */
function valueFixes(context: RuleContext, start: number, end: number): Fix[] {
  const { analysis, document, root } = context;
  const { lines, file } = analysis;
  const line = lines.lineAt(start);
  const lineStart = lines.start(line);
  const [head, key] = HEAD.exec(file.text.slice(lineStart, start)) ?? [];
  const rest = lines.text(line).slice(end - lineStart);
  if (head === undefined || key === undefined || !/^[ \t]*(?:#.*)?$/.test(rest)) return [];
  const found = nodeAt(root.node, lineStart + head.lastIndexOf(key));
  const property = found?.type === "property" ? found : found?.parent;
  if (property?.type !== "property") return [];
  const change = (text: string, preferred: boolean): Fix => ({
    title: l10n.t("Change to {0}", text),
    edits: [{ start, end, text }],
    preferred,
  });
  const named = namedValue(context, file.text.slice(start, end));
  const placeholder = document.at(property).schema?.annotations.placeholder;
  return [
    ...(named === undefined ? [] : [change(named, true)]),
    ...(placeholder === undefined ? [] : [change(placeholder, false)]),
    ...removal(context, property),
  ];
}

/** The text of the scalar that a template names, if it only does that and the values have one. */
function namedValue({ document }: RuleContext, template: string): string | undefined {
  const [, path] = VALUE.exec(template) ?? [];
  const given = path === undefined ? undefined : document.release.given(path.split("."));
  if (given?.type !== "leaf" || given.value === null || given.value === "") return undefined;
  return scalarText(given.value);
}

function removal(context: RuleContext, property: PropertyNode): Fix[] {
  const holder = property.parent && context.placeOf(property.parent);
  return holder ? removeFix(context, holder, property) : [];
}

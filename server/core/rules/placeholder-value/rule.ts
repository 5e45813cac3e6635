import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { parseHttpUrl } from "../../schema/types/http-url.ts";
import {
  exampleNameIn,
  isExampleHost,
  isPlaceholderWord,
  placeholderIn,
} from "../../schema/types/placeholders.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "placeholder-value",
  severity: "error",
  toReplace: true,
  docs: {
    what: "A placeholder was left in place of a real value. It is a warning for names that are reserved for examples, such as those under example.com.",
    why: "Helm passes `<subdomain>` or `CHANGE_ME` on unchanged. The installation succeeds, but nothing can be reached.",
  },
  check(context) {
    const left: Finding[] = [];
    for (const group of context.groups) {
      if (group.schemas.length === 0) continue;
      for (const node of group.nodes.string) {
        const placeholder = placeholderIn(node.value);
        if (placeholder === undefined) continue;
        const place = group.place(node);
        // Labels and annotations hold arbitrary text, in which braces and the like may be intended.
        const isAll = placeholder === node.value.trim() && !isPlaceholderWord(node.value);
        if (isNamedKey(place) || isAll) left.push(finding(place, placeholder));
      }
    }
    return [...left, ...examples(context)];
  },
};

function finding(place: Place, placeholder: string): Finding {
  const message = l10n.t(
    "{0} still contains the placeholder {1}. Replace it with the real value.",
    placeName(place),
    placeholder,
  );
  return { ...rangeOf(place.node), message };
}

function examples(context: RuleContext): Finding[] {
  const hosts = textsMeaning(context, "host").map(({ place, text }) => ({ place, text, host: text.trim() }));
  const urls = textsMeaning(context, "url").map(({ place, text }) => ({
    place,
    text,
    host: parseHttpUrl(text)?.host ?? "",
  }));
  const found = [...hosts, ...urls].filter(({ host }) => isExampleHost(host));
  return [...found, ...namesIn(context)]
    .filter(({ text }) => placeholderIn(text) === undefined)
    .map(({ place, host }) => ({
      ...rangeOf(place.node),
      severity: "warning",
      message: l10n.t(
        '"{0}" is reserved for examples, so no cluster has it. Replace it with the real name.',
        host,
      ),
    }));
}

/** The name of an image begins with that of its registry. Other texts with a meaning have rules of their own. */
const NAMING: ReadonlySet<Meaning | undefined> = new Set([undefined, "image-repository"]);

/** Example names in other texts, such as the name of a registry or of an API group. */
function namesIn(context: RuleContext): { place: Place; text: string; host: string }[] {
  const found: { place: Place; text: string; host: string }[] = [];
  for (const group of context.groups) {
    const [schema] = group.schemas;
    if (!schema || !NAMING.has(schema.annotations.meaning)) continue;
    for (const node of group.nodes.string) {
      const host = exampleNameIn(node.value);
      if (host === undefined) continue;
      const place = group.place(node);
      if (isNamedKey(place)) found.push({ place, text: node.value, host });
    }
  }
  return found;
}

/** True if the chart names the key of a place, so that it is not an entry of a map of labels or the like. */
function isNamedKey({ property, parent }: Place): boolean {
  if (!property || !parent) return true;
  return parent.schemas.some((schema) => schema.properties.has(property.key));
}

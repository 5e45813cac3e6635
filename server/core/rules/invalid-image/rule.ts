import * as l10n from "@vscode/l10n";
import { mendedRepository, partsOf, repositoryFault, tagFault } from "../../schema/types/image-reference.ts";
import { placeholderIn } from "../../schema/types/placeholders.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import { isUnset } from "../../semantics/effective-value.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { StringNode } from "../../yaml/tree.ts";
import { changeTextFix, setFieldFix } from "../engine/fixes.ts";
import { keyMeaning, textsMeaning } from "../engine/meanings.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

const MEANINGS = ["image-repository", "image-tag"] as const;

export const rule: Rule = {
  code: "invalid-image",
  severity: "error",
  docs: {
    what: "A repository or tag that cannot be part of the name of an image: with `https://`, capitals, spaces, or a tag in the repository.",
    why: "The chart writes `<repository>:<tag>`. Helm and the API server accept any text there, but the container runtime cannot read it, and the pods do not start (`InvalidImageName`). A tag has at most 128 letters, digits, `_`, `-` and `.`, and may be followed by `@` and a digest.",
    fix: "Removes `https://` and spaces at the ends, writes the repository in lowercase, or moves the tag to its own key.",
  },
  check(context) {
    return MEANINGS.flatMap((meaning) =>
      textsMeaning(context, meaning).flatMap(({ node, text, place }): Finding[] => {
        const fault =
          node.type === "string" && !placeholderIn(text) && !text.includes("{{")
            ? textFault(meaning, text)
            : undefined;
        if (node.type !== "string" || fault === undefined) return [];
        return [
          {
            ...rangeOf(node),
            message: l10n.t('{0} cannot be "{1}": {2}.', placeName(place), shown(text), fault),
            fixes: () =>
              meaning === "image-tag" ? tagFixes(context, node) : repositoryFixes(context, place, node),
          },
        ];
      }),
    );
  },
};

function tagFixes(context: RuleContext, node: StringNode): Fix[] {
  const mended = node.value.trim().replace(/^:/, "");
  return mended !== "" && tagFault(mended) === undefined ? changeTextFix(context, node, mended, true) : [];
}

function repositoryFixes(context: RuleContext, place: Place, node: StringNode): Fix[] {
  const mended = mendedRepository(node.value);
  if (mended !== undefined) return changeTextFix(context, node, mended, true);
  const { tag, digest, repository: written } = partsOf(node.value.trim().replace(/^\w+:\/\//, ""));
  const repository = repositoryFault(written) === undefined ? written : mendedRepository(written);
  if (repository === undefined || tag === undefined) return [];
  const whole = digest === undefined ? tag : `${tag}@${digest}`;
  return tagFault(whole) === undefined ? splitFix(context, place, node, repository, whole) : [];
}

/** Moves the tag to its own key, unless another tag is in effect there. */
function splitFix(
  context: RuleContext,
  { parent, path }: Place,
  node: StringNode,
  repository: string,
  tag: string,
): Fix[] {
  const [schema] = parent?.schemas ?? [];
  const key = schema && keyMeaning(schema, "image-tag");
  const [change] = changeTextFix(context, node, repository, true);
  if (key === undefined || !change || parent?.node.type !== "object") return [];
  const given = context.document.release.given([...path.slice(0, -1), key]);
  if (given?.type === "leaf" && given.value === tag) return [change];
  if (!isUnset(given)) return [{ ...change, preferred: false }];
  const [set] = setFieldFix(context, parent.node, key, tag);
  if (!set) return [];
  const edits = [...change.edits, ...set.edits].toSorted((a, b) => a.start - b.start);
  return [{ ...change, title: l10n.t('Change to "{0}", and set the tag to "{1}"', repository, tag), edits }];
}

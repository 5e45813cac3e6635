import * as l10n from "@vscode/l10n";
import { withoutEnd } from "../../yaml/without-end.ts";

// The grammar of image references as container runtimes read them; charts write `<repository>:<tag>`.
const HOST =
  /(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[A-Fa-f0-9:]+\])(?::\d+)?/;
const PART = /[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*/;
const REPOSITORY = new RegExp(`^(?:${HOST.source}/)?${PART.source}(?:/${PART.source})*$`);
const TAG = /^\w[\w.-]*$/;
const DIGEST = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
const SCHEME = /^[A-Za-z][\w+.-]*:\/\//;
const MOST_IN_REPOSITORY = 255;
const MOST_IN_TAG = 128;

/** A repository with the tag or the digest that was written behind it. */
interface Reference {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** The parts of a text that is an image: the tag comes after the last `/`, because a registry may have a port. */
export function partsOf(text: string): Reference {
  const [name = "", digest] = split(text, text.indexOf("@"));
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const [repository = "", tag] = split(name, colon);
  return { repository, tag, digest };
}

/** The reason why a text cannot be the repository of an image, as the rest of a sentence; `undefined` if it can. */
export function repositoryFault(text: string): string | undefined {
  if (/\s/.test(text)) return l10n.t("it contains spaces");
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme !== undefined) return l10n.t("it must not begin with {0}", scheme);
  const { repository, tag, digest } = partsOf(text);
  // With the algorithm here and the digits in the tag, the chart writes a digest.
  if (digest !== undefined && !/^sha\d{3}$/.test(digest))
    return l10n.t("it must not contain a digest, because the tag comes after it");
  if (tag !== undefined) return l10n.t('it must not contain the tag "{0}"', tag);
  if (repository.length > MOST_IN_REPOSITORY) return tooLong(text, MOST_IN_REPOSITORY);
  if (REPOSITORY.test(repository)) return undefined;
  return REPOSITORY.test(repository.toLowerCase())
    ? l10n.t("it must be lowercase")
    : l10n.t('lowercase letters and digits are allowed, separated by "/", ".", "_" or "-"');
}

/** The reason why a text cannot be the tag of an image; `undefined` if it can. A digest may follow it. */
export function tagFault(text: string): string | undefined {
  const [tag = "", digest] = split(text, text.indexOf("@"));
  if (tag.length > MOST_IN_TAG) return tooLong(tag, MOST_IN_TAG);
  if (/\s/.test(text)) return l10n.t("it contains spaces");
  if (digest !== undefined && !DIGEST.test(digest)) {
    return l10n.t('after "@" it needs a digest such as sha256: with 64 hexadecimal digits');
  }
  return TAG.test(tag)
    ? undefined
    : l10n.t('letters, digits, "_", "-" and "." are allowed, with a letter, digit or "_" at the beginning');
}

/** The text without parts that no repository has, if the rest is a repository. */
export function mendedRepository(text: string): string | undefined {
  const bare = withoutEnd(text.trim().replace(SCHEME, ""), "/");
  const { repository, tag, digest } = partsOf(bare);
  const mended = REPOSITORY.test(repository) ? repository : repository.toLowerCase();
  const isWhole = tag === undefined && digest === undefined;
  return isWhole && mended !== text && repositoryFault(mended) === undefined ? mended : undefined;
}

function split(text: string, index: number): [string, string?] {
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function tooLong(text: string, most: number): string {
  return l10n.t("it has {0} characters, and at most {1} are allowed", text.length, most);
}

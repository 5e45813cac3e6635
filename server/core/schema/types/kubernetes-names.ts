import * as l10n from "@vscode/l10n";

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const DNS_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const NAME_PART = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const MOST_IN_LABEL = 63;
const MOST_IN_NAME = 253;

/** The reason why a text cannot be the name of a namespace or a volume, as the rest of a sentence; `undefined` if it can. */
export function dnsLabelFault(text: string): string | undefined {
  if (text.length > MOST_IN_LABEL) return tooLong(text, MOST_IN_LABEL);
  return DNS_LABEL.test(text)
    ? undefined
    : l10n.t('lowercase letters, digits and "-" are allowed, with a letter or digit at both ends');
}

/** The reason why a text cannot be the name of most objects in a cluster; `undefined` if it can. */
export function dnsNameFault(text: string): string | undefined {
  if (text.length > MOST_IN_NAME) return tooLong(text, MOST_IN_NAME);
  return DNS_NAME.test(text)
    ? undefined
    : l10n.t(
        'lowercase letters, digits, "-" and "." are allowed, with a letter or digit at both ends and around each "."',
      );
}

/** The reason why a text cannot be the key of a label; `undefined` if it can. */
export function labelKeyFault(text: string): string | undefined {
  const parts = text.split("/");
  const [first = "", second] = parts;
  if (parts.length > 2) return l10n.t('only one "/" is allowed');
  if (second === undefined) return namePartFault(first);
  const prefix = dnsNameFault(first);
  if (prefix !== undefined) return l10n.t('the part before "/" must be a DNS name: {0}', prefix);
  const name = namePartFault(second);
  return name === undefined ? undefined : l10n.t('the part after "/" is not valid: {0}', name);
}

/** The reason why a text cannot be the key of an annotation; `undefined` if it can. Upper case does not matter before "/". */
export function annotationKeyFault(text: string): string | undefined {
  return labelKeyFault(text.toLowerCase());
}

/** The reason why a text cannot be the value of a label; `undefined` if it can. */
export function labelValueFault(text: string): string | undefined {
  return text === "" ? undefined : namePartFault(text);
}

function namePartFault(text: string): string | undefined {
  if (text.length > MOST_IN_LABEL) return tooLong(text, MOST_IN_LABEL);
  if (text === "") return l10n.t("it must not be empty");
  return NAME_PART.test(text)
    ? undefined
    : l10n.t('letters, digits, "-", "_" and "." are allowed, with a letter or digit at both ends');
}

function tooLong(text: string, most: number): string {
  return l10n.t("it has {0} characters, and at most {1} are allowed", text.length, most);
}

/** The published charts' words for those of the specification, which come first. */
export interface Words {
  /** Names of keys, also those of labels. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whole values: members of enumerations, names in the cluster. */
  readonly values: Readonly<Record<string, string>>;
}

/** The same words the other way round. */
export function reversed({ keys, values }: Words): Words {
  const turned = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).map(([from, to]) => [to, from]));
  return { keys: turned(keys), values: turned(values) };
}

/** The other name of a word; `undefined` if it has none. */
export function otherWord(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

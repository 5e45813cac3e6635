/** A text without the quotes around it, if it has them. Escapes stay as they are. */
export function unquoted(text: string): string {
  return text.replace(/^(?:"(.*)"|'(.*)')$/s, "$1$2");
}

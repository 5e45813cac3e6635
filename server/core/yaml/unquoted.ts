/** A text without the quotes around it, if it has them. What is escaped in it stays as it is. */
export function unquoted(text: string): string {
  return text.replace(/^(?:"(.*)"|'(.*)')$/s, "$1$2");
}

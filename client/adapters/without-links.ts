/**
 * A text for a message or a question of the editor in which nothing becomes a link. The editor makes one of
 * `[words](command:...)` and of web addresses written so, and what a chart, a webhook or a pod says reaches messages, too.
 * VS Code: `parseLinkedText`, which wants the round bracket right behind the square one.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

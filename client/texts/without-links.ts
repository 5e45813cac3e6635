/**
 * A text for a message or a question of the editor, in which nothing becomes a link. The editor makes links from
 * `[words](command:...)` and from web addresses in that form, and messages may contain texts of a chart, a webhook or a pod. VS
 * Code: `parseLinkedText`, which requires the round bracket directly after the square one.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

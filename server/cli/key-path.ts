import { wrongUse } from "./exit-codes.ts";

/** Reads a key as people write it: `controller.volumes[0].name`, with `\.` for a dot in a name. */
export function readKeyPath(text: string): (string | number)[] {
  const path: (string | number)[] = [];
  const token = /(?:^|\.)((?:\\.|[^\\.[\]])+)|\[(\d{1,9})\]/y;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found)
      throw wrongUse(`${text} is not a key such as controller.replicas or controller.volumes[0].name.`);
    const [whole, name, index] = found;
    path.push(name === undefined ? Number(index) : name.replace(/\\(.)/g, "$1"));
    at += whole.length;
  }
  if (path.length === 0) throw wrongUse("A key is missing, such as controller.replicas.");
  return path;
}

/** Writes a path as people read it. */
export function keyText(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      return (index === 0 ? "" : ".") + part.replace(/[\\.[\]]/g, "\\$&");
    })
    .join("");
}

/** Whether a path is at another one, or below it. */
export function isAtOrBelow(
  path: readonly (string | number)[],
  above: readonly (string | number)[],
): boolean {
  return above.length <= path.length && above.every((part, index) => String(part) === String(path[index]));
}

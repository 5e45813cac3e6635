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

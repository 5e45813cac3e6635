import type { Path } from "./tree.ts";

/** A path that `readPath` can parse: `controller.volumes[0].name`, with a backslash before special characters. */
export function keyText(path: Path): string {
  return pathText(path, /[\\.[\]]/g);
}

/** A path as `--set` takes it: `controller.volumes[0].name`, with a backslash before characters that are special to Helm. */
export function setKeyText(path: Path): string {
  return pathText(path, /[\\.,=[\]]/g);
}

function pathText(path: Path, escaped: RegExp): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      return (index === 0 ? "" : ".") + part.replace(escaped, "\\$&");
    })
    .join("");
}

/** Parses a path as people write it, with a backslash before a dot that belongs to a key; `undefined` if the text is no path. */
export function readPath(text: string): Path | undefined {
  const path: (string | number)[] = [];
  for (const part of text.matchAll(/(?:^|\.)((?:\\.|[^.[\]\\])+)|\[(\d{0,9})\]|(.)/gsu)) {
    const [, key, index, other] = part;
    if (other !== undefined) return undefined;
    path.push(key === undefined ? Number(index) : key.replace(/\\(.)/gsu, "$1"));
  }
  return path.length > 0 && typeof path[0] === "string" ? path : undefined;
}

/** True if a path equals another one, or is below it. An item of a list may be named by its number as a text. */
export function isAtOrBelow(path: Path, above: Path): boolean {
  return above.length <= path.length && above.every((part, index) => String(part) === String(path[index]));
}

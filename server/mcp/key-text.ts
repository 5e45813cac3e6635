import type { Path } from "../core/yaml/tree.ts";

/** A path as a call can name it again: `controller.volumes[0].name`, with a backslash before what would be read otherwise. */
export function keyText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      return (index === 0 ? "" : ".") + part.replace(/[\\.[\]]/g, "\\$&");
    })
    .join("");
}

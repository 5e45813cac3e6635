import { readPath } from "../../core/yaml/key-path.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { wrongUse } from "../output/exit-codes.ts";

/** Reads a key as people write it: `controller.volumes[0].name`, with `\.` for a dot in a name. */
export function readKeyPath(text: string): Path {
  const path = readPath(text);
  if (path) return path;
  throw wrongUse(
    text === ""
      ? "A key is missing, such as controller.replicas."
      : `${text} is not a key such as controller.replicas or controller.volumes[0].name.`,
  );
}

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../test/support/repository.ts";

/** Writes a picture to its file in the repository, and reports how large it is. */
export function writePicture(file: string, png: Buffer): void {
  const target = path.join(repository, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, png);
  console.log(`${file}: ${(png.length / 1000).toFixed(0)} kB`);
}

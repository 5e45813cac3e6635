import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../test/support/repository.ts";
import { filesOf, type Picture, recordOf, THEMES, type Theme } from "./table.ts";

/**
 * Writes a picture to its files in the repository, reports how large it is, and keeps what can be read in it with the digests of the files: tests
 * read that, not the pictures.
 */
export function writePicture(picture: Picture, pngs: Readonly<Record<Theme, Buffer>>, read: string): void {
  const write = (file: string, content: Buffer | string) => {
    const target = path.join(repository, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const digests = THEMES.map((theme) => {
    const png = pngs[theme];
    const file = filesOf(picture)[theme];
    write(file, png);
    console.log(`${file}: ${(png.length / 1000).toFixed(0)} kB`);
    return `${file} ${digestOf(png)}\n`;
  });
  write(recordOf(picture), `${digests.join("")}\n${read}\n`);
}

/** The digest of a file, as the record of a picture names it. */
export function digestOf(png: Buffer): string {
  return `sha256:${createHash("sha256").update(png).digest("hex")}`;
}

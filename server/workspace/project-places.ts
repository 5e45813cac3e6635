/** Where the files with the settings of projects may be, and what is in them: as a host has its files. Nobody waits for an answer. */
export interface ProjectPlaces {
  /**
   * Where the file of a folder's project may be, the nearest first; `looksAbove`: also above the folder. `say` is told why a file
   * does not count.
   */
  addressesFor(folder: string, looksAbove: boolean, say: (message: string) => void): readonly string[];
  /** The text at such an address; `undefined` if there is no such file. Throws a sentence if it cannot be read. */
  text(address: string): string | undefined;
  /** What a setting of a project names, from its folder on: the absolute path if there is something at it, else what is written. */
  fromRoot(root: string, named: string): string;
}

/** What something is that may be read. */
export interface FileStatus {
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly size: number;
  /** What tells a folder from any other, however it is reached. */
  readonly identity: string;
}

/**
 * Files in folders, as a host has them: on the disk, or with the client. What names one is its place: a path on the disk, an address
 * elsewhere. What cannot be done rejects with an error that has a `code` as Node has them; `ENOENT`: nothing is there.
 */
export interface FileTree {
  /** The place with an address; `undefined` if it is not of this tree. */
  placeOf(address: string): string | undefined;
  addressOf(place: string): string;
  /** A place in a folder, by a path with forward slashes. */
  below(folder: string, path: string): string;
  /** The folder that a place is in; of the outermost folder, itself. */
  above(place: string): string;
  /** `false` if nothing is there for certain, without waiting for a status. */
  mayBeThere(place: string): boolean;
  /** Whether a place in a chart may be read, wherever links lead from it; `chart` is the place of its folder or archive. */
  mayRead(place: string, chart: string): boolean;
  status(place: string): Promise<FileStatus>;
  /** The names in a folder, in any order. */
  names(folder: string): AsyncIterable<string>;
  /** What is in a file; `undefined` if that is more than `most` bytes. What is not a regular file is empty. */
  read(file: string, most: number): Promise<Uint8Array | undefined>;
}

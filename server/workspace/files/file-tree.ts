/** The status of a file, a folder or a device. */
export interface FileStatus {
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly size: number;
  /** Identifies a folder; the same for all paths of it. */
  readonly identity: string;
}

/**
 * Files in folders of a host: on the disk, or with the client. Each has a place: a path on the disk, an address elsewhere. An operation that fails
 * rejects with an error that has a `code` as in Node; `ENOENT` means that nothing is there.
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
  /** Tells if a place in a chart may be read, with all links followed; `chart` is the place of its folder or archive. */
  mayRead(place: string, chart: string): boolean;
  status(place: string): Promise<FileStatus>;
  /** The names in a folder, in any order. */
  names(folder: string): AsyncIterable<string>;
  /** The content of a file; `undefined` if it has more than `most` bytes. Anything but a regular file is empty. */
  read(file: string, most: number): Promise<Uint8Array | undefined>;
}

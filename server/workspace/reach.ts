/** Where the paths that settings name may lead, as a host has its files. */
export interface Reach {
  /** The folder in which the settings of a folder may name files: the repository around it, or the folder itself. */
  around(folder: string): string;
  /** Whether what has an address is in one of some folders, wherever links lead. What does not exist is. */
  holds(uri: string, bounds: readonly string[]): boolean;
}

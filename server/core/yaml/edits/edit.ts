/** A replacement of a piece of the file. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

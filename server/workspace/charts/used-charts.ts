import { VALUES_FILE } from "../../core/chart/chart.ts";

/** The folders and archives of charts that files are checked against. */
export class UsedCharts {
  readonly #folders = new Set<string>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Notes that a chart is used. */
  add(folder: string): void {
    if (this.#folders.has(folder)) return;
    this.#folders.add(folder);
    this.#changed();
  }

  /** The addresses of all of them. */
  get folders(): readonly string[] {
    return [...this.#folders];
  }

  /** True if a file is part of such a chart, or its archive. */
  isPart(uri: string): boolean {
    return this.folders.some((folder) => uri === folder || uri.startsWith(`${folder}/`));
  }

  /** True if a file has the values of such a chart. */
  isValues(uri: string): boolean {
    return uri.endsWith(`/${VALUES_FILE}`) && this.#folders.has(uri.slice(0, -VALUES_FILE.length - 1));
  }
}

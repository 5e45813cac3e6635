import { readFileSync } from "node:fs";
import path from "node:path";

/** The folder of this repository. */
export const repository: string = path.resolve(import.meta.dirname, "../..");

/** The workspace that `npm start` opens, and that the editor tests copy. */
export const exampleWorkspace: string = path.join(repository, "examples/workspace");

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly repository?: object;
  readonly main: string;
  readonly icon: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly languages: readonly { readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly media: Readonly<Record<string, string>> }[];
    }[];
  };
}

/** The extension's manifest. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
}

/** Where `npm run package` puts the package. */
export function vsixPath(): string {
  const { name, version } = manifest();
  return path.join(repository, `${name}-${version}.vsix`);
}

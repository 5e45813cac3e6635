import { readFileSync } from "node:fs";
import path from "node:path";

/** The folder of this repository. */
export const repository: string = path.resolve(import.meta.dirname, "../..");

/** The workspace that `npm start` opens, and that the editor tests copy. */
export const exampleWorkspace: string = path.join(repository, "examples/workspace");

/** A setting in the manifest; of a list also what its entries have. */
interface Setting {
  readonly default?: unknown;
  readonly items?: { readonly properties?: object };
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly repository?: { readonly type: string; readonly url: string };
  readonly main: string;
  readonly icon: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly vscode: string; readonly node: string };
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
    readonly commands: readonly { readonly command: string }[];
    readonly languages: readonly { readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly svg: string; readonly altText: string };
      }[];
    }[];
  };
}

/** The extension's manifest. */
export function manifest(): Manifest {
  return JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
}

/** The path at which `npm run package` puts the package. */
export function vsixPath(): string {
  const { name, version } = manifest();
  return path.join(repository, `${name}-${version}.vsix`);
}

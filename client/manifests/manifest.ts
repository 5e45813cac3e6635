import * as l10n from "@vscode/l10n";
import { hideSecrets } from "../../server/core/rendered/hide-secrets.ts";
import { comparableYaml } from "./comparable-yaml.ts";
import { identityOf, type KubeObject, objectKey, type RawObject, readObjects } from "./objects.ts";
import { writeYaml } from "./yaml.ts";

/** Kubernetes objects as YAML. Secret parts never get out: not as a string, not as JSON, not in a template literal. */
export class Manifest {
  readonly #yaml: string;

  constructor(yaml: string) {
    this.#yaml = yaml;
  }

  /** The objects in the order of the manifest, with lists expanded. Objects that name no namespace are in `namespace`. */
  objects(namespace?: string): readonly KubeObject[] {
    return this.#shown(new Map(), namespace);
  }

  /** The same; if an object was different in `before`, its text marks the hidden values that have changed. */
  objectsSince(before: Manifest, namespace?: string): readonly KubeObject[] {
    const then = readObjects(before.#yaml).map((object) => [identityOf(object, namespace), object] as const);
    return this.#shown(new Map(then), namespace);
  }

  #shown(before: ReadonlyMap<string, RawObject>, namespace: string | undefined): readonly KubeObject[] {
    return readObjects(this.#yaml).map(({ value, ...object }) => {
      const then = before.get(identityOf(object, namespace))?.value;
      const text = value === undefined ? unreadable() : comparableYaml(hideSecrets(value, then));
      return { key: objectKey(object, namespace), ...object, text };
    });
  }

  /** The objects as they are sent, including secrets: for the standard input of a program, never for display. */
  static sent(manifest: Manifest): readonly RawObject[] {
    return readObjects(manifest.#yaml);
  }

  /** The whole text, including secrets: for the language server, which shows none of them. */
  static whole(manifest: Manifest): string {
    return manifest.#yaml;
  }

  /** For people: all objects, without comments. */
  toString(): string {
    return readObjects(this.#yaml)
      .map(({ value }) => (value === undefined ? unreadable() : writeYaml(hideSecrets(value))))
      .join("---\n");
  }

  toJSON(): string {
    return this.toString();
  }
}

/** Shown instead of a document that is not valid YAML: it could contain a Secret, so nothing of it is shown. */
function unreadable(): string {
  return `# ${l10n.t("This document is not shown: it cannot be read as YAML.")}\n`;
}

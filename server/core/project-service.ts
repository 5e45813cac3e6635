import type { CompletionItem, Hover, Position } from "vscode-languageserver-types";
import { type CompletionAbilities, completion } from "./features/completion.ts";
import { hover } from "./features/hover.ts";
import type { DocsAddresses } from "./schema/docs-anchor.ts";
import { documentation } from "./schema/markdown.ts";
import type { JsonSchema } from "./schema/model.ts";
import { Schemas } from "./schema/schemas.ts";
import { Analysis } from "./semantics/analysis.ts";
import { fixedSchemas } from "./semantics/charts-in-use.ts";
import { Semantics } from "./semantics/semantics.ts";
import { memo } from "./yaml/memo.ts";

/** Helps with the file that has the settings of a project. */
export interface ProjectService {
  /** Settings and values that can be written at a position, with their documentation. */
  completion(analysis: Analysis, position: Position, abilities: CompletionAbilities): CompletionItem[];
  /** The documentation of the setting at a position. */
  hover(analysis: Analysis, position: Position): Hover | null;
}

/** The page about the file, and the heading there. */
const PAGE = "reference/cli.md";
const ANCHOR = "settings";

/**
 * Makes the service from the JSON Schema of the file. The file is read as an operator resource is: as a document that is merged with
 * nothing.
 */
export function createProjectService(schema: object, docs: DocsAddresses): ProjectService {
  const schemas = new Schemas(
    { values: {}, operator: schema satisfies JsonSchema },
    { place: () => docs.place(PAGE, ANCHOR), link: () => docs.link(PAGE, ANCHOR) },
  );
  const semanticsOf = memo(
    ({ text, file }: Analysis) =>
      new Semantics(
        new Analysis(
          text.uri,
          text.version,
          file,
          file.documents
            .slice(0, 1)
            .map((document) => ({ kind: "operator" as const, document, node: document.root })),
        ),
        fixedSchemas(schemas),
      ),
  );
  const documented = ({ data, ...item }: CompletionItem): CompletionItem => {
    const { path } = (data ?? {}) as { readonly path?: readonly (string | number)[] };
    const model = schemas.model("operator");
    const node = path && model.at(path);
    if (!path || !node) return item;
    const value = documentation(path, node, model.root, schemas.docsLink("operator", path));
    return { ...item, documentation: { kind: "markdown", value } };
  };
  return {
    completion: (analysis, position, abilities) =>
      completion(semanticsOf(analysis), { snippets: [], names: [] }, abilities, position).map(documented),
    hover: (analysis, position) => hover(semanticsOf(analysis), position),
  };
}

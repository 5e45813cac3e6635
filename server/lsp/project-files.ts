import type { CompletionItem, CompletionParams, Diagnostic, Hover, HoverParams } from "vscode-languageserver";
import type { ProjectService } from "../core/project-service.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { ProjectProblems } from "../workspace/project-problems.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ClientFeatures } from "./client-features.ts";
import { completion } from "./completion.ts";
import type { EditorLayout } from "./protocol.ts";

/** What is needed to help with the files that have the settings of projects. */
export interface ProjectFilesPorts {
  readonly projects: Projects;
  readonly service: ProjectService;
  readonly problems: ProjectProblems;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
}

/** Answers what is asked about files with the settings of projects. They are not ours in any other respect. */
export class ProjectFiles {
  readonly #ports: ProjectFilesPorts;

  constructor(ports: ProjectFilesPorts) {
    this.#ports = ports;
  }

  /** Whether a file is one of them. */
  concerns(uri: string): boolean {
    return this.#ports.projects.concerns(uri);
  }

  /** The settings and values that can be written at a position. */
  async completion(
    params: CompletionParams & EditorLayout,
    features: ClientFeatures,
  ): Promise<CompletionItem[]> {
    const file = await this.#ports.open(params.textDocument.uri);
    return file ? completion(this.#ports.service, features, file, params) : [];
  }

  /** What is known of the setting at a position. */
  async hover({ textDocument, position }: HoverParams): Promise<Hover | null> {
    const file = await this.#ports.open(textDocument.uri);
    return file ? this.#ports.service.hover(file.analysis, position) : null;
  }

  /** The problems of such a file; `undefined` for any other. */
  problems({ analysis }: OpenFile): Promise<Diagnostic[]> | undefined {
    const { projects, problems } = this.#ports;
    const { uri } = analysis.text;
    return projects.concerns(uri) ? problems.of(analysis, projects.folderAt(uri)) : undefined;
  }
}

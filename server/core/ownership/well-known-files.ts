import { KINDS } from "../kinds.ts";
import { type GlobPath, matchingGlob } from "./glob.ts";

/** The kinds of well-known files of other tools. */
export type WellKnownFile = "chart" | "project" | "lock" | "compose" | "workflow" | "configuration";

const WELL_KNOWN_FILES: readonly (readonly [what: WellKnownFile, globs: readonly string[]])[] = [
  ["chart", ["Chart.yaml", "Chart.yml", "requirements.yaml"]],
  ["project", [KINDS.project.file]],
  ["lock", ["pnpm-lock.yaml", "*-lock.{yaml,yml}", "*.lock.{yaml,yml}", "*.lock"]],
  [
    "compose",
    [
      "compose.{yaml,yml}",
      "compose.*.{yaml,yml}",
      "docker-compose.{yaml,yml}",
      "docker-compose{-,.}*.{yaml,yml}",
    ],
  ],
  [
    "workflow",
    [
      "**/.github/workflows/*.{yaml,yml}",
      "**/.gitea/workflows/*.{yaml,yml}",
      "**/.forgejo/workflows/*.{yaml,yml}",
      "**/.circleci/*.{yaml,yml}",
      ".gitlab-ci.{yaml,yml}",
      "*.gitlab-ci.{yaml,yml}",
      "azure-pipelines.{yaml,yml}",
    ],
  ],
  ["configuration", ["kustomization.{yaml,yml}", "mkdocs.{yaml,yml}", "helmfile.{yaml,yml}"]],
];

/** The kind of a file whose name or place belongs to another tool. */
export function wellKnownFile(file: GlobPath): WellKnownFile | undefined {
  return WELL_KNOWN_FILES.find(([, globs]) => matchingGlob(globs, file) !== undefined)?.[0];
}

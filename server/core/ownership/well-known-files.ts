import type { GlobPath } from "./glob.ts";
import { matchingGlob } from "./glob.ts";

const WELL_KNOWN_FILES: readonly (readonly [what: string, globs: readonly string[]])[] = [
  ["a chart's description", ["Chart.yaml", "Chart.yml", "requirements.yaml"]],
  ["the settings of a project", [".cap-operator.yaml"]],
  ["a lock file", ["pnpm-lock.yaml", "*-lock.{yaml,yml}", "*.lock.{yaml,yml}", "*.lock"]],
  [
    "a compose file",
    [
      "compose.{yaml,yml}",
      "compose.*.{yaml,yml}",
      "docker-compose.{yaml,yml}",
      "docker-compose{-,.}*.{yaml,yml}",
    ],
  ],
  [
    "a workflow of a CI service",
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
  [
    "a configuration file of another tool",
    ["kustomization.{yaml,yml}", "mkdocs.{yaml,yml}", "helmfile.{yaml,yml}"],
  ],
];

/** Says what a file is, in words, when its name or place belongs to another tool. */
export function wellKnownFile(file: GlobPath): string | undefined {
  return WELL_KNOWN_FILES.find(([, globs]) => matchingGlob(globs, file) !== undefined)?.[0];
}

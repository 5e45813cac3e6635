import { buildProjectSchema } from "../../schemas/project-schema.ts";
import { ownership } from "../../server/core/ownership/ownership.ts";
import { createProjectService } from "../../server/core/project-service.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { lineEdits } from "../../server/core/yaml/edits/line-edits.ts";
import { createYamlService } from "../../server/workspace/open/yaml-service.ts";
import { readProjectSettings, UnreadableProject } from "../../server/workspace/settings/project.ts";
import type { Feature } from "./features.ts";

const project = createProjectService(buildProjectSchema(RULES), docsIn(""));
const formatter = createYamlService();

const PATHS = ["/files/values.yaml", "/files/own-values.yaml", "/files/cap-operator.yaml", "/files/a.yaml"];

/** Questions that hosts ask about a text besides the functions of the engine. */
export const HOST_FEATURES: Readonly<Record<string, Feature>> = {
  ownership: {
    oneIn: 1,
    ask: ({ engine, analysis, dice }) => {
      const path = dice.pick(PATHS);
      const evidence = {
        path,
        workspacePath: path.slice(1),
        files: ["**/own-values.yaml"],
        excludeFiles: ["b/**"],
      };
      return ownership(analysis.region.top, {
        ...evidence,
        projectPath: undefined,
        chart: undefined,
        keys: engine.chartKeys(),
      });
    },
  },
  formatting: {
    oneIn: 20,
    ask: async ({ analysis: { file, text }, answers }) => {
      if (file.problems.length > 0 || file.refused !== undefined) return;
      const formatted = await formatter.format(text.getText(), { usual: 2 });
      if ("text" in formatted) answers.edits(lineEdits(text, formatted.text), "formatting");
    },
  },
  "settings of a project": {
    oneIn: 4,
    ask: ({ analysis: { file } }) => {
      try {
        readProjectSettings(file.text);
      } catch (error) {
        if (!(error instanceof UnreadableProject)) throw error;
      }
    },
  },
  "completion in settings": {
    oneIn: 4,
    ask: ({ analysis, position, answers }) => {
      for (const { textEdit, label } of project.completion(analysis, position, { snippets: true })) {
        if (textEdit && "range" in textEdit) answers.around(textEdit.range, position, label);
      }
    },
  },
  "hover in settings": {
    oneIn: 4,
    ask: ({ analysis, position, answers }) => {
      const { range } = project.hover(analysis, position) ?? {};
      if (range) answers.inside(range, "The hover");
    },
  },
};

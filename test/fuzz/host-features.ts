import { KINDS, rootsOf } from "../../server/core/kinds.ts";
import { ownership } from "../../server/core/ownership/ownership.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import { lineEdits } from "../../server/core/yaml/edits/line-edits.ts";
import { createYamlService } from "../../server/workspace/open/yaml-service.ts";
import { readProjectSettings } from "../../server/workspace/settings/project.ts";
import { UnreadableProject } from "../../server/workspace/settings/project-reader.ts";
import type { Feature } from "./features.ts";

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
    ask: ({ engine, analysis, position, answers }) => {
      const settings = asProject(analysis);
      for (const { textEdit, label } of engine.completion(settings, position, { snippets: true })) {
        if (textEdit && "range" in textEdit) answers.around(textEdit.range, position, label);
      }
    },
  },
  "hover in settings": {
    oneIn: 4,
    ask: ({ engine, analysis, position, answers }) => {
      const { range } = engine.hover(asProject(analysis), position) ?? {};
      if (range) answers.inside(range, "The hover");
    },
  },
};

/** The first document of a text as the settings of a project. */
function asProject({ text, file }: Analysis): Analysis {
  const roots = rootsOf({ documents: file.documents.slice(0, 1) }, KINDS.project);
  return new Analysis(text.uri, text.version, file, roots);
}

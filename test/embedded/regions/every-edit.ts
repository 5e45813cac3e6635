// Every edit that is offered for the values in a document, each with the text after it.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction, TextEdit } from "vscode-languageserver-types";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { applied } from "../../../server/core/yaml/edits/edits.ts";
import { readSources } from "../../../server/workspace/charts/read-sources.ts";
import { type EmbeddedPart, partsOf } from "../../../server/workspace/embedded/embedded-parts.ts";
import { valuesMove } from "../../../server/workspace/embedded/values-apart.ts";
import { addressOf, DiskWorkspace } from "../../../server/workspace/open/disk-workspace.ts";
import { fixAllIn } from "../../../server/workspace/open/file-fixes.ts";
import { acceptItem } from "../../core/support/check-completion.ts";
import type { Dice } from "../../helm/dice.ts";
import { expandSnippet } from "../../support/expand-snippet.ts";
import { repository } from "../../support/repository.ts";
import type { Embedded } from "./documents.ts";
import { type Damage, damages, damagesOfMove } from "./judge.ts";

/** A text after an edit. */
export interface Edited {
  readonly kind: string;
  readonly title: string;
  readonly after: string;
  readonly damages: readonly Damage[];
}

const UMBRELLA =
  'apiVersion: v2\nname: umbrella\nversion: 1.0.0\ndependencies: [{name: cap-operator, version: 0.34.0, repository: "oci://ghcr.io/sap/cap-operator-lifecycle/helm"}, {name: redis, version: 1.0.0}]\n';

const PASTED = [
  "controller:\n  replicas: 2\n",
  "  podLabels:\n    a: b\n",
  "- name: a\n  emptyDir: {}",
  "a\n---\nb: 1\n",
  "webhook:\n  replicas: 1\n  resources:\n    limits: {cpu: 1}\nEOT\n",
];

const SET = [
  { path: "subscriptionServer.domain", value: "new.corp.internal" },
  { path: "controller.replicas", value: "4" },
];

/** Files in which values are, one after the other, as the hosts read them. */
export class EveryEdit {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "regions-"));
  readonly #workspace: DiskWorkspace;
  #count = 0;

  constructor() {
    const { sources } = readSources(repository);
    const folder = addressOf(this.#folder);
    const isHere = (uri: string) => uri.startsWith(folder) || uri.startsWith(this.#folder);
    this.#workspace = new DiskWorkspace({
      sources,
      settings: DEFAULT_SETTINGS,
      folders: [folder],
      looksAt: isHere,
      mayLookAt: isHere,
      mayRead: isHere,
      holds: isHere,
      warn: () => undefined,
    });
  }

  /** A document after all likely fixes, and the codes of what is wrong with it then. */
  async likely(document: Embedded): Promise<{ readonly after: string; readonly left: readonly string[] }> {
    const { service, problems } = this.#workspace;
    const before = await this.#opened(document);
    const actions = await fixAllIn(service, before.file, "likely");
    const around = TextDocument.create(before.uri, "yaml", 0, document.text);
    const edits = actions.flatMap(({ edit }) => edit?.changes?.[before.uri] ?? []);
    const after = TextDocument.applyEdits(around, edits);
    const { file } = await this.#opened({ ...document, text: after });
    const found = (await problems.of(file)).filter(({ severity }) => severity === 1 || severity === 2);
    return { after, left: found.map(({ code }) => String(code)) };
  }

  async #opened(document: Embedded) {
    const folder = path.join(this.#folder, String(++this.#count));
    const file = path.join(folder, document.form.path ?? "apps/cop.yaml");
    for (const chart of [
      path.join(folder, "c"),
      path.join(path.dirname(file), "c"),
      path.join(this.#folder, "c"),
    ]) {
      mkdirSync(chart, { recursive: true });
      writeFileSync(path.join(chart, "Chart.yaml"), UMBRELLA);
    }
    writeFileSync(file, document.text);
    const uri = addressOf(file);
    const looked = await this.#workspace.file(uri);
    if ("problem" in looked) throw new Error(looked.problem);
    return { uri, file: looked.file };
  }

  /** All edits of a document; where an edit needs a place, the dice choose some. */
  async of(document: Embedded, dice: Dice): Promise<readonly Edited[]> {
    const workspace = this.#workspace;
    const { service } = workspace;
    const { uri, file } = await this.#opened(document);
    const around = TextDocument.create(uri, "yaml", 0, document.text);
    const made: Edited[] = [];
    const add = (kind: string, title: string, after: string, judge = damages) => {
      if (after !== document.text) made.push({ kind, title, after, damages: judge(document, after) });
    };
    const addEdits = (kind: string, title: string, edits: readonly TextEdit[] | undefined) =>
      edits && add(kind, title, TextDocument.applyEdits(around, [...edits]));
    const addAction = (kind: string, { title, edit }: CodeAction) =>
      addEdits(kind, title, edit?.changes?.[uri]);

    for (const choice of ["safe", "likely"] as const) {
      const edits = (await fixAllIn(service, file, choice)).flatMap(({ edit }) => edit?.changes?.[uri] ?? []);
      addEdits(`fix all, ${choice}`, "", edits);
    }
    for (const part of partsOf(file)) {
      const { analysis } = part;
      const { start, end } = document;
      const whole = { start: analysis.text.positionAt(start), end: analysis.text.positionAt(end) };
      for (const { title, edits } of (await service.fixesFound(analysis)).fixes)
        addEdits("quick fix", title, edits);
      for (const action of await service.codeActions(analysis, whole, [])) {
        if (action.title.startsWith("Ignore")) addAction("ignore", action);
      }
      for (let { line } = whole.start; line <= whole.end.line; line++)
        for (const action of service.moveKey(analysis, { line, character: 0 })) addAction("move", action);
      const places = [start, end, ...dice.several(4, 4, () => start + dice.below(end - start + 1))];
      for (const offset of places) {
        const position = analysis.text.positionAt(offset);
        const items = service.completion(analysis, position, {
          snippets: true,
          suggestCommand: "list",
          indent: 2,
        });
        for (const item of dice.several(Math.min(3, items.length), Math.min(3, items.length), () =>
          dice.pick(items),
        ))
          add("completion", item.label, acceptItem(document.text, item).text);
        for (const { name, range, body } of dice.oneIn(places.length)
          ? service.snippets(analysis, position, 2)
          : [])
          addEdits("snippet", name, [{ range, newText: expandSnippet(body) }]);
      }
      for (let { line } = whole.start; line <= whole.end.line; line++) {
        const blank = /^ *$/.exec(analysis.lines.text(line))?.[0];
        if (blank === undefined) continue;
        const edit = service.pasted(analysis, { line, character: blank.length }, dice.pick(PASTED), 2);
        addEdits("paste", "", edit && [edit]);
      }
      for (const { index } of document.text.matchAll(/[&*]\w/g)) {
        const renaming = service.rename(analysis, analysis.text.positionAt(index + 1), "renamed");
        if (renaming && "edits" in renaming) addEdits("rename", "", renaming.edits);
      }
      addEdits("defaults", "", service.missingDefaults(analysis));
      const set = service.setValues(
        analysis,
        SET.map((scalar) => ({
          ...scalar,
          path: [analysis.region.path[0], scalar.path].filter(Boolean).join("."),
        })),
      );
      if ("edits" in set) addEdits("set", "", set.edits);
      if ("place" in part) await this.#extracted(part, uri, add);
    }
    workspace.forget(uri);
    return made;
  }

  async #extracted(
    { values: { at: place } }: EmbeddedPart,
    uri: string,
    add: (kind: string, title: string, after: string, judge: typeof damages) => unknown,
  ): Promise<void> {
    const { releases, neighbours, valuesFiles, texts, naming, service } = this.#workspace;
    const source = texts.get(uri);
    if (source === undefined || place === undefined) return;
    const ports = { releases, neighbours, valuesFiles, texts, naming, keys: service.chartKeys() };
    const moved = await valuesMove(source, place, { way: "extract" }, ports);
    if (moved === undefined || typeof moved === "string") return;
    const edits = moved.files.find((movedFile) => movedFile.uri === uri)?.edits ?? [];
    add("extract", "", applied(source.file.text, edits), damagesOfMove);
  }
}

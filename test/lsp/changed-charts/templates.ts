import { type Shape, template } from "./shape.ts";

/** What templates do with values. */
export const TEMPLATES: readonly Shape[] = [
  { what: "a misspelled key", values: "controller:\n  replicaz: 2\n", said: ["unknown-key replicaz"] },
  { what: "all values as a whole", files: template("{{ toJson .Values }}"), values: "other: 1\n" },
  {
    what: "a whole mapping",
    files: template("{{ toJson .Values.controller }}"),
    values: "controller:\n  x: 1\nother: 1\n",
    said: ["unknown-key other"],
  },
  {
    what: "a key that is not literal",
    files: template("{{ index .Values .Release.Name }}"),
    values: "other: 1\n",
  },
  {
    what: "a text for tpl",
    files: template("{{ tpl .Values.text . }}"),
    values: "text: '{{ .Values.other }}'\nother: 1\n",
  },
  { what: "a file for tpl", files: template('{{ tpl (.Files.Get "x") . }}'), values: "other: 1\n" },
];

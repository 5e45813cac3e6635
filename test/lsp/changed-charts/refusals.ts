import { type Shape, template, values } from "./shape.ts";

/** Charts that Helm refuses, always or with some values. */
export const REFUSALS: readonly Shape[] = [
  {
    what: "required",
    files: template('{{ required "owner is needed" .Values.owner }}'),
    values: "controller:\n  replicas: 2\n",
    refusal: "execution error at (my-operator/templates/x.yaml:1:6): owner is needed",
    said: ["helm-template subscriptionServer"],
  },
  {
    what: "required, of a key with an empty default",
    files: { ...values('owner: ""\n'), ...template('{{ required "owner is needed" .Values.owner }}') },
    values: 'owner: ""\n',
    refusal: "execution error at (my-operator/templates/x.yaml:1:6): owner is needed",
    said: ['helm-template owner: ""'],
  },
  {
    what: "fail",
    files: template('{{ if not .Values.owner }}{{ fail "owner is needed" }}{{ end }}'),
    values: 'owner: ""\n',
    refusal: "execution error at (my-operator/templates/x.yaml:1:32): owner is needed",
    said: ['helm-template owner: ""'],
  },
  {
    what: "values of the chart that are not YAML",
    files: { "values.yaml": "controller: [\n" },
    values: "controller:\n  replicas: 1\n",
    said: ["unusable-chart ../mine"],
  },
  {
    what: "a schema that is not JSON",
    files: { "values.schema.json": "{ properties" },
    values: "controller:\n  replicas: 1\n",
    said: ["broken-chart ../mine"],
  },
  {
    what: "a template that does not parse",
    files: template("{{ if .Values.controller }}"),
    values: "controller:\n  replicas: 1\n",
    said: ["broken-chart ../mine"],
  },
];

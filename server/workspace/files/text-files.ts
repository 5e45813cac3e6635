/** The files that are not YAML and may have values: configuration of Terraform or OpenTofu, and scripts with commands of Helm. */
export type TextForm = "terraform" | "script";

const FORMS: readonly (readonly [TextForm, RegExp])[] = [
  ["terraform", /\.(?:tf|tofu)$/],
  ["script", /\.(?:sh|bash|mk)$|(?:^|[/\\])(?:GNUm|m|M)akefile$/],
];

/** The form of a file by its name; `undefined` if it is read as YAML. */
export function textForm(path: string): TextForm | undefined {
  return FORMS.find(([, pattern]) => pattern.test(path))?.[0];
}

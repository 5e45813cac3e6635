// What others do with the same files, each in a process of its own: node bench/schema-checkers.ts ajv|yaml-language-server FOLDER
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";

const SCHEMA = path.join(import.meta.dirname, "../dist/schemas/values.schema.json");

/** Says how many of the files are wrong. */
type Check = (file: string, text: string) => boolean | Promise<boolean>;

const CHECKERS: Readonly<Record<string, () => Check>> = {
  /** The JSON-Schema checker of most tools on Node, behind a YAML parser. */
  ajv() {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(SCHEMA, "utf8")),
    );
    return (_, text) => validate(load(text)) === true;
  },
  /** The library that checks YAML in most editors. */
  "yaml-language-server"() {
    const service = getLanguageService({
      schemaRequestService: () => Promise.resolve(readFileSync(SCHEMA, "utf8")),
      workspaceContext: { resolveRelativePath: (relative) => relative },
    });
    service.configure({ validate: true, schemas: [{ uri: pathToFileURL(SCHEMA).href, fileMatch: ["*"] }] });
    return async (file, text) => {
      const document = TextDocument.create(pathToFileURL(file).href, "yaml", 1, text);
      return (await service.doValidation(document, false)).length === 0;
    };
  },
};

const [name = "", folder = ""] = process.argv.slice(2);
const check = CHECKERS[name]?.();
if (!check) throw new Error(`There is no checker ${name}.`);
let wrong = 0;
for (const file of globSync("**/*.yaml", { cwd: folder })) {
  const at = path.join(folder, file);
  if (!(await check(at, readFileSync(at, "utf8")))) wrong += 1;
}
console.log(wrong);

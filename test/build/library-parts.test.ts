import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import subset from "semver/ranges/subset.js";
import * as whole from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { FEATURES_NOT_OFFERED } from "../../library-parts.mjs";
import { serverCapabilities } from "../../server/lsp/capabilities.ts";
import { clientFeatures } from "../../server/lsp/client-features.ts";
import { repository } from "../support/repository.ts";

const requireHere = createRequire(import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(path.join(repository, file), "utf8"));

test("the server offers nothing for which the client's library lacks the feature", () => {
  const everything = {
    ...clientFeatures({}),
    pullDiagnostics: true,
    codeActionLiterals: true,
    commands: ["a.command"],
    workspaceFolders: true,
  };
  const offered = serverCapabilities(everything);
  const workspace = Object.keys(offered.workspace ?? {}).map((name) => `workspace.${name}`);
  const names = [...Object.keys(offered), ...workspace];
  assert.ok(names.includes("hoverProvider") && names.includes("workspace.workspaceFolders"));
  const lacking = [...Object.values(FEATURES_NOT_OFFERED), "notebookDocumentSync", "monikerProvider"];
  assert.deepEqual(
    names.filter((name) => lacking.includes(name)),
    [],
  );
});

test("every editor that may install the extension has the version that the client's library needs", () => {
  const library = read("node_modules/vscode-languageclient/package.json").engines.vscode;
  assert.ok(subset(read("package.json").engines.vscode, library), library);
});

test("the checks of JSON that ship find what the whole library finds", async () => {
  const shipped: typeof whole = requireHere(path.join(repository, "dist/json-service.js"));
  const schema: whole.JSONSchema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: {
      host: { type: "string", format: "hostname", pattern: "^[a-z.]+$" },
      size: { anyOf: [{ type: "integer", minimum: 2 }, { enum: ["large"] }] },
      list: { type: "array", items: { $ref: "#/definitions/item" }, uniqueItems: true },
    },
    definitions: { item: { type: "object", required: ["name"], additionalProperties: false } },
    additionalProperties: false,
  };
  const found = async ({ getLanguageService }: typeof whole, text: string) => {
    const service = getLanguageService({});
    service.configure({ schemas: [{ uri: "schema:a", fileMatch: ["*"], schema }] });
    const document = TextDocument.create("file:///values.json", "json", 1, text);
    const json = service.parseJSONDocument(document);
    const matching = await service.getMatchingSchemas(document, json);
    return [
      await service.doValidation(document, json),
      matching.map(({ node }) => [node.offset, node.length]),
    ];
  };
  for (const text of [
    '{"host": "a.b", "size": 3, "list": [{"name": 1}]}',
    '{"host": "A", "size": 1, "list": [{}, {}], "other": 1}',
    '{"size": "small", "host": 7,}',
  ]) {
    const [problems] = await found(whole, text);
    assert.ok(Array.isArray(problems) && problems.length > 0, text);
    assert.deepEqual(await found(shipped, text), await found(whole, text), text);
  }
});

// The official schema is in a Go module.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { haveGo } from "../support/go.ts";
import { report } from "./report-project.ts";
import { sarifSchema } from "./report-schemas.ts";

test("SARIF is valid under the official schema, with fixes and related places", {
  skip: !haveGo() && "Go is missing",
}, async () => {
  const log: { runs: object[] } = JSON.parse(await report("sarif"));
  // Draft 4 differs from what Ajv reads in nothing that this schema uses.
  const validate = new Ajv({ strict: false, validateFormats: false }).compile<{ runs: object[] }>(
    sarifSchema(),
  );
  assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
  assert.ok(!validate({ ...log, runs: [{ ...log.runs[0], results: [{ message: "text" }] }] }));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dump } from "js-yaml";
import { readProjectSettings } from "../../../server/workspace/settings/project.ts";
import { UnreadableProject } from "../../../server/workspace/settings/project-reader.ts";
import { readSettings } from "../../../server/workspace/settings/settings.ts";
import { laidOver } from "../../../server/workspace/settings/settings-on-top.ts";
import { effort } from "../../support/effort.ts";

/** Anything that JSON can say, with names that settings have and with names that must mean nothing to a machine. */
const names = fc.constantFrom(
  ...["files", "releases", "diagnostics", "severity", "chart", "maxFileSize", "syntax", "name", "values"],
  ...["__proto__", "constructor", "prototype", "toString", "helmPath"],
);
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { depthSize: "small" },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), names),
    fc.array(tie("anything"), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie("anything")), { maxLength: 5 }).map((entries) => {
      const made: Record<string, unknown> = {};
      for (const [key, value] of entries) {
        Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
      }
      return made;
    }),
  ),
}));

describe("settings of a project and of an editor", () => {
  test("whatever they are, they can be read together, and nothing else in the program changes", () => {
    fc.assert(
      fc.property(anything, anything, (project, editor) => {
        let own: Readonly<Record<string, unknown>> = {};
        try {
          const read = readProjectSettings(dump(project));
          own = read.own;
          for (const { path, message } of read.problems)
            assert.ok(path.length > 0 && /[.?]$/.test(message), message);
        } catch (error) {
          assert.ok(error instanceof UnreadableProject, String(error));
        }
        const { settings } = readSettings(laidOver(own, editor));
        assert.ok(Array.isArray(settings.files) && settings.maxFileSize > 0);
        assert.equal(Object.keys(Object.prototype).length, 0);
        assert.equal(({} as { severity?: unknown }).severity, undefined);
      }),
      effort(300),
    );
  });

  test("what is set in the editor counts, and nothing of the project is lost elsewhere", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const table = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), scalar);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("x", "y", "z"), fc.oneof(scalar, table)),
        table,
        (project, inside) => {
          const editor = { x: inside, y: 1 };
          const together = laidOver(project, editor) as Record<string, Record<string, unknown>>;
          assert.equal(together.y, 1);
          assert.deepEqual(together.z, project.z);
          for (const [key, value] of Object.entries(inside)) assert.equal(together.x?.[key], value);
          const before = typeof project.x === "object" ? project.x : {};
          for (const [key, value] of Object.entries(before)) {
            if (!Object.hasOwn(inside, key)) assert.equal(together.x?.[key], value);
          }
        },
      ),
      effort(200),
    );
  });
});

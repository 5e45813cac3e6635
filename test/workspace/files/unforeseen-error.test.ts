import assert from "node:assert/strict";
import { test } from "node:test";
import { errorDetail, errorText } from "../../../server/workspace/files/unforeseen-error.ts";

const SECRET = "hunter2-of-the-file";

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

for (const text of [
  `{"password": ${SECRET}}`,
  `{"a": 'b', "c": "${SECRET}" "d"`,
  `${SECRET}`,
  `"${SECRET}`,
  `[\`${SECRET}\`, '"`,
  `{"k": "\n    at f (/${SECRET}.js:1:1)", x}`,
]) {
  test(`what JSON.parse quotes is not shown: ${JSON.stringify(text)}`, () => {
    const error = thrownBy(() => JSON.parse(text));
    for (const shown of [errorText(error), errorDetail(error)]) {
      assert.doesNotMatch(shown, /hunter2|of-the-file/);
      assert.match(shown, /^SyntaxError: /);
    }
    assert.match(errorDetail(error), / \(unforeseen-error\.test\.ts:\d+, unforeseen-error\.test\.ts:\d+/);
  });
}

test("an error is one line of at most 200 characters, without control characters", () => {
  const error = new RangeError(`too\r\n\u001b[2J\u202E much${"x".repeat(1_000_000)}`);
  assert.equal(errorText(error), `RangeError: too [2J much${"x".repeat(176)}…`);
  assert.equal(errorText(new Error("this went wrong")), "this went wrong");
  assert.equal(
    errorText(new TypeError("Cannot read properties of undefined (reading 'a')")),
    "TypeError: Cannot read properties of undefined (reading …)",
  );
  assert.equal(errorText({ text: SECRET }), "object");
});

test("lines of the message do not count as places", () => {
  const error = new Error(`x\n    at f (/tmp/${SECRET}.js:1:2)`);
  assert.doesNotMatch(errorDetail(error).replace(errorText(error), ""), /hunter2/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginsWord,
  endsWithAmount,
  namesVersion,
  needsOpening,
} from "../../../client/editor/typing/typing-rules.ts";

// The editor's default, and what its built-in extension for YAML sets since 2026.
const QUIET = { other: "on", comments: "off", strings: "off" };
const OFFERING = { strings: "on" };
const nothing = [undefined, undefined];

test("suggestions are opened where the editor keeps quiet in strings, and only if nobody has chosen", () => {
  assert.ok(needsOpening({ chosen: nothing, preset: QUIET }));
  assert.ok(needsOpening({ chosen: nothing, preset: { strings: false } }));
  assert.ok(!needsOpening({ chosen: nothing, preset: OFFERING }));
  assert.ok(!needsOpening({ chosen: nothing, preset: { strings: true } }));
  assert.ok(!needsOpening({ chosen: [undefined, QUIET], preset: QUIET }));
  assert.ok(!needsOpening({ chosen: [false], preset: QUIET }));
  assert.ok(!needsOpening({ chosen: nothing, preset: true }));
});

test("they are opened at the first letter of a word", () => {
  for (const before of ["", "  ", "  - ", "key: ", 'key: "', "[a, ", "a."])
    assert.ok(beginsWord(before, "c"), before);
  for (const before of ["c", "key: 1", "no-"]) assert.ok(!beginsWord(before, "c"), before);
  for (const typed of ["1", " ", "\n", "co", ""]) assert.ok(!beginsWord("", typed), typed);
});

// The list of versions is asked for again with each digit, and Enter would take from the one that is still shown.
test("they are closed behind a version in full, so that Enter ends the line of the comment", () => {
  for (const line of [
    "# cap-operator: values version=0.34.0",
    "#cap-operator: values chart=cap-operator version=10.0.12",
  ])
    assert.ok(namesVersion(line), line);
  for (const line of [
    "# cap-operator: values version=0.34",
    "# cap-operator: values version=0.34.0 ",
    "version=0.34.0",
    "# version=0.34.0",
    "controller: {} # cap-operator: values version=0.34.0",
  ])
    assert.ok(!namesVersion(line), line);
});

test("an amount with its unit is complete", () => {
  for (const line of ["  rolloutDelay: 2h", "  memory: 512Mi", "cpu: 500m", "- 1.5s"])
    assert.ok(endsWithAmount(line), line);
  for (const line of [
    "  replicas: 2",
    "  rolloutDelay: h",
    "  name: a2h",
    "  tag: 0.34.0",
    "  rolloutDelay: 1h30",
  ])
    assert.ok(!endsWithAmount(line), line);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { meantDuration, parseDuration } from "../../../server/core/schema/types/duration.ts";

describe("durations", () => {
  // From the documentation and the tests of Go's time.ParseDuration.
  for (const [text, seconds] of [
    ["1h15m30.918s", 4530.918],
    ["+5s", 5],
    ["-.5s", -0.5],
    ["1.s", 1],
    ["0", 0],
    ["-0", 0],
    ["12\u00b5s", 0.000012],
    ["12\u03bcs", 0.000012],
    ["39h9m14.425s", 140954.425],
  ] as const) {
    test(`Go reads ${text}`, () =>
      assert.equal(Math.abs((parseDuration(text) ?? Number.NaN) / 1e9 - seconds) < 1e-9, true));
  }
  for (const text of [
    "",
    "3",
    "-",
    "s",
    ".",
    "-.",
    ".s",
    "+.s",
    "1d",
    "1H",
    "1 h",
    "h1",
    "2562048h",
    "300000000h",
  ]) {
    test(`Go refuses ${JSON.stringify(text)}`, () => assert.equal(parseDuration(text), undefined));
  }

  for (const [text, meant] of [
    ["2 hours", "2h"],
    ["90", "90s"],
    ["1 hour and 30 minutes", "1h30m"],
    ["1h30", "1h30m"],
    ["10min", "10m"],
    ["5M", "5m"],
    ["1d", "24h"],
    ["1.5 days", "36h"],
    ["PT30M", "30m"],
    ["-30m", "30m"],
    ["500msec", "500ms"],
    ["0", undefined],
    ["soon", undefined],
    ["5 parsecs", undefined],
  ] as const) {
    test(`${text} was meant as ${meant}`, () => assert.equal(meantDuration(text), meant));
  }
});

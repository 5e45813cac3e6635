import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readManifest } from "../../../build/readable-manifest.ts";
import type { Failure } from "../../../client/helm/failures/row.ts";
import { RECOVERY_COMMANDS } from "../../../client/helm/recovery.ts";
import { continued, failureMessage, failurePage } from "../../../client/operation/failure-text.ts";
import { md } from "../../../client/texts/markdown.ts";
import { repository } from "../../support/repository.ts";
import { explainCase, failureCases } from "../helm/failure-cases.ts";
import { recoveryWords } from "../helm/recovery-words.ts";

const manifest: { contributes: { commands: { command: string; title: string }[] } } =
  readManifest(repository);
const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));

/** The sentences that commands add: none, or the state of the release. */
const OUTCOMES = [undefined, "Nothing was changed.", "Revision 12 is now failed."] as const;

describe("every failure of the table", () => {
  for (const failureCase of failureCases) {
    const { name } = failureCase;
    const failure = explainCase(failureCase);
    test(`${name}: one sentence and the next step, no longer than a message can be`, () => {
      for (const outcome of OUTCOMES) {
        const message = failureMessage(failure, failure.outcome ?? outcome);
        assert.ok(message.length <= 200, `${message.length}: ${message}`);
        assert.ok(message.endsWith(failure.next), message);
        assert.doesNotMatch(message, /\n/);
      }
    });

    test(`${name}: what the next step names has its button`, () => {
      assert.deepEqual(unnamed(failure), []);
    });

    test(`${name}: the page has all of it`, () => {
      const page = failurePage(failure, "It is as it was.", [md`## Components`]).source;
      for (const text of ["It is as it was.", "## Components", failure.said ?? ""]) {
        assert.ok(page.includes(text), `${text}\n${page}`);
      }
      assert.doesNotMatch(page, /48151623|Sup3rS3cret/);
    });
  }
});

/** The commands and settings that the next step names without a button for them. */
function unnamed({ next, recovery }: Failure): readonly string[] {
  const buttons = recovery.map(recoveryWords);
  return named(next).filter((name) => !buttons.some((button) => button.startsWith(name)));
}

/** The commands and settings that a piece of advice names, as the beginning of a recovery action in a word. */
function named(advice: string): string[] {
  const commands = [...titles].filter(([, title]) => advice.includes(title.replace(/\.\.\.$/, "")));
  const settings = advice.match(/capOperator\.\w+(\.\w+)*/g) ?? [];
  const lines = advice.match(/\b(?:helm|kubectl) [a-z]+/g) ?? [];
  return [
    ...commands.map(([command]) => command),
    ...settings.map((setting) => `setting ${setting}`),
    ...lines.map((line) => `$ ${line}`),
    ...(/in a terminal/.test(advice) ? ["$ "] : []),
    ...(/try again/.test(advice) ? ["retry"] : []),
    ...(/^Correct (these|this|the) values?/.test(advice) ? ["edit-values"] : []),
  ];
}

test("the buttons for commands have the commands' names", () => {
  for (const [command, title] of Object.entries(RECOVERY_COMMANDS))
    assert.equal(titles.get(command), title());
});

const failure: Failure = {
  kind: "admission-denied",
  sentence: `The policy refuses it: ${"a very long reason ".repeat(20)}.`,
  next: "Change the values.",
  recovery: [],
};

test("what is too long is cut in the sentence; what became of it and the step stay", () => {
  const message = failureMessage(failure, "Nothing was changed.");
  assert.ok(message.length <= 200 && message.length > 150, message);
  assert.match(message, / (?:very|long|reason|a)… Nothing was changed\. Change the values\.$/);
  assert.match(failureMessage(failure), / (?:very|long|reason|a)… Change the values\.$/);
  assert.ok(failurePage(failure, undefined, []).source.includes(failure.sentence), "the page has all of it");
});

test("what a cluster says is text on the page, whatever it is made of", () => {
  const hostile = { ...failure, details: ["[x](command:y) <img>"], said: "```\n# not a heading\n````" };
  const page = failurePage(hostile, undefined, []).source;
  assert.ok(page.includes("\\[x\\](command:y) \\<img\\>"), page);
  assert.ok(page.includes("`````text\n```\n# not a heading\n````\n`````"), page);
});

test("a sentence can become part of another one", () => {
  assert.equal(continued("The image a:1 cannot be pulled."), "the image a:1 cannot be pulled");
  assert.equal(continued("Deployment x is late."), "Deployment x is late");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { analyse, engine, withCursor } from "../support/engine.ts";

/** The move of the key at the cursor: the title and the text afterwards, or the reason why the key cannot move. */
interface Case {
  readonly name: string;
  readonly move: "up" | "down";
  readonly text: string;
  readonly title?: string;
  readonly after?: string;
  readonly reason?: string;
}

const CASES: readonly Case[] = [
  {
    name: "a key moves up past what follows it, with its comment and with what is below it",
    move: "up",
    text: "controller:\n  resources:\n    # at most\n    limits:$0\n      cpu: 1\n    # at least\n    requests:\n      cpu: 0.5\n  replicas: 2\n",
    title: 'Move "limits" up a level',
    after:
      "controller:\n  resources:\n    # at least\n    requests:\n      cpu: 0.5\n  # at most\n  limits:\n    cpu: 1\n  replicas: 2\n",
  },
  {
    name: "a key that is the last one only changes its indentation",
    move: "up",
    text: "controller:\n    resources:\n        requests: {}\n        lim$0its:\n            cpu: 1",
    after: "controller:\n    resources:\n        requests: {}\n    limits:\n        cpu: 1",
  },
  {
    name: "a key that is the only one takes the place of the key around it, whose comment stays",
    move: "up",
    text: "controller:\n  # what it needs\n  resources:\n    $0limits:\n      cpu: 1\n",
    after: "controller:\n  # what it needs\n  limits:\n    cpu: 1\n",
  },
  {
    name: "a key below a word that is not a key yet stays, if a comment above is indented further",
    move: "up",
    text: " # own\nt\n $0s:\n",
    reason: '"s" is written in a way that makes it unsafe to move. Move it by hand.',
  },
  {
    name: "a key moves down into the mapping above that can contain it, past others",
    move: "down",
    text: "controller:\n  resources:\n    requests: {}\n  replicas: 2\n\n  # at most\n  lim$0its:\n    cpu: 1\n",
    title: 'Move "limits" down a level, into "resources"',
    after:
      "controller:\n  resources:\n    requests: {}\n    # at most\n    limits:\n      cpu: 1\n  replicas: 2\n\n",
  },
  {
    name: "a key moves down below a key that has nothing yet, by the indentation of the file",
    move: "down",
    text: "controller:\r\n    resources: # all\r\n    limits:$0\r\n        cpu: 1\r\n",
    after: "controller:\r\n    resources: # all\r\n        limits:\r\n            cpu: 1\r\n",
  },
  {
    name: "a text over lines moves as it is",
    move: "up",
    text: "controller:\n  podAnnotations:\n    note$0: |\n      a\n\n        b\n    other: x\n",
    after: "controller:\n  podAnnotations:\n    other: x\n  note: |\n    a\n\n      b\n",
  },
  {
    name: "a key moves up with its commented-out children, past those of its neighbors",
    move: "up",
    text: "controller:\n  resources:\n    limits:$0\n      memory: 1Gi\n      # cpu: 1\n    requests:\n      cpu: 0.5\n      # memory: 1Gi\n    # claims: []\n  replicas: 2\n",
    after:
      "controller:\n  resources:\n    requests:\n      cpu: 0.5\n      # memory: 1Gi\n    # claims: []\n  limits:\n    memory: 1Gi\n    # cpu: 1\n  replicas: 2\n",
  },
  {
    name: "an only key moves up with its commented-out children and those of the key around it",
    move: "up",
    text: "controller:\n    resources:\n        limits:$0\n            memory: 1Gi\n            # cpu: 1\n        # requests: {}\n      # all\n",
    after: "controller:\n    limits:\n        memory: 1Gi\n        # cpu: 1\n    # requests: {}\n    # all\n",
  },
  {
    name: "a key moves down with its commented-out children, after those that are there",
    move: "down",
    text: "controller:\n  resources:\n    requests:\n      cpu: 0.5\n      # memory: 1Gi\n  limits:$0\n    memory: 1Gi\n\n    # cpu: 1\n  # replicas: 2\n",
    after:
      "controller:\n  resources:\n    requests:\n      cpu: 0.5\n      # memory: 1Gi\n    limits:\n      memory: 1Gi\n\n      # cpu: 1\n  # replicas: 2\n",
  },
  {
    name: "a text that keeps its empty lines takes these along",
    move: "up",
    text: "controller:\n  podAnnotations:\n    note$0: |+\n      a\n\n\n    other: x\n  replicas: 2\n",
    after: "controller:\n  podAnnotations:\n    other: x\n  note: |+\n    a\n\n\n  replicas: 2\n",
  },
  {
    name: "the last key, whose text keeps its empty lines, takes these along",
    move: "up",
    text: "controller:\n  podAnnotations:\n    note$0: >+2\n      a\n\n    other: x\n",
    after: "controller:\n  podAnnotations:\n    other: x\n  note: >+2\n    a\n\n",
  },
  {
    name: "a key passes a text that keeps its empty lines, up to the end of the file",
    move: "up",
    text: "controller:\n  podAnnotations:\n    other$0: x\n    note: |+\n      a\n\n",
    after: "controller:\n  podAnnotations:\n    note: |+\n      a\n\n  other: x\n",
  },
  {
    name: "a text that keeps its empty lines moves down with these",
    move: "down",
    text: "controller:\n  podAnnotations:\n    a: x\n  replicas: 2\n  note$0: |+\n    b\n\n  args: []\n",
    after: "controller:\n  podAnnotations:\n    a: x\n    note: |+\n      b\n\n  replicas: 2\n  args: []\n",
  },
  {
    name: "a key does not move if a text above would keep the empty line below the key",
    move: "up",
    text: "controller:\n  podAnnotations:\n    note: |+\n      a\n    other$0: x\n\n    last: y\n",
    reason: '"other" is written in a way that makes it unsafe to move. Move it by hand.',
  },
  {
    name: "lines that end with a carriage return still do",
    move: "up",
    text: "controller:\r  resources:\r    limits$0:\r      cpu: 1\r    requests:\r      cpu: 0.5\r  replicas: 2\r",
    after: "controller:\r  resources:\r    requests:\r      cpu: 0.5\r  limits:\r    cpu: 1\r  replicas: 2\r",
  },
  {
    name: "a key of the top level has no level above",
    move: "up",
    text: "controller$0:\n  replicas: 1\n",
    reason: '"controller" cannot be moved further up.',
  },
  {
    name: "a key of an item stays in the item",
    move: "up",
    text: "controller:\n  tolerations:\n    - key: a\n      effect$0: NoExecute\n",
    reason: '"effect" cannot be moved further up.',
  },
  {
    name: "what is set already is not overwritten",
    move: "up",
    text: "controller:\n  replicas: 1\n  resources:\n    limits: {}\n    repli$0cas: 2\n",
    reason: '"replicas" is already set there.',
  },
  {
    name: "no mapping above has the key",
    move: "down",
    text: "controller:\n  resources: {}\n  replicas$0: 2\n",
    reason: 'No mapping above "replicas" can contain it.',
  },
  {
    name: "a key does not move into brackets",
    move: "down",
    text: "controller:\n  resources: {requests: {cpu: 1}}\n  limits$0:\n    cpu: 1\n",
    reason: '"limits" is written in a way that makes it unsafe to move. Move it by hand.',
  },
  {
    name: "an alias does not come before its anchor",
    move: "up",
    text: "controller:\n  resources:\n    limits$0: &l\n      cpu: 1\n    requests: *l\n",
    reason: '"limits" is written in a way that makes it unsafe to move. Move it by hand.',
  },
];

for (const { name, move, text: marked, title, after, reason } of CASES) {
  test(name, () => {
    const { text, offset } = withCursor(marked);
    const analysis = analyse(text);
    const position = analysis.text.positionAt(offset);
    const action = engine
      .moveKey(analysis, position)
      .find((action) => action.title.includes(` ${move} a level`));
    assert.ok(action);
    if (title !== undefined) assert.equal(action.title, title);
    assert.equal(action.disabled?.reason, reason);
    const edits = action.edit?.changes?.[analysis.text.uri];
    if (after === undefined) assert.equal(edits, undefined);
    else assert.equal(TextDocument.applyEdits(analysis.text, edits ?? []), after);
  });
}

test("a key that was moved up moves back down", () => {
  const text = "controller:\n  resources:\n    requests: {}\n    limits:\n      cpu: 1\n";
  let analysis = analyse(text);
  for (const [index, line] of [3, 3].entries()) {
    const action = engine.moveKey(analysis, { line, character: 0 })[index];
    analysis = analyse(
      TextDocument.applyEdits(analysis.text, action?.edit?.changes?.[analysis.text.uri] ?? []),
    );
  }
  assert.equal(analysis.file.text, text);
});

test("a line without a key has no actions", () => {
  const analysis = analyse("controller:\n  # replicas\n\n  args:\n    - a\n");
  for (const line of [1, 2, 4]) assert.deepEqual(engine.moveKey(analysis, { line, character: 2 }), []);
});

test("a move is offered with the fixes only where less is wrong with it, and not twice", async () => {
  const titles = async (text: string, known: CodeAction[] = []) => {
    const line = text.slice(0, text.indexOf("$0")).split("\n").length - 1;
    const analysis = analyse(text.replace("$0", ""));
    const moves = await engine.repairingMoves(analysis, { line, character: 0 }, known);
    return moves.map(({ title }) => title);
  };
  const hosts = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";
  const tooDeep = `${hosts}controller:\n  image:\n    tag: v1\n    rep$0licas: 2\n`;
  assert.deepEqual(await titles(tooDeep), ['Move "replicas" up a level']);
  const [move] = engine.moveKey(analyse(tooDeep.replace("$0", "")), { line: 6, character: 0 });
  assert.deepEqual(await titles(tooDeep, move ? [move] : []), []);
  assert.deepEqual(await titles(`${hosts}controller:\n  resources:\n    lim$0its: {cpu: 1}\n`), []);
  assert.deepEqual(await titles(`${hosts}controller:\n  rep$0licas: two\n`), []);
  assert.deepEqual(await titles(`${hosts}controller:\n  image:\n    unk$0nown: 2\n`), []);
});

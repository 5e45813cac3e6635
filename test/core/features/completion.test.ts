import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import { type Asked, completionsAt } from "../support/check-completion.ts";
import { engine } from "../support/engine.ts";

function itemAt(text: string, label: string, asked: Asked = {}): CompletionItem {
  const item = completionsAt(text, asked).find((item) => item.label === label);
  assert.ok(item, `"${label}" is not offered`);
  return item;
}

/** The rest of a list that was opened before `typed` was typed: an editor matches that with the filter text of each item. */
function editorShows(marked: string, typed: string): string[] {
  return completionsAt(marked.replace(`${typed}$0`, "$0"))
    .filter(({ label, filterText }) => (filterText ?? label).startsWith(typed))
    .map(({ label }) => label);
}

describe("a list that is open while a value is typed", () => {
  test("has those of an enumeration until one is complete", () => {
    const offered = (typed: string) =>
      editorShows(`subscriptionServer:\n  certificateManager: ${typed}$0`, typed);
    assert.deepEqual(offered(""), ["Platform", "CertController"]);
    assert.deepEqual(offered("Cert"), ["CertController"]);
    assert.deepEqual(offered("CertController"), []);
  });

  test("has those of a key that takes any value while they go on from what is typed", () => {
    const offered = (typed: string) => editorShows(`webhook:\n  service:\n    targetPort: ${typed}$0`, typed);
    assert.deepEqual(offered(""), ["1443"]);
    assert.deepEqual(offered("14"), ["1443"]);
    assert.deepEqual(offered("1443"), []);
    assert.deepEqual(offered("2"), []);
  });

  test("keeps a value with which a longer one begins, so that Enter does not replace it", () => {
    const item =
      "affinity:\n  podAffinity:\n    preferredDuringSchedulingIgnoredDuringExecution:\n      - weight:";
    assert.deepEqual(editorShows(`${item} 1$0`, "1"), ["100", "1"]);
    assert.equal(itemAt(`${item} $0`, "1").filterText, "1");
  });
});

describe("an item", () => {
  test("is matched with the quote that the word at the cursor begins with", () => {
    for (const quote of ['"', "'"]) {
      const text = `webhook:\n  ${quote}si$0${quote}\n`;
      assert.ok(itemAt(text, "sidecar").filterText?.startsWith(`${quote}sidecar`));
    }
    assert.doesNotMatch(itemAt("webhook:\n  si$0\n", "sidecar").filterText ?? "", /["']/);
  });

  test("of a key leaves no tab stop, which would swallow the next Tab", () => {
    for (const text of ["$0", "controller:\n  $0", "webhook:\n  tolerations:\n    - $0", "image:\n  $0"]) {
      for (const { kind, label, insertTextFormat } of completionsAt(text)) {
        if (kind === CompletionItemKind.Snippet) continue;
        assert.equal(insertTextFormat, InsertTextFormat.PlainText, label);
      }
    }
  });

  test("asks the client for the next list where there is something to choose", () => {
    const asks = (text: string, label: string) => itemAt(text, label).command?.command === "open.list";
    assert.ok(asks("webh$0", "webhook"));
    assert.ok(asks("webhook:\n  $0", "replicas"));
    assert.ok(asks("webhook:\n  $0", "certificateManager"));
    assert.ok(asks("subscriptionServer:\n  $0", "domain"));
    assert.ok(!asks("tolerations:\n  - $0", "value"));
    assert.ok(!asks("tolerations:\n  - $0", "key"));
    assert.ok(!asks("webhook:\n  repl$0: 1", "replicas"));
  });

  test("has the values to choose from for a client that cannot open the next list", () => {
    const asked = { abilities: { snippets: true } };
    const { textEdit } = itemAt("subscriptionServer:\n  certificateM$0", "certificateManager", asked);
    assert.equal(textEdit?.newText, "certificateManager: ${1|Platform,CertController|}");
  });

  for (const text of [
    "$0",
    "controller:\n  $0",
    "subscriptionServer:\n  $0",
    "webhook:\n  certificateManager: $0",
    "tolerations:\n  - $0",
    "tolerations: [$0]",
    "subscriptionServer:\n  certificateConfig:\n    $0",
    "nodeSelector: $0",
  ]) {
    test(`is in its list once: ${JSON.stringify(text)}`, () => {
      const labels = completionsAt(text).map(({ label }) => label);
      assert.deepEqual(labels, [...new Set(labels)]);
    });
  }
});

describe("documentation", () => {
  const resolved = (marked: string, label: string) => {
    const item = itemAt(marked, label);
    assert.equal(item.documentation, undefined, "it is not made for the whole list");
    const { documentation } = engine.resolveCompletion(JSON.parse(JSON.stringify(item)));
    return typeof documentation === "object" ? documentation.value : "";
  };

  test("of a key is made only when it is shown", () => {
    const text = resolved("subscriptionServer:\n  $0", "certificateManager");
    assert.match(text, /Allowed: `Platform`, `CertController`/);
    assert.match(
      text,
      /\(https:\/\/docs\.example\/reference\/values\.md#subscriptionserver-certificatemanager\)/,
    );
  });

  test("of a dash is that of the list's entries", () => {
    assert.match(resolved("tolerations:\n  $0", "- "), /tolerates any taint/);
  });

  test("of a key of the published chart is for its version", () => {
    const marked = "# cap-operator: values version=0.34.0\ncontroller:\n  rollout$0";
    assert.match(resolved(marked, "rolloutDelay"), /Since chart version 0\.32\.0/);
  });

  test("of somebody else's item is left as it is", () => {
    for (const data of [undefined, null, 5, {}, { kind: "values" }, { kind: "values", path: ["none"] }]) {
      assert.deepEqual(engine.resolveCompletion({ label: "x", data }), { label: "x", data });
    }
  });
});

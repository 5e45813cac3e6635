import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import {
  type Asked,
  accept,
  checkCompletion,
  completionsAt,
  labelsAt,
  snippetLabelsAt,
} from "../support/check-completion.ts";

/** A client that cannot reopen its list, like most editors. */
const OTHER = { abilities: { snippets: true } };
/** A client that does not understand tab stops either. */
const BARE = { abilities: { snippets: false } };

function itemAt(text: string, label: string, asked: Asked = {}): CompletionItem {
  const item = completionsAt(text, asked).find((one) => one.label === label);
  assert.ok(item, `"${label}" is not offered`);
  return item;
}

describe("accepting a key", () => {
  test("that holds a mapping opens the next level, where completion continues", () => {
    const first = accept("$0", "webhook");
    assert.equal(first, "webhook:\n  $0");
    const second = accept(first, "service");
    assert.equal(second, "webhook:\n  service:\n    $0");
    const third = accept(second, "port");
    assert.equal(third, "webhook:\n  service:\n    port: $0");
    assert.equal(accept(third, "443"), "webhook:\n  service:\n    port: 443$0");
  });

  test("that holds a list begins an item, where completion continues", () => {
    const list = accept("controller:\n  $0", "tolerations");
    assert.equal(list, "controller:\n  tolerations:\n    - $0");
    const effect = accept(list, "effect");
    assert.equal(effect, "controller:\n  tolerations:\n    - effect: $0");
    assert.equal(accept(effect, "NoExecute"), "controller:\n  tolerations:\n    - effect: NoExecute$0");
  });

  test("leaves no tab stop, which would swallow the next Tab", () => {
    for (const text of ["$0", "controller:\n  $0", "webhook:\n  tolerations:\n    - $0", "image:\n  $0"]) {
      for (const { kind, label, insertTextFormat } of completionsAt(text)) {
        if (kind === CompletionItemKind.Snippet) continue;
        assert.equal(insertTextFormat, InsertTextFormat.PlainText, label);
      }
    }
  });

  test("with an empty default inserts no quotes", () => {
    for (const asked of [{}, OTHER, BARE]) {
      checkCompletion("webhook:\n  $0", "priorityClassName", "webhook:\n  priorityClassName: $0", asked);
      checkCompletion("image:\n  $0", "pullPolicy", "image:\n  pullPolicy: $0", asked);
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

  test("uses the file's own indentation", () => {
    checkCompletion(
      "webhook:\n    service:\n        port: 1\n    $0",
      "certificateConfig",
      "webhook:\n    service:\n        port: 1\n    certificateConfig:\n        $0",
    );
  });

  test("at another column than the other keys moves it to theirs", () => {
    checkCompletion(
      "webhook:\n $0\n  sidecar: true\n",
      "service",
      "webhook:\n  service:\n    $0\n  sidecar: true\n",
    );
  });

  test("in a text without indentation uses that of the line, otherwise the editor's", () => {
    const asked = { abilities: { snippets: true, suggestCommand: "open.list", indent: 4 } };
    checkCompletion("$0", "webhook", "webhook:\n    $0", asked);
    checkCompletion("webhook:\n  $0", "service", "webhook:\n  service:\n    $0", asked);
    checkCompletion("webhook:\n   serv$0", "service", "webhook:\n   service:\n      $0");
    checkCompletion("replicas: 1\n$0", "tolerations", "replicas: 1\ntolerations:\n    - $0", asked);
    checkCompletion("webhook:\n  replicas: 1\n$0", "image", "webhook:\n  replicas: 1\nimage:\n  $0", asked);
  });

  test("inserts its default where the client cannot open the list of values", () => {
    checkCompletion("webhook:\n  $0", "replicas", "webhook:\n  replicas: $01", OTHER);
    checkCompletion("webhook:\n  $0", "sidecar", "webhook:\n  sidecar: $0false", OTHER);
    const { textEdit } = itemAt("subscriptionServer:\n  certificateM$0", "certificateManager", OTHER);
    assert.equal(textEdit?.newText, "certificateManager: ${1|Platform,CertController|}");
  });

  test("inserts plain text for a client without tab stops", () => {
    checkCompletion("webhook:\n  $0", "sidecar", "webhook:\n  sidecar: false$0", BARE);
    checkCompletion("webhook:\n  $0", "service", "webhook:\n  service:\n    $0", BARE);
    checkCompletion("webhook: {$0}", "service", "webhook: {service: {}$0}", BARE);
    checkCompletion(
      "subscriptionServer:\n  $0",
      "certificateManager",
      "subscriptionServer:\n  certificateManager: Platform$0",
      BARE,
    );
    assert.deepEqual(snippetLabelsAt("$0", BARE), []);
  });

  test("shows its type and default in the details", () => {
    const detail = (text: string, label: string) =>
      completionsAt(text).find((item) => item.label === label)?.detail;
    assert.equal(detail("webhook:\n  $0", "replicas"), "integer, default 1");
    assert.equal(detail("subscriptionServer:\n  $0", "domain"), "string, required for the installation");
    assert.equal(detail("controller:\n  $0", "tolerations"), "list of objects, default []");
  });
});

describe("a completion item", () => {
  const manager = (before: string, after: string) =>
    checkCompletion(
      `subscriptionServer:\n  certificateManager: ${before}\n`,
      "Platform",
      `subscriptionServer:\n  certificateManager: ${after}\n`,
    );

  test("leaves a comment after it alone", () => {
    manager("$0# why", "Platform # why");
    manager("$0 # why", "Platform # why");
    manager("Plat$0# why", "Platform # why");
    checkCompletion("monitoring:\n  enabled:$0# why", "true", "monitoring:\n  enabled: true # why");
    checkCompletion("webhook:\n  repl$0# why", "replicas", "webhook:\n  replicas: # why");
    checkCompletion("webhook:\n  repl$0# why", "replicas", "webhook:\n  replicas: 1 # why", OTHER);
    checkCompletion(
      "subscriptionServer: {certificateManager: $0# c\n}",
      "Platform",
      "subscriptionServer: {certificateManager: Platform # c\n}",
    );
  });

  test("replaces a whole quoted string", () => {
    manager('"Pl\\"a$0t" # why', "Platform # why");
    manager("'Pl''a$0t' # why", "Platform # why");
    manager("'Pl$0''at'", "Platform");
    manager('$0"a # b"', "Platform");
    checkCompletion('"web ho$0ok": {}', "webhook", "webhook: {}");
    checkCompletion('{"sub$0 x": {}}', "subscriptionServer", "{subscriptionServer: {}}");
    checkCompletion(
      "subscriptionServer: {certificateManager: $0'a b'}",
      "Platform",
      "subscriptionServer: {certificateManager: Platform}",
    );
  });

  test("is not offered after a quoted string, nor where another value or a comma is in the way", () => {
    for (const text of [
      "webhook:\n  sidecar: 'x' $0",
      "webhook:\n  sidecar:$0 true",
      "webhook:\n  sidecar: $0 &x true",
      "webhook:\n  volumes: $0[a]",
      "controller:\n  volumes: $0\n    - name: a",
      "controller:\n  volumes: $0\n  - name: a",
      "webhook: {replicas: 1, $0 sidecar: true}",
      "webhook: {service: $0{port: 1}}",
      "{webhook: {}}\n$0",
      "$0{webhook: {}}",
    ]) {
      assert.deepEqual(labelsAt(text), [], text);
    }
  });

  test("is a key that can hold what is indented below it", () => {
    const labels = labelsAt("controller:\n  image:\n    tag: a\n$0\n  replicas: 1\n");
    assert.ok(labels.includes("webhook"));
    assert.ok(!labels.includes("tolerations") && !labels.includes("priorityClassName"));
    assert.deepEqual(labelsAt("controller:\n  $0\n    - name: a\n").includes("replicas"), false);
    checkCompletion(
      "controller:\n  vol$0\n    - name: a\n",
      "volumes",
      "controller:\n  volumes:\n    - \n    - name: a\n",
    );
  });

  test("is offered after an anchor and a tag if Helm then reads the same value", () => {
    manager("&a $0", "&a Platform");
    manager("&a Pla$0t # why", "&a Platform # why");
    manager("!!str &a $0", "!!str &a Platform");
    checkCompletion("webhook: {sidecar: &a $0}", "true", "webhook: {sidecar: &a true}");
    checkCompletion("webhook: {sidecar: !!bool $0}", "true", "webhook: {sidecar: !!bool true}");
    checkCompletion("webhook:\n  replicas: !!int $0", "1", "webhook:\n  replicas: !!int 1");
    assert.deepEqual(labelsAt("webhook:\n  sidecar: !!int $0"), []);
    assert.deepEqual(labelsAt("webhook:\n  sidecar: !!str $0"), []);
  });
});

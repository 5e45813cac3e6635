import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accept, checkCompletion, completionsAt, snippetLabelsAt } from "../support/check-completion.ts";

describe("accepting a key", () => {
  test("that holds a mapping opens the next level, where completion goes on", () => {
    const first = accept("$0", "webhook");
    assert.equal(first, "webhook:\n  $0");
    const second = accept(first, "service");
    assert.equal(second, "webhook:\n  service:\n    $0");
    assert.equal(accept(second, "port"), "webhook:\n  service:\n    port: $0443");
  });

  test("that holds a list begins an item, where completion goes on", () => {
    const list = accept("controller:\n  $0", "tolerations");
    assert.equal(list, "controller:\n  tolerations:\n    - $0");
    assert.equal(
      accept(list, "effect").replace("$0", ""),
      "controller:\n  tolerations:\n    - effect: NoSchedule",
    );
  });

  test("asks the client for the next list", () => {
    const [item] = completionsAt("webh$0", {
      abilities: { snippets: true, suggestCommand: "suggest" },
    }).filter(({ label }) => label === "webhook");
    assert.equal(item?.command?.command, "suggest");
  });

  test("uses the file's own indentation", () => {
    checkCompletion(
      "webhook:\n    service:\n        port: 1\n    $0",
      "certificateConfig",
      "webhook:\n    service:\n        port: 1\n    certificateConfig:\n        $0",
    );
  });

  test("at another column than the other keys goes to theirs", () => {
    checkCompletion(
      "webhook:\n $0\n  sidecar: true\n",
      "service",
      "webhook:\n  service:\n    $0\n  sidecar: true\n",
    );
  });

  test("of an enumeration offers the allowed values, the default first", () => {
    const [item] = completionsAt("subscriptionServer:\n  certificateM$0").filter(
      ({ label }) => label === "certificateManager",
    );
    assert.ok(item?.textEdit && "newText" in item.textEdit);
    assert.equal(item.textEdit.newText, "certificateManager: ${1|Platform,CertController|}");
  });

  test("is plain text for a client without tab stops", () => {
    const asked = { abilities: { snippets: false } };
    checkCompletion("webhook:\n  $0", "sidecar", "webhook:\n  sidecar: false$0", asked);
    checkCompletion("webhook:\n  $0", "service", "webhook:\n  service:\n    $0", asked);
    checkCompletion(
      "subscriptionServer:\n  $0",
      "certificateManager",
      "subscriptionServer:\n  certificateManager: Platform",
      asked,
    );
    checkCompletion("image:\n  $0", "tag", 'image:\n  tag: ""', asked);
    assert.deepEqual(snippetLabelsAt("$0", asked), []);
  });

  test("the details say type and default", () => {
    const detail = (text: string, label: string) =>
      completionsAt(text).find((item) => item.label === label)?.detail;
    assert.equal(detail("webhook:\n  $0", "replicas"), "integer, default 1");
    assert.equal(detail("subscriptionServer:\n  $0", "domain"), "string, required for the installation");
    assert.equal(detail("controller:\n  $0", "tolerations"), "list of objects, default []");
  });
});

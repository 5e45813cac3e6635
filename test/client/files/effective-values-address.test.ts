import assert from "node:assert/strict";
import { test } from "node:test";
import {
  effectiveAddress,
  effectiveValuesAt,
  effectiveViewAt,
} from "../../../client/files/effective-values-address.ts";
import type { EffectiveView } from "../../../client/ports/editor.ts";

const views: readonly (readonly [view: EffectiveView, path: string])[] = [
  [{ of: { release: "cop-test" }, form: "annotated" }, "/Effective cop-test.yaml"],
  [{ of: { release: "cop" }, form: "plain", chart: { name: "cap-operator 0.34.0" } }, "/Effective cop.yaml"],
  [
    { of: { release: "cop" }, form: "plain", beside: { of: { uri: "file:///a.yaml" }, form: "defaults" } },
    "/Effective cop.yaml",
  ],
  [{ of: { release: "team/ä?#" }, form: "plain" }, "/Effective team-ä?#.yaml"],
  [{ of: { uri: "file:///home/me/my%20values.yaml" }, form: "annotated" }, "/Effective my values.yaml"],
  [{ of: { uri: "file:///c%3A/100%25.yml?a/b#c/d" }, form: "annotated" }, "/Effective 100%.yml"],
  [{ of: { uri: "file:///odd%zz.yaml" }, form: "annotated" }, "/Effective odd%zz.yaml"],
  [{ of: { uri: "untitled:Untitled-1" }, form: "annotated" }, "/Effective Untitled-1"],
  [{ of: { release: "cop-test" }, form: "defaults" }, "/Chart defaults.yaml"],
];

for (const [view, path] of views) {
  test(`a document called ${path} knows what it shows`, () => {
    const address = effectiveAddress(view);
    assert.equal(address.path, path);
    assert.deepEqual(effectiveViewAt(address.query), view);
    const whole = `cap-operator-effective:${encodeURIComponent(path)}?${encodeURIComponent(address.query)}`;
    assert.deepEqual(effectiveValuesAt(whole), view.form === "defaults" ? undefined : view.of);
  });
}

test("the address of a file shows no effective values", () => {
  assert.equal(effectiveValuesAt("file:///home/me/values.yaml?a"), undefined);
  assert.equal(effectiveValuesAt(""), undefined);
});

for (const query of ["", "null", "{", "[]", '{"release":"a","form":"x"}', '{"form":"plain"}']) {
  test(`${JSON.stringify(query)} stands for nothing`, () => assert.equal(effectiveViewAt(query), undefined));
}

import assert from "node:assert/strict";
import { test } from "node:test";
import MarkdownIt from "markdown-it";
import type { ManagerManifest } from "../../../client/manager/manager-manifest.ts";
import { manifestPage } from "../../../client/manager/manifest-page.ts";

const ATTACK =
  "x\n\n# false heading\n\n![](https://attacker.invalid/seen.png) [go](command:x) `|` <img src=x>";

test("names and images of a manifest make no heading, no link and no picture, wherever they are", () => {
  const object = { kind: ATTACK, name: ATTACK, namespace: ATTACK };
  const manifest = { objects: [object], images: [ATTACK], namespace: ATTACK } as unknown as ManagerManifest;
  const target = { context: ATTACK, server: ATTACK, namespace: ATTACK };
  const { source } = manifestPage({ target, manifest, source: ATTACK, remarks: [ATTACK] });
  const html = new MarkdownIt({ html: true }).render(source);
  assert.equal(html.match(/<h\d/g)?.length, 3, html);
  assert.doesNotMatch(html, /<img|<a |<code/);
  assert.equal(html.split("# false heading").length - 1, 9);
});

test("the address of a manifest is shown as it is, without a link and without the backslashes of the page", () => {
  const manifest = { objects: [], images: [], namespace: "a" } as unknown as ManagerManifest;
  const target = { context: "a", server: "https://10.0.0.1:6443", namespace: "a" };
  const source = "http://127.0.0.1:8080/cop_1/manager_manifest.yaml";
  const page = manifestPage({ target, manifest, source, remarks: [] }).source;
  const html = new MarkdownIt({ html: true, linkify: true }).render(page);
  assert.ok(html.includes(`<td>${source}</td>`), html);
});

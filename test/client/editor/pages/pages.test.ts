import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { PageEditors } from "../../../../client/editor/pages/pages.ts";
import { md } from "../../../../client/texts/markdown.ts";
import { editor, resetEditor, TabInputCustom, Uri } from "../fake-vscode.ts";

const { objectsAt } = await import("../../../../client/files/rendered-address.ts");
const { createPages } = await import("../../../../client/editor/pages/pages.ts");

let pages: PageEditors;
beforeEach(() => {
  resetEditor();
  pages = createPages();
});

/** The text that the editor shows at an address. */
function shown(uri: unknown): unknown {
  assert.ok(uri instanceof Uri);
  return editor.contentProviders
    .get(uri.scheme)
    ?.provideTextDocumentContent(uri as never, undefined as never);
}

const last = () => editor.executed.at(-1) ?? [];
const isUri = (value: unknown) => value instanceof Uri;

/** The last comparison of several objects: the address and the two sides of each. */
function changes(): readonly (readonly unknown[])[] {
  const [command, , list] = last();
  assert.equal(command, "vscode.changes");
  return list as readonly (readonly unknown[])[];
}

describe("a page", () => {
  test("is shown as a preview for reading", async () => {
    await pages.showMarkdown({ name: "Status of cop in dev", text: md`# cop is *deployed*` });
    const [command, uri, viewer, how] = last();
    assert.deepEqual([command, viewer], ["vscode.openWith", "vscode.markdown.preview.editor"]);
    assert.deepEqual(how, { preserveFocus: false, preview: false });
    assert.equal(shown(uri), "# cop is *deployed*");
    assert.equal((uri as Uri).path, "/Status of cop in dev");
  });

  test("has its whole name in its tab, slashes included", async () => {
    await pages.showMarkdown({ name: "Status in arn:aws/eu/prod", text: md`x` });
    const [, uri] = last();
    assert.deepEqual((uri as Uri).path.split("/").length, 2);
  });

  test("replaces those with its name, and is a new one for the editor", async () => {
    const page = (label: string) => ({ label, input: new TabInputCustom(undefined, "preview") });
    const others = [page("Status of two"), { label: "Status", input: undefined }];
    await pages.showMarkdown({ name: "Status", text: md`before` });
    const [, before] = last();
    editor.tabs = [page("Status"), ...others];
    await pages.showMarkdown({ name: "Status", text: md`after` });
    const [, after] = last();
    assert.deepEqual(editor.tabs, others);
    assert.notEqual(String(before), String(after));
    assert.equal(shown(after), "after");
  });

  test("says when it is of the past: in front it is shown again without the keyboard, and in the background its text changes", async () => {
    const page = (label: string, isActive: boolean) => ({
      label,
      isActive,
      input: new TabInputCustom(undefined, "preview"),
    });
    const past = "**This page is outdated: it shows what was planned.**\n\n# Install cop";
    await pages.markPast("Install cop in eu/prod");
    assert.deepEqual(editor.executed, [], "it was never shown");
    await pages.showMarkdown({ name: "Install cop in eu/prod", text: md`# Install cop`, about: "cop's" });
    const [, before] = last();
    editor.tabs = [page("Install cop in eu\u2215prod", false)];
    await pages.markPast("Install cop in eu/prod");
    assert.equal(shown(before), past);
    await pages.showMarkdown({ name: "Install cop in eu/prod", text: md`# Install cop`, about: "cop's" });
    editor.tabs = [page("Install cop in eu\u2215prod", true)];
    await pages.markPast("Install cop in eu/prod");
    const [, after, , how] = last();
    assert.notEqual(String(after), String(before));
    assert.equal(shown(after), past);
    assert.deepEqual(how, { preserveFocus: true, preview: false });
    editor.tabs = [];
    const { length } = editor.executed;
    await pages.markPast("Install cop in eu/prod");
    assert.equal(editor.executed.length, length, "it was closed");
  });

  test("is closed by its name", async () => {
    const page = { label: "Install cop in eu\u2215prod", input: new TabInputCustom(undefined, "preview") };
    const other = { label: "Status", input: page.input };
    editor.tabs = [page, other];
    await pages.close("Install cop in eu/prod");
    assert.deepEqual(editor.tabs, [other]);
  });

  test("about a release says that it is outdated once that was changed, and says it once", async () => {
    const input = new TabInputCustom(undefined, "preview");
    const past = "**This page is outdated: the release was changed since.**\n\n# History";
    await pages.showMarkdown({ name: "History", text: md`# History`, about: "cop's" });
    const [, history] = last();
    await pages.showMarkdown({ name: "Other", text: md`# Other`, about: "another's" });
    const [, other] = last();
    const tabs = (isActive: boolean) => ["History", "Other"].map((label) => ({ label, isActive, input }));
    editor.tabs = tabs(false);
    await pages.markReleasePast("cop's");
    await pages.markReleasePast("cop's");
    assert.equal(shown(history), past);
    assert.equal(shown(other), "# Other");
    await pages.showMarkdown({ name: "History", text: md`# History`, about: "cop's" });
    editor.tabs = tabs(true);
    await pages.markReleasePast("cop's");
    await pages.markReleasePast("cop's");
    assert.equal(shown(last()[1]), past);
  });

  test("leaves the keyboard to the question in front of it", async () => {
    await pages.showMarkdown({ name: "Install cop", text: md`x`, isBehindQuestion: true });
    assert.deepEqual(last()[3], { preserveFocus: true, preview: false });
  });

  test("says which release it is about while it is the active one", async () => {
    const page = (label: string) => ({ label, input: new TabInputCustom(undefined, "preview") });
    await pages.showMarkdown({ name: "Status of cop in eu/prod", text: md`x`, about: "cop's" });
    await pages.showMarkdown({ name: "Prerequisites", text: md`x` });
    assert.equal(pages.aboutInFront(), undefined);
    editor.activeTab = page("Status of cop in eu\u2215prod");
    assert.equal(pages.aboutInFront(), "cop's");
    editor.activeTab = { label: "Status of cop in eu\u2215prod" };
    assert.equal(pages.aboutInFront(), undefined, "a file that is called so");
    editor.activeTab = page("Prerequisites");
    assert.equal(pages.aboutInFront(), undefined);
    editor.activeTab = page("Status of cop in eu\u2215prod");
    await pages.showMarkdown({ name: "Status of cop in eu/prod", text: md`x` });
    assert.equal(pages.aboutInFront(), undefined, "what it was about before");
  });

  test("is forgotten when its tab is closed, and a tab that is restored later says so", async () => {
    await pages.showMarkdown({ name: "Status", text: md`secret of the cluster` });
    const [, uri] = last();
    editor.documentClosed.fire({ uri: uri as Uri });
    assert.equal(shown(uri), "This page was not kept. Run its command again to see it.\n");
  });
});

describe("a comparison", () => {
  const pair = (before: string, after: string) => ({ name: "Deployment cop", before, after });

  test("of one object shows its two sides, which have the same path", async () => {
    await pages.compare("cop in dev", [pair("replicas: 1", "replicas: 2")]);
    const [command, before, after, title] = last();
    assert.deepEqual([command, title], ["vscode.diff", "cop in dev"]);
    assert.deepEqual([shown(before), shown(after)], ["replicas: 1", "replicas: 2"]);
    assert.equal((before as Uri).path, "/Deployment cop.yaml");
    assert.equal((after as Uri).path, "/Deployment cop.yaml");
  });

  test("of several objects shows them one below the other, new and removed ones with one side", async () => {
    await pages.compare("cop in dev", [
      pair("a: 1", "a: 2"),
      { name: "Service new", after: "b: 1" },
      { name: "Service gone", before: "c: 1" },
    ]);
    const [changed = [], created = [], removed = []] = changes();
    assert.deepEqual(changed.slice(1).map(shown), ["a: 1", "a: 2"]);
    assert.deepEqual([created[1], shown(created[2])], [undefined, "b: 1"]);
    assert.deepEqual([shown(removed[1]), removed[2]], ["c: 1", undefined]);
    // The first address names the object: it is that of the existing side.
    assert.deepEqual([created[0], removed[0]], [created[2], removed[1]]);
  });

  test("has what its new objects are made of in their addresses, also for a person who comes back to it", async () => {
    const objects = {
      of: { release: "cop" },
      chart: { name: "cap-operator", version: "0.34.0" },
      as: { release: "a", namespace: "b" },
    };
    await pages.compare("cop in dev", [pair("a: 1", "a: 2")], undefined, objects);
    const [before, after] = last().filter(isUri);
    assert.deepEqual(objectsAt(after?.query ?? ""), objects);
    assert.equal(objectsAt(before?.query ?? ""), undefined);
    assert.equal(objectsAt("after-1"), undefined);
  });

  test("shows what it was made from as long as it is open, whatever is compared later", async () => {
    await pages.compare("cop in prod", [
      pair("of: prod", "new: prod"),
      { name: "Service cop", after: "prod" },
    ]);
    const prod = changes().flat().filter(isUri);
    const before = prod.map(shown);
    await pages.compare("cop in dev", [pair("of: dev", "new: dev"), { name: "Service cop", after: "dev" }]);
    const dev = changes().flat().filter(isUri);
    assert.deepEqual(prod.map(shown), before);
    assert.deepEqual(new Set(before), new Set(["of: prod", "new: prod", "prod"]));
    assert.deepEqual(new Set(dev.map(shown)), new Set(["of: dev", "new: dev", "dev"]));
    assert.ok(dev.every((uri) => !prod.map(String).includes(String(uri))));
  });

  test("replaces only the one with its title", async () => {
    const similar = { label: "cop in production" };
    // The title has the number of files, unless there is only one.
    editor.tabs = [{ label: "cop in prod (3 files)" }, similar, { label: "cop in prod" }];
    await pages.compare("cop in prod", [pair("a", "b")]);
    assert.deepEqual(editor.tabs, [similar]);
  });

  test("offers in its title to continue with what it shows", async () => {
    const prod = { label: "cop in prod (2 files)" };
    const dev = { label: "cop in dev" };
    await pages.compare("cop in prod", [pair("a", "b")], { way: "install", address: "prod's" });
    await pages.compare("cop in dev", [pair("a", "b")]);
    const changesUri = Uri.parse("multi-diff-editor:x");
    editor.activeTab = prod;
    editor.tabsChanged.fire(undefined);
    assert.deepEqual(last(), ["setContext", "capOperator.next", "install"]);
    assert.equal(pages.addressBehind(changesUri as never), "prod's");
    assert.equal(pages.addressBehind(Uri.parse("cap-operator-page:/x") as never), "prod's");
    // A button in the title of a file is not about what was compared last.
    assert.equal(pages.addressBehind(Uri.file("/values.yaml") as never), undefined);
    editor.activeTab = dev;
    editor.tabsChanged.fire(undefined);
    assert.deepEqual(last(), ["setContext", "capOperator.next", undefined]);
    assert.equal(pages.addressBehind(changesUri as never), undefined);
  });
});

test("nothing stays registered after the end", () => {
  pages.dispose();
  assert.equal(editor.contentProviders.size, 0);
  editor.tabsChanged.fire(undefined);
  assert.deepEqual(editor.executed, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type CompletionItem, TextEdit } from "vscode-languageserver-types";
import type { LanguageService } from "../../../server/core/language-service.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import type { ClusterNames } from "../../../server/core/wire/values.ts";
import { analyse, createEngine, withCursor } from "../support/engine.ts";

const PROD: ClusterNames = {
  context: "prod",
  issuers: [
    { manager: "Platform", name: "platform-ca", namespace: "certs" },
    { manager: "Platform", name: "other-ca", namespace: "certs" },
    { manager: "CertController", name: "letters", kind: "ClusterIssuer", group: "certs.example.com" },
  ],
  domains: ["cop.prod.example.com", ""],
  dnsTargets: ["ingress.prod.example.com", "123"],
};
const TEST: ClusterNames = {
  context: "test",
  issuers: [{ manager: "Platform", name: "platform-ca", namespace: "default" }],
  domains: ["cop.test.example.com", "cop.prod.example.com"],
  dnsTargets: [],
};

async function engineWith(...names: readonly ClusterNames[]): Promise<LanguageService> {
  return createEngine(DEFAULT_SETTINGS, () => names);
}

function offersAt(service: LanguageService, marked: string): { text: string; items: CompletionItem[] } {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text);
  const items = service.completion(analysis, analysis.text.positionAt(offset), { snippets: false });
  return {
    text,
    items: items.toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1)),
  };
}

function shown(service: LanguageService, marked: string): string[] {
  return offersAt(service, marked).items.map(({ label, detail }) => `${label} (${detail})`);
}

const part = (component: string, name: string, key: string) =>
  `${component}:\n  certificateConfig:\n    ${name}:\n      ${key}: $0`;

test("domains and DNS targets come before the form, each once, with the contexts that have them", async () => {
  const service = await engineWith(PROD, TEST);
  assert.deepEqual(shown(service, "subscriptionServer:\n  domain: $0"), [
    "cop.prod.example.com (from context prod, test)",
    "cop.test.example.com (from context test)",
    "<subdomain>.<cluster_domain> (form)",
  ]);
  for (const component of ["subscriptionServer", "controller"]) {
    assert.deepEqual(shown(service, `${component}: {dnsTarget: $0}`).slice(0, 2), [
      "ingress.prod.example.com (from context prod)",
      '"123" (from context prod)',
    ]);
  }
});

test("names go on from what is typed", async () => {
  const service = await engineWith(PROD, TEST);
  assert.deepEqual(shown(service, "subscriptionServer:\n  domain: cop.p$0"), [
    "cop.prod.example.com (from context prod, test)",
  ]);
  assert.deepEqual(shown(service, "controller: {dnsTarget: ingress.$0}"), [
    "ingress.prod.example.com (from context prod)",
  ]);
  assert.deepEqual(shown(service, "controller:\n  dnsTarget: 12$0"), ['"123" (from context prod)']);
  assert.deepEqual(
    shown(service, part("subscriptionServer", "platform", "issuerName").replace(" $0", " platform-$0")),
    ["platform-ca (from context prod, test)"],
  );
});

test("issuers are offered to the manager that reads them", async () => {
  const service = await engineWith(PROD, TEST);
  const names = (marked: string) => shown(service, marked).filter((line) => line.includes("from context"));
  assert.deepEqual(names(part("subscriptionServer", "platform", "issuerName")), [
    "platform-ca (from context prod, test)",
    "other-ca (from context prod)",
  ]);
  assert.deepEqual(names(part("subscriptionServer", "platform", "issuerNamespace")), [
    "certs (from context prod)",
    "default (from context test)",
  ]);
  assert.deepEqual(names(part("webhook", "certController", "issuerName")), ["letters (from context prod)"]);
  assert.deepEqual(names(part("webhook", "certController", "issuerGroup")), [
    "certs.example.com (from context prod)",
  ]);
});

test("what the schema offers is not offered a second time", async () => {
  const service = await engineWith(PROD);
  const kinds = shown(service, part("subscriptionServer", "certController", "issuerKind"));
  assert.deepEqual(
    kinds.filter((line) => line.startsWith("ClusterIssuer")),
    ["ClusterIssuer (from context prod)"],
  );
});

test("a name is written as any other value", async () => {
  const service = await engineWith(PROD);
  const { text, items } = offersAt(service, "subscriptionServer:\n  domain:$0 # mine\n");
  const edit = items.find(({ label }) => label === "cop.prod.example.com")?.textEdit;
  assert.ok(TextEdit.is(edit));
  const document = TextDocument.create("file:///a", "yaml", 1, text);
  assert.equal(
    TextDocument.applyEdits(document, [edit]),
    "subscriptionServer:\n  domain: cop.prod.example.com # mine\n",
  );
});

test("nothing else is offered, no key and no other value", async () => {
  const [service, without] = [await engineWith(PROD, TEST), await engineWith()];
  for (const marked of [
    "$0",
    "subscriptionServer:\n  $0",
    "webhook:\n  certificateManager: $0",
    "nodeSelector:\n  domain: $0",
  ]) {
    assert.deepEqual(shown(service, marked), shown(without, marked));
  }
});

test("names that no cluster has are not reported", async () => {
  const text =
    "subscriptionServer:\n  domain: new.example.com\n  dnsTarget: lb.example.com\n  certificateConfig: {platform: {issuerName: mine}}\n";
  const [service, without] = [await engineWith(PROD), await engineWith()];
  assert.deepEqual(await service.diagnostics(analyse(text)), await without.diagnostics(analyse(text)));
});

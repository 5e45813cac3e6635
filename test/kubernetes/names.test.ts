import assert from "node:assert/strict";
import { test } from "node:test";
import {
  annotationKeyFault,
  dnsLabelFault,
  dnsNameFault,
  labelKeyFault,
  labelValueFault,
} from "../../server/core/schema/types/kubernetes-names.ts";
import type { FaultOf } from "../../server/core/schema/types/text-faults.ts";
import { RECORDED } from "./recorded.ts";

const anything: FaultOf = () => undefined;

const FAULTS: Record<string, FaultOf> = {
  "annotation-key": annotationKeyFault,
  "annotation-value": anything,
  "dns-label": dnsLabelFault,
  "dns-subdomain": dnsNameFault,
  "label-key": labelKeyFault,
  "label-value": labelValueFault,
  namespace: dnsLabelFault,
  "priority-class": dnsNameFault,
  secret: dnsNameFault,
  "volume-name": dnsLabelFault,
};

test("every kind of text that was asked about is one of ours", () => {
  assert.deepEqual(Object.keys(RECORDED.texts).sort(), Object.keys(FAULTS).sort());
});

for (const [kind, answers] of Object.entries(RECORDED.texts)) {
  test(`${kind}: ${answers.length} texts are valid or not as the API server says`, () => {
    const faultOf = FAULTS[kind] ?? anything;
    for (const { text, valid } of answers) {
      assert.equal(faultOf(text) === undefined, valid, JSON.stringify(text));
    }
  });
}

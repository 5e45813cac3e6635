import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("invalid-quantity", () => {
  finds(
    "units that Kubernetes does not know",
    `
    controller:
      resources:
        limits:
          memory: 700MB
                  ^^^^^ error[invalid-quantity] "memory" is 700MB, which is not a valid amount. Write a number with a unit, such as 500Mi or 1Gi.
          cpu: 0,4
               ^^^ error[invalid-quantity] "cpu" is 0,4, which is not a valid amount. Write cores such as 0.5, or millicores such as 500m.
          ephemeral-storage: "1 Gi"
                             ^^^^^^ error[invalid-quantity] "ephemeral-storage" is 1 Gi, which is not a valid amount. Write a number, or a number with a unit such as Mi or Gi.
  `,
  );
  finds(
    "negative amounts",
    `
    webhook:
      resources:
        requests: {cpu: -0.1, memory: "-1Mi"}
                        ^^^^ error[invalid-quantity] "cpu" is -0.1, but must not be negative.
                                      ^^^^^^ error[invalid-quantity] "memory" is -1Mi, but must not be negative.
  `,
  );
  finds(
    "an empty amount, and one in a Kubernetes type",
    `
    controller:
      resources: {limits: {memory: ""}}
                                   ^^ error[invalid-quantity] "memory" cannot be empty. Write
      volumes:
        - name: a
                ^ hint[volume-not-mounted]
          emptyDir: {sizeLimit: 1gb}
                                ^^^ error[invalid-quantity] "sizeLimit" is 1gb, which
  `,
  );
  finds(
    "a fraction of a device",
    `
    controller:
      resources:
        limits: {vendor.example.com/gpu: 500m}
                                         ^^^^ error[invalid-quantity] "vendor.example.com/gpu" is 500m, but must be a whole number.
  `,
  );
  passes(
    "everything that Kubernetes reads",
    `
    controller:
      resources:
        limits: {cpu: 1.5, memory: 1.5Gi, ephemeral-storage: 2G, vendor.example.com/gpu: 2}
        requests: {cpu: 500m, memory: 1G, ephemeral-storage: "1Gi "}
    webhook:
      resources:
        limits: {cpu: 1E, memory: 0.5Ti}
        requests: {cpu: 0, memory: 0}
  `,
  );
  passes("null", "controller: {resources: {limits: {vendor.example.com/gpu: null}}}\n");
});

describe("invalid-quantity: quick fixes", () => {
  const limits = (amounts: string) => `webhook:\n  resources:\n    limits: ${amounts}\n`;
  offers("bytes", limits("{memory: 5$000MB}"), ["*Change to 500M", "Change to 500Mi"]);
  offers("a lone letter", limits("{memory: 2$0g}"), ["*Change to 2Gi", "Change to 2G"]);
  for (const [unit, ...meant] of [
    ["kb", "k", "Ki"],
    ["ki", "Ki"],
    ["kib", "Ki"],
    ["mb", "M", "Mi"],
    ["mi", "Mi"],
    ["mib", "Mi"],
    ["gb", "G", "Gi"],
    ["gi", "Gi"],
    ["gib", "Gi"],
    ["t", "Ti", "T"],
    ["tb", "T", "Ti"],
    ["ti", "Ti"],
    ["tib", "Ti"],
    ["pi", "Pi"],
    ["pib", "Pi"],
  ]) {
    const titles = meant.map((one, index) => `${index === 0 ? "*" : ""}Change to 900000${one}`);
    offers(`memory in ${unit}`, limits(`{memory: 900$0000${unit}}`), titles);
  }
  for (const unit of ["b", "byte", "bytes"]) {
    offers(`memory in ${unit}`, limits(`{memory: 900$0000000 ${unit}}`), ["*Change to 900000000"]);
  }
  for (const unit of ["c", "core", "cores", "cpu", "cpus", "vcpu", "vcpus"]) {
    offers(`cores in ${unit}`, limits(`{cpu: 2$0 ${unit}}`), ["*Change to 2"]);
  }
  for (const unit of ["mcore", "mcores", "mcpu", "millicpu", "millicore", "millicores"]) {
    offers(`thousandths of a core in ${unit}`, limits(`{cpu: 20$00${unit}}`), ["*Change to 200m"]);
  }
  offers("a comma", limits("{cpu: '1,$05'}"), ["*Change to 1.5"]);
  offers("a comma that may group", limits("{memory: '1,$0024Mi'}"), [
    "*Change to 1024Mi",
    "Change to 1.024Mi",
  ]);
  offers("a word that nobody can read as an amount", limits("{memory: lo$0ts}"), []);
  mends(
    "keeps the comment",
    "webhook:\n  resources:\n    limits:\n      memory: $0500mib # much\n",
    "Change to 500Mi",
    "webhook:\n  resources:\n    limits:\n      memory: 500Mi # much\n",
  );
  mends("keeps the quotes", limits(`{cpu: '2$0 cores'}`), "Change to 2", limits("{cpu: '2'}"));
  mends("thousandths of a core", limits(`{cpu: "20$00mCPU"}`), "Change to 200m", limits('{cpu: "200m"}'));
});

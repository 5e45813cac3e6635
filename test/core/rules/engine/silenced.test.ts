import { describe } from "node:test";
import { finds } from "../../support/rule-tests.ts";

describe("comments that silence", () => {
  finds(
    "one line, and the codes they name",
    `
    webhook:
      # cap-operator-disable-next-line unknown-key
      foo: 1
      bar: 1
      ^^^ warning[unknown-key]
      # cap-operator-disable-next-line out-of-range, duplicate-key
      replicas: -1
      # cap-operator-disable-next-line wrong-type
      sidecar: null
               ^^^^ hint[null-removes-default]
      baz: 1 # cap-operator-disable-next-line
      ^^^ warning[unknown-key]
      zzz: 1
  `,
  );
  finds(
    "a code in the whole file",
    `
    foo: 1
    webhook:
      replicas: -1
                ^^ error[out-of-range]
    # cap-operator-disable unknown-key
  `,
  );
  finds(
    "nothing when they are part of a string",
    `
    podAnnotations:
      a: |
        # cap-operator-disable
      b: "#cap-operator-disable"
    foo: 1 # cap-operator-disabled
    ^^^ warning[unknown-key]
  `,
  );
});

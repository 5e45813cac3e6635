import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

// What is valid was taken from the grammar of the library with which container runtimes read the names of images.

const DIGEST = `sha256:${"0a".repeat(32)}`;

describe("invalid-image", () => {
  finds(
    "a repository that no runtime can read",
    `
    controller:
      image:
        repository: https://ghcr.io/corp/ctrl
                    ^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-image] "repository" cannot be "https://ghcr.io/corp/ctrl": it must not begin with https://.
    webhook:
      image:
        repository: ghcr.io/corp/Ctrl
                    ^^^^^^^^^^^^^^^^^ error[invalid-image] "repository" cannot be "ghcr.io/corp/Ctrl": it must be lowercase.
    subscriptionServer:
      image:
        repository: ghcr.io/corp/ctrl:1.2
                    ^^^^^^^^^^^^^^^^^^^^^ error[invalid-image] "repository" cannot be "ghcr.io/corp/ctrl:1.2": it must not contain the tag "1.2".
  `,
  );
  finds(
    "a digest, spaces and other characters in a repository",
    `
    controller:
      image:
        repository: ghcr.io/ctrl@${DIGEST}
                    ${"^".repeat(13 + DIGEST.length)} error[invalid-image] "repository" cannot be
    webhook:
      image:
        repository: "ghcr.io/my ctrl"
                    ^^^^^^^^^^^^^^^^^ error[invalid-image] "repository" cannot be "ghcr.io/my ctrl": it contains spaces.
    subscriptionServer:
      image:
        repository: ghcr.io//ctrl
                    ^^^^^^^^^^^^^ error[invalid-image] "repository" cannot be "ghcr.io//ctrl": lowercase letters and digits are allowed
  `,
  );
  finds(
    "tags",
    `
    image:
      tag: "a b"
           ^^^^^ error[invalid-image] "tag" cannot be "a b": it contains spaces.
    controller:
      image:
        tag: "tag:x"
             ^^^^^^^ error[invalid-image] "tag" cannot be "tag:x": letters, digits, "_", "-" and "." are allowed
    webhook:
      image:
        tag: .x
             ^^ error[invalid-image] "tag" cannot be ".x"
    subscriptionServer:
      image:
        tag: 1.2+build
             ^^^^^^^^^ error[invalid-image] "tag" cannot be "1.2+build"
  `,
    "specification",
  );
  finds(
    "a tag that is too long, and one with half a digest",
    `
    webhook:
      image:
        tag: ${"t".repeat(129)}
             ${"^".repeat(129)} error[invalid-image] "tag" cannot be
    controller:
      image:
        tag: 1.2@sha256:0a
             ^^^^^^^^^^^^^ error[invalid-image] "tag" cannot be "1.2@sha256:0a": after "@" it needs a digest
  `,
  );
  passes(
    "what runtimes read: a port, an address, capitals in the registry, separators, a digest after the tag",
    `
    image:
      tag: v1.2_rc-3
    controller:
      image:
        repository: localhost:5000/a__b/c--d.e
        tag: "1.2@${DIGEST}"
    webhook:
      image:
        repository: "[2001:db8::1]:5000/web-hooks"
        tag: ${"t".repeat(128)}
    subscriptionServer:
      image:
        repository: GHCR.io/corp/server
        tag: _x
  `,
  );
  passes(
    "a digest with its algorithm in the repository and its digits in the tag",
    `
    controller:
      image:
        repository: ghcr.io/corp/ctrl@sha256
        tag: ${"0a".repeat(32)}
  `,
  );
  passes(
    "an empty tag, for which the chart has one",
    `
    controller:
      image:
        repository: ghcr.io/corp/ctrl
        tag: ""
  `,
  );
});

describe("invalid-image: quick fixes", () => {
  mends(
    "the scheme and the slash at the end",
    "controller:\n  image:\n    repository: $0https://ghcr.io/corp/ctrl/ # ours\n",
    'Change to "ghcr.io/corp/ctrl"',
    "controller:\n  image:\n    repository: ghcr.io/corp/ctrl # ours\n",
  );
  mends(
    "capitals",
    'controller:\n  image:\n    repository: $0"ghcr.io/corp/Ctrl"\n',
    'Change to "ghcr.io/corp/ctrl"',
    'controller:\n  image:\n    repository: "ghcr.io/corp/ctrl"\n',
  );
  mends(
    "a tag that belongs beside it",
    "controller:\n  image:\n    repository: $0ghcr.io/corp/ctrl:1.10\n  replicas: 2\n",
    'Change to "ghcr.io/corp/ctrl", and set the tag to "1.10"',
    'controller:\n  image:\n    repository: ghcr.io/corp/ctrl\n    tag: "1.10"\n  replicas: 2\n',
  );
  mends(
    "with an empty tag beside it",
    'controller:\n  image:\n    tag: ""\n    repository: $0https://ghcr.io/corp/Ctrl:v1\n',
    'Change to "ghcr.io/corp/ctrl", and set the tag to "v1"',
    'controller:\n  image:\n    tag: "v1"\n    repository: ghcr.io/corp/ctrl\n',
  );
  offers(
    "where another tag counts, not as the likely one",
    "controller:\n  image:\n    repository: $0ghcr.io/corp/ctrl:v1\n    tag: v2\n",
    ['Change to "ghcr.io/corp/ctrl"'],
  );
  offers(
    "where the same tag counts, only the repository",
    "controller:\n  image:\n    repository: $0ghcr.io/corp/ctrl:v1\n    tag: v1\n",
    ['*Change to "ghcr.io/corp/ctrl"'],
  );
  offers(
    "none for a digest, which has no key of its own",
    `controller:\n  image:\n    repository: $0ghcr.io/corp/ctrl@${DIGEST}\n`,
    [],
  );
  mends(
    "a colon before the tag",
    'controller:\n  image:\n    tag: $0":1.2 "\n',
    'Change to "1.2"',
    'controller:\n  image:\n    tag: "1.2"\n',
  );
});

import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("image-missing", () => {
  finds(
    "a repository that is set to nothing",
    `
    controller:
      image: {repository: ""}
                          ^^ warning[image-missing] An empty "repository" removes the chart's image. Set an image, or remove the key.
    webhook:
      image: {repository: " "}
                          ^^^ warning[image-missing]
  `,
  );
  finds(
    "a repository that is null",
    "controller:\n  image:\n    repository: null\n                ^^^^ warning[image-missing] An empty",
    "specification",
  );
  finds(
    "a repository without a value, where the default is not known",
    "controller:\n  image:\n    repository:\n    ^^^^^^^^^^ warning[image-missing] An empty",
    "specification",
  );
  passes("an image", "controller:\n  image:\n    repository: registry.cluster-a.internal/controller\n");
  mends(
    "a repository that is set to nothing",
    'controller:\n  replicas: 2\n  image:\n    repository: $0""\n    tag: v1\n',
    'Remove "repository"',
    "controller:\n  replicas: 2\n  image:\n    tag: v1\n",
  );
});

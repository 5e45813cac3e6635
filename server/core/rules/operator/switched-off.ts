import type { Rule } from "../engine/rule.ts";

export const switchedOff: Rule = {
  code: "switched-off",
  severity: "information",
  docs: {
    what: "A number is 0, which switches off more than the key suggests.",
    why: "The templates of the chart leave out other objects as well.",
    wrong: "# cap-operator: values version=0.34.0\nwebhook:\n  replicas: 0",
    right: "# cap-operator: values version=0.34.0\nwebhook:\n  replicas: 2",
  },
  check({ groups, isBroken }) {
    return groups
      .filter(({ schemas: [schema] }) => schema?.annotations.atZero !== undefined)
      .flatMap((group) => group.places("number"))
      .flatMap(({ node, property, schemas: [schema] }) => {
        if (node.type !== "number" || node.value !== 0 || isBroken(node)) return [];
        const message = `"${property?.key}" is 0. ${schema?.annotations.atZero}`;
        return [{ start: node.offset, end: node.offset + node.length, message }];
      });
  },
};

// Works that packages of npm have in their own bundles, so that no manifest of theirs is at hand here.
import { readFileSync } from "node:fs";

const MIT_TERMS = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** What is known of them: from the packages on npm and, for the second one, its repository's THIRD_PARTY_NOTICES.md. */
const KNOWN = new Map([
  ["content-type", ["Copyright (c) 2015 Douglas Christopher Wilson"]],
  [
    "@cfworker/json-schema",
    [
      "Copyright (c) Jeremy Danyow <jdanyow@gmail.com>",
      "Contains parts of punycode.js, Copyright Mathias Bynens <https://mathiasbynens.be/>, and of Ajv, Copyright (c) 2015-2021 Evgeny Poberezkin, under the same terms.",
    ],
  ],
]);

/** The comment with which a bundler begins what comes from a module. */
const REGION = /^\/\/#region .*\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/[^\n]*$/gm;

/**
 * The works that these files of packages say they contain, sorted by name: titles and texts, of which there are none if a work is not
 * known. Some of a work may not be in a bundle; it is named all the same.
 */
export function worksInside(files) {
  const names = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(REGION)].map(([, name]) => name),
  );
  return [...new Set(names)].sort().map((name) => {
    const known = KNOWN.get(name);
    return { name, license: "MIT", texts: known === undefined ? [] : [[...known, MIT_TERMS].join("\n\n")] };
  });
}

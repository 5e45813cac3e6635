// The parts that a client can send in any number without an answer, by their notification.

/** A notification and its parameters. */
export type Note = readonly [method: string, params: object];

/** Notifications with so many of something. */
export interface NotificationShape {
  readonly method: string;
  readonly name: string;
  /** The notifications sent beforehand, in the same number. */
  readonly before?: (count: number) => readonly Note[];
  readonly make: (count: number) => readonly Note[];
  /** The settings that the client has. */
  readonly settings?: (count: number) => object;
}

/** The folder that is open. */
export const ROOT = "file:///notes";
/** A file that is open all the time. */
export const FILE = `${ROOT}/own.values.yaml`;
export const TEXT = "subscriptionServer:\n  domain: a.corp.org\ncontroller:\n  replicas: 2\n";

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const uri = (index: number) => `${ROOT}/f${index}.values.yaml`;
const opened = (at: string): Note => [
  "textDocument/didOpen",
  { textDocument: { uri: at, languageId: "yaml", version: 1, text: TEXT } },
];
const openedAll = (count: number) => times(count, (index) => opened(uri(index)));
const ofDocuments = (method: string) => (count: number) =>
  times(count, (index): Note => [method, { textDocument: { uri: uri(index) } }]);
const folders = (count: number) => times(count, (index) => ({ uri: `${ROOT}/${index}`, name: `f${index}` }));
const NO_CHANGE: Note = ["workspace/didChangeConfiguration", { settings: null }];
const start = { line: 0, character: 0 };

/** The shapes of each notification: one for each list in its parameters, at any depth. */
export const NOTIFICATION_SHAPES: readonly NotificationShape[] = [
  { method: "textDocument/didOpen", name: "documents", make: openedAll },
  {
    method: "textDocument/didOpen",
    name: "segments of an address",
    make: (count) => [opened(`file:///${"a/".repeat(count)}b.values.yaml`)],
  },
  {
    method: "textDocument/didChange",
    name: "changes in one notification",
    make: (count) => [
      [
        "textDocument/didChange",
        {
          textDocument: { uri: FILE, version: 2 },
          contentChanges: times(count, () => ({ range: { start, end: start }, text: "#" })),
        },
      ],
    ],
  },
  {
    method: "textDocument/didChange",
    name: "changes of a document",
    make: (count) =>
      times(count, (index): Note => {
        const textDocument = { uri: FILE, version: index + 2 };
        return [
          "textDocument/didChange",
          { textDocument, contentChanges: [{ text: `${TEXT}# ${index}\n` }] },
        ];
      }),
  },
  {
    method: "textDocument/didChange",
    name: "documents",
    before: openedAll,
    make: (count) =>
      times(count, (index): Note => {
        const textDocument = { uri: uri(index), version: 2 };
        return ["textDocument/didChange", { textDocument, contentChanges: [{ text: `${TEXT}# 2\n` }] }];
      }),
  },
  {
    method: "textDocument/didSave",
    name: "documents",
    before: openedAll,
    make: ofDocuments("textDocument/didSave"),
  },
  {
    method: "textDocument/didClose",
    name: "documents",
    before: openedAll,
    make: ofDocuments("textDocument/didClose"),
  },
  {
    method: "workspace/didChangeWatchedFiles",
    name: "files that are not there",
    make: (count) => [
      [
        "workspace/didChangeWatchedFiles",
        { changes: times(count, (index) => ({ uri: uri(index), type: 2 })) },
      ],
    ],
  },
  {
    method: "workspace/didChangeWatchedFiles",
    name: "files that are open",
    before: openedAll,
    make: (count) => [
      [
        "workspace/didChangeWatchedFiles",
        { changes: times(count, (index) => ({ uri: uri(index), type: 2 })) },
      ],
    ],
  },
  {
    method: "workspace/didChangeWatchedFiles",
    name: "files of releases",
    settings: (count) => ({
      releases: times(count, (index) => ({ name: `r${index}`, values: [`f${index}.values.yaml`] })),
    }),
    before: () => [NO_CHANGE],
    make: (count) => [
      [
        "workspace/didChangeWatchedFiles",
        { changes: times(count, (index) => ({ uri: uri(index), type: 2 })) },
      ],
    ],
  },
  {
    method: "workspace/didChangeWorkspaceFolders",
    name: "added",
    make: (count) => [
      ["workspace/didChangeWorkspaceFolders", { event: { added: folders(count), removed: [] } }],
    ],
  },
  {
    method: "workspace/didChangeWorkspaceFolders",
    name: "removed",
    before: (count) => [
      ["workspace/didChangeWorkspaceFolders", { event: { added: folders(count), removed: [] } }],
    ],
    make: (count) => [
      ["workspace/didChangeWorkspaceFolders", { event: { added: [], removed: folders(count) } }],
    ],
  },
  {
    method: "workspace/didChangeConfiguration",
    name: "releases",
    settings: (count) => ({
      releases: times(count, (index) => ({ name: `r${index}`, values: [`v${index}.yaml`] })),
    }),
    make: () => [NO_CHANGE],
  },
  {
    method: "workspace/didChangeConfiguration",
    name: "values files of a release",
    settings: (count) => ({
      releases: [{ name: "r", values: ["own.values.yaml", ...times(count, (index) => `v${index}.yaml`)] }],
    }),
    make: () => [NO_CHANGE],
  },
  {
    method: "workspace/didChangeConfiguration",
    name: "entries of a release",
    settings: (count) => ({
      releases: [
        {
          name: "r",
          values: ["own.values.yaml"],
          set: times(count, (index) => `controller.key${index + 10_000}=1`),
        },
      ],
    }),
    make: () => [NO_CHANGE],
  },
  {
    method: "capOperator/typingEnded",
    name: "documents",
    before: openedAll,
    make: (count) => times(count, (index): Note => ["capOperator/typingEnded", { uri: uri(index) }]),
  },
  {
    method: "capOperator/workspaceTrusted",
    name: "open documents",
    before: openedAll,
    make: () => [["capOperator/workspaceTrusted", {}]],
  },
];

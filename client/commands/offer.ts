/** A command as the editor offers it. Its parts of package.json and of docs/reference/commands.md are generated from this. */
export interface CommandOffer {
  readonly title: string;
  /** For the page about commands. */
  readonly does: string;
  readonly section: CommandSection;
  /** Its place among all commands. */
  readonly order: number;
  readonly icon?: string;
  /** The program that it runs. It is offered neither in a browser nor in a virtual workspace, which have none. */
  readonly needs?: "Helm" | "kubectl";
  /**
   * A when clause for the palette, only for a command that ends something or answers a question. Any other command is always
   * there and says what it needs, because in place of a hidden command the palette runs a similar one.
   */
  readonly palette?: string;
  readonly menus?: readonly MenuPlace[];
}

/** The offers of a file with commands, by the names of these. */
export type CommandOffers = Readonly<Record<string, CommandOffer>>;

/** The sections of the page about commands, in their order. */
export const SECTIONS = ["Files and values", "Effective values", "Installation", "Help and tools"] as const;

type CommandSection = (typeof SECTIONS)[number];

/** A menu, the group in it with the place there, and the conditions, all of which must hold. */
export type MenuPlace = readonly [menu: Menu, group: string, ...conditions: string[]];

/** The menus of a view are those of the view *CAP Operator*. */
type Menu =
  | "editor/title"
  | "editor/context"
  | "explorer/context"
  | "file/newFile"
  | "view/title"
  | "view/item/context";

/** A file of CAP Operator is in front. */
export const OURS = "capOperator.fileKind && editorLangId == yaml";
/** The same, and not as a side of a comparison. */
export const OURS_ALONE = `${OURS} && !isInDiffEditor`;
export const VALUES_FILE = "capOperator.fileKind == values && editorLangId == yaml && !isInDiffEditor";
export const OPERATOR_FILE = "capOperator.fileKind == operator && editorLangId == yaml && !isInDiffEditor";
export const EFFECTIVE_VALUES = "resourceScheme == cap-operator-effective && !isInDiffEditor";
/** A page or a comparison of this extension is in front. */
export const PREVIEW = "(resourceScheme == cap-operator-page || activeEditor == multiDiffEditor)";
/** In the explorer, where only its name is known. */
export const NAMED_VALUES = "resourceFilename =~ /values.*\\.ya?ml$/i";
/** Helm can read the file, at the latest once it is saved. */
export const SAVEABLE = "resourceScheme =~ /^(file|vscode-remote|untitled)$/";

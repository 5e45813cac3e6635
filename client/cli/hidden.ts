/** Stands for what is not shown; its length says nothing. */
export const HIDDEN = "<hidden>";

/** The same, where the value is not what it was. */
export const HIDDEN_CHANGED = "<hidden, changed>";

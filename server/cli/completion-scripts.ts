import type { CommandRow, OptionRow } from "./command-table.ts";

/** The shells that there are scripts for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that completes commands, options and their values. What is none of these is a file. */
export function completionScript(shell: Shell, program: string, rows: readonly CommandRow[]): string {
  return { bash, zsh, fish }[shell](program, rows);
}

function bash(program: string, rows: readonly CommandRow[]): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const words = (command: CommandRow) =>
    command.options.flatMap(({ long, short }) => [long, ...(short ? [short] : [])]);
  const values = rows.flatMap(({ name: command, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map((option) => {
        const pattern = [option.long, option.short].filter((flag) => flag !== undefined);
        return `    ${pattern.map((flag) => `${command}:${flag}`).join("|")}) words="${option.choices.join(" ")}" ;;`;
      }),
  );
  const files = rows.flatMap(({ name: command, options }) =>
    options
      .filter(isFree)
      .flatMap(({ long, short }) => [long, short].flatMap((flag) => (flag ? [`${command}:${flag}`] : []))),
  );
  return `# ${program} completion for bash: source this, or save it in a folder of bash-completion.
${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${rows.map((row) => row.name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
${values.join("\n")}
    ${files.join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ -z "$words" ] && [[ "$current" == -* ]]; then
    case "$command" in
${rows.map((row) => `      ${row.name}) words="${words(row).join(" ")}" ;;`).join("\n")}
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F ${name} ${program}
`;
}

function zsh(program: string, rows: readonly CommandRow[]): string {
  const name = `_${program}`;
  const spec = ({ long, short, description, takesValue, choices }: OptionRow) => {
    const said = `[${description.replace(/[[\]\\:]/g, "\\$&")}]`;
    const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(" ")})` : "_files"}` : "";
    return [long, short].flatMap((flag) => (flag ? [quoted(`*${flag}${said}${value}`)] : []));
  };
  return `#compdef ${program}
# ${program} completion for zsh: save this as ${name} in a folder of $fpath.
${name}() {
  local -a commands
  commands=(
${rows.map((row) => `    ${quoted(`${row.name}:${row.summary}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${rows
  .map(
    (row) =>
      `    ${row.name}) _arguments ${[...row.options.flatMap(spec), quoted("*:file:_files")].join(" \\\n      ")} ;;`,
  )
  .join("\n")}
  esac
}
if [ "$funcstack[1]" = "${name}" ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function fish(program: string, rows: readonly CommandRow[]): string {
  const lines = rows.flatMap((row) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${row.name} -d ${quoted(row.summary)}`,
    ...row.options.map(({ long, short, description, takesValue, choices }) =>
      [
        `complete -c ${program} -n "__fish_seen_subcommand_from ${row.name}" -l ${long.replace(/^--/, "")}`,
        ...(short ? [`-s ${short.replace(/^-/, "")}`] : []),
        ...(takesValue ? ["-r"] : []),
        ...(choices.length > 0 ? [`-f -a ${quoted(choices.join(" "))}`] : []),
        `-d ${quoted(description)}`,
      ].join(" "),
    ),
  ]);
  return `# ${program} completion for fish: save this in ~/.config/fish/completions/${program}.fish\n${lines.join("\n")}\n`;
}

function isFree({ takesValue, choices }: OptionRow): boolean {
  return takesValue && choices.length === 0;
}

/** A word for a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

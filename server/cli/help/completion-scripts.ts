/** The shells that there are scripts for. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * A script by which a shell asks the program what can be typed: it runs `PROGRAM __complete WORDS... =CURRENT`, and gets a line for each
 * candidate, with a tab before its description. The line `:files` means that it may be a file.
 */
export function completionScript(shell: Shell, program: string): string {
  return { bash, zsh, fish, powershell }[shell](program);
}

/** Of a word with one of `=@:` in it, bash replaces only what comes after the last one. */
function bash(program: string): string {
  const name = `_${program.replaceAll("-", "_")}`;
  return `# ${program} completion for bash: source this, or save it in a folder of bash-completion.
${name}() {
  local line=\${COMP_LINE:0:COMP_POINT} words current= prefix= one files=
  read -ra words <<< "$line"
  if [[ $line != *[[:space:]] ]]; then
    current=\${words[\${#words[@]}-1]}
    unset "words[\${#words[@]}-1]"
  fi
  [[ $current == *[=@:]* ]] && prefix=\${current%"\${current##*[=@:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r one _; do
    if [[ $one == :files ]]; then files=1; else COMPREPLY+=("\${one#"$prefix"}"); fi
  done < <("\${words[0]}" __complete "\${words[@]:1}" "=$current" 2> /dev/null)
  if [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r one; do COMPREPLY+=("$one"); done < <(compgen -f -- "\${current#"$prefix"}")
  fi
}
complete -F ${name} ${program}
`;
}

function zsh(program: string): string {
  const name = `_${program}`;
  return `#compdef ${program}
# ${program} completion for zsh: save this as ${name} in a folder of $fpath.
${name}() {
  local -a offered
  local line files=
  for line in \${(f)"$(\${(Q)words[1]} __complete \${(Q)words[2,CURRENT-1]} "=$PREFIX" 2> /dev/null)"}; do
    if [[ $line == :files ]]; then
      files=1
    else
      offered+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${\${line#*$'\\t'}//:/\\\\:}")
    fi
  done
  (( $#offered )) && _describe value offered
  if [[ -n $files ]]; then
    compset -P '--*='
    _files
  fi
}
if [ "$funcstack[1]" = "${name}" ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function fish(program: string): string {
  const name = `__${program.replaceAll("-", "_")}`;
  return `# ${program} completion for fish: save this in ~/.config/fish/completions/${program}.fish
function ${name}
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    for line in ($program __complete $words "=$current" 2> /dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            printf '%s\\n' "$line"
        end
    end
end
complete -c ${program} -f -a '(${name})'
`;
}

function powershell(program: string): string {
  return `# ${program} completion for PowerShell: add this to your $PROFILE.
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
    param($current, $line, $cursor)
    $program, $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    & $program __complete @words "=$current" 2> $null | ForEach-Object {
        $value, $text = $_ -split "\`t", 2
        if ($value -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)
        } else {
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $(if ($text) { $text } else { $value }))
        }
    }
}
`;
}

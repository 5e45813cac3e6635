# Prints what zsh offers for a line, one a line: offered.zsh LINE FOLDER-OF-THE-SCRIPT.
# An interactive zsh runs on a terminal of its own, because zsh completes nowhere else; compadd tells what it is given.
zmodload zsh/zpty || exit 1
zpty inner zsh -f -i
said() { local line; while zpty -r inner line; do [[ $line == *said-$1* ]] && return; done }
zpty -w inner "PROMPT=; fpath=(${(q)2} \$fpath); autoload -Uz compinit; compinit -u -D; print sai''d-1"
said 1
zpty -w inner 'compadd() { if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a all; builtin compadd -A all "$@"; print -rl -- OFFER:$^all; builtin compadd "$@" }
bindkey "^I" complete-word; LISTMAX=0; ended() { print OFFER:/; exit }; comppostfuncs=(ended); print sai'"''"'d-2'
said 2
zpty -n -w inner "$1"$'\t'
while zpty -r inner line; do
  line=${${line%$'\r\n'}##*OFFER:}
  [[ $line == / ]] && break
  print -r -- $line
done

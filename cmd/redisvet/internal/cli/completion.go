package cli

import (
	"flag"
	"fmt"
	"strings"
)

// completion prints a script that completes flags, checks and sub-commands in a shell.
func (a *app) completion(args []string) (int, error) {
	if len(args) != 1 {
		return 0, fmt.Errorf("want one of bash, zsh, fish")
	}
	var names, checks []string
	a.flags.set.VisitAll(func(fl *flag.Flag) {
		if fl.Name != "flags" && fl.Name != "V" {
			names = append(names, "-"+fl.Name)
		}
	})
	for _, c := range a.checks {
		checks = append(checks, c.Name)
	}
	var cmds []string
	for _, c := range commands() {
		cmds = append(cmds, c.name)
	}
	flags, subs, known := strings.Join(names, " "), strings.Join(cmds, " "), strings.Join(checks, " ")
	switch args[0] {
	case "bash":
		fmt.Fprintf(a.Out, bashScript, known, flags, subs)
	case "zsh":
		fmt.Fprintf(a.Out, "#compdef redisvet\nautoload -U +X bashcompinit && bashcompinit\n"+bashScript, known, flags, subs)
	case "fish":
		fmt.Fprintf(a.Out, fishScript, subs, known)
		a.flags.set.VisitAll(func(fl *flag.Flag) {
			if fl.Name != "flags" && fl.Name != "V" {
				fmt.Fprintf(a.Out, "complete -c redisvet -o %s -d '%s'\n", fl.Name, strings.ReplaceAll(fl.Usage, "'", ""))
			}
		})
	default:
		return 0, fmt.Errorf("no completion for %q: want one of bash, zsh, fish", args[0])
	}
	return exitClean, nil
}

const bashScript = `_redisvet() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	case $prev in
	help | explain) COMPREPLY=($(compgen -W "%s" -- "$cur")) && return ;;
	-format | --format) COMPREPLY=($(compgen -W "text json sarif github gitlab checkstyle" -- "$cur")) && return ;;
	-config | --config | -baseline | --baseline) COMPREPLY=($(compgen -f -- "$cur")) && return ;;
	esac
	case $cur in
	-*) COMPREPLY=($(compgen -W "%s" -- "$cur")) ;;
	*) COMPREPLY=($(compgen -d -W "%s ./..." -- "$cur")) ;;
	esac
}
complete -F _redisvet redisvet
`

const fishScript = `complete -c redisvet -n __fish_use_subcommand -a '%s ./...'
complete -c redisvet -n '__fish_seen_subcommand_from help explain' -f -a '%s'
`

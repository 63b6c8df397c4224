
# Completes `--set`, `--set-a` and `--set-b` by the paths of values in the packs of the command line.
_tilewright_paths() {
    local line=${COMP_LINE:0:COMP_POINT}
    local typed=${line##* } before=${line% *}
    case ${before##* } in
    --set | --set-a | --set-b)
        local word words packs=()
        read -ra words <<<"$before"
        for word in "${words[@]:2}"; do
            [[ $word == -* ]] && break
            packs+=(${word//+/ })
        done
        local paths=$("${words[0]}" show "${packs[@]}" --paths 2>/dev/null)
        COMPREPLY=($(compgen -W "$paths" -- "$typed"))
        # The shell splits words at colons, and replaces only the part after the last one.
        [[ $COMP_WORDBREAKS == *:* && $typed == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${typed%:*}:"}")
        [[ ${#COMPREPLY[@]} -eq 1 ]] && COMPREPLY=("${COMPREPLY[0]}=") && compopt -o nospace 2>/dev/null
        ;;
    *)
        _tilewright "$@"
        ;;
    esac
}
complete -F _tilewright_paths -o bashdefault -o default tilewright

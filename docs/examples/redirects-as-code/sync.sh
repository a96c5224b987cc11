#!/bin/sh
# Makes the redirects and variables of an account on a documentation service equal to the files in this folder.
#   sync.sh check   says what would be sent, and sends nothing; for pull requests
#   sync.sh push    sends it, and proves that a second run would send nothing; for the main branch
# SERVICE_URL is the address of the service, SERVICE_TOKEN a token of the account; LECTERN is how to call lectern.
set -eu
: "${SERVICE_URL:?Set SERVICE_URL to the address of the service.}"
: "${SERVICE_TOKEN:?Set SERVICE_TOKEN to a token of the account.}"
mode=${1:-check}
here=$(dirname "$0")
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

lectern() {
  # Not in quotes: LECTERN may be several words.
  ${LECTERN:-npx lectern} "$@" --data "$data" --keychain off
}

# Runs a command that ends with 10 when there are changes; every other code but 0 ends this script.
may_change() {
  code=0
  "$@" || code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 10 ] || exit "$code"
}

# Only projects that have a file are pulled: a new data folder holds no more than them.
projects=$(sed -n 's/^project: *\([a-z0-9_-]*\).*/--project \1/p' "$here"/*.yaml | sort -u)
printf '%s\n' "$SERVICE_TOKEN" | lectern remote add live "$SERVICE_URL" --token-stdin
lectern pull live --full $projects

for file in "$here"/*.yaml; do
  lectern apply "$file"
done
may_change lectern changes live
[ "$mode" = push ] || exit 0

lectern push live --yes
for file in "$here"/*.yaml; do
  lectern apply "$file" --dry-run
done
lectern changes live

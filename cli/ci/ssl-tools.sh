#!/usr/bin/env bash
# Runs the command line from these sources. The first run builds it, with Deno or with only Node, into the folder
# SSL_TOOLS_BUILD, or into dist-packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${SSL_TOOLS_BUILD:-$root/dist-packages}
main="$build/ssl-tools/ssl-tools.js"
if [ ! -e "$main" ]; then
  deno=(deno)
  command -v deno > /dev/null || deno=(npx --yes deno@2.9.6)
  (cd "$root" && "${deno[@]}" task -q package "$build") >&2
fi
exec node "$main" "$@"

#!/usr/bin/env bash
# The step of action.yml. It fails with the worst status: 1 something was found, 2 wrong input, 3 not checked.
set -uo pipefail
ssl_tools=$(dirname "${BASH_SOURCE[0]}")/ssl-tools.sh
status=0

# check COMMAND NAME LINES: runs a command on each line that is not empty.
check() {
  local arguments=() line
  while IFS= read -r line; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    [ -z "$line" ] || arguments+=("$line")
  done <<< "$3"
  [ "${#arguments[@]}" -gt 0 ] || return 0
  local options=(--github --fail-on "$SSL_TOOLS_FAIL_ON" --expires-within "$SSL_TOOLS_EXPIRES_WITHIN")
  if [ -n "$SSL_TOOLS_SARIF" ]; then
    mkdir -p "$SSL_TOOLS_SARIF"
    options+=(--sarif-file "$SSL_TOOLS_SARIF/$2.sarif")
  fi
  "$ssl_tools" "$1" "${options[@]}" -- "${arguments[@]}"
  local now=$?
  [ "$now" -le "$status" ] || status=$now
}

check inspect paths "$SSL_TOOLS_PATHS"
check check hosts "$SSL_TOOLS_HOSTS"
exit "$status"

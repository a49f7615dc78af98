/** Scripts that let a shell complete commands and options. They come from the table of commands. */
import { COMMANDS } from "./commands.ts";
import { COMMON } from "./help.ts";

const PROGRAM = "ssl-tools";
const names = Object.keys(COMMANDS);
const optionsOf = (options: object): string[] =>
  Object.keys({ ...options, ...COMMON }).map((name) => `--${name}`);

function bash(): string {
  const cases = Object.entries(COMMANDS).map(([name, { options }]) =>
    `    ${name}) words="${optionsOf(options).join(" ")}" ;;`
  );
  return [
    "_ssl_tools() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" words=""',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    "  esac",
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${names.join(" ")} help"; fi`,
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    "}",
    `complete -o default -F _ssl_tools ${PROGRAM}`,
    "",
  ].join("\n");
}

/** zsh can run the completions of bash. */
const zsh = (): string => `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;

function fish(): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const isFirst = "__fish_use_subcommand";
  return Object.entries(COMMANDS).flatMap(([name, { summary, options }]) => [
    `complete -c ${PROGRAM} -n ${isFirst} -a ${name} -d ${quoted(summary)}`,
    ...Object.entries({ ...options, ...COMMON }).map(([option, { help }]) =>
      `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from ${name}' -l ${option} -d ${
        quoted(help)
      }`
    ),
  ]).join("\n") + "\n";
}

/** The scripts by the name of their shell. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

import { serverEnvironment, serverOptions } from '../commands.mjs'

/**
 * The program `portal` of a packaged portal, for any POSIX shell. Node takes the place of the shell, so
 * signals of systemd or a container reach the server directly. `NODE_ENV` is production unless it is set, so
 * that demo accounts are off.
 */
export function portalScript(commands: Readonly<Record<string, string>>): string {
  const names = Object.keys(commands)
  const cases = Object.entries(commands).map(
    ([name, file]) =>
      `  ${name}) file=${file} options='${name === 'start' ? serverOptions.join(' ') : ''}' ;;`,
  )
  const defaults = Object.entries(serverEnvironment).map(
    ([name, value]) => `export ${name}="\${${name}:-${value}}"`,
  )
  return `#!/bin/sh
# The permit portal: portal <command> [arguments]
set -eu
home=$(dirname "$(readlink -f "$0")")
case "\${1:-}" in
${cases.join('\n')}
  *)
    echo "Use: portal <command> [arguments], with one of the commands ${names.join(', ')}." >&2
    exit 1
    ;;
esac
shift
NODE_ENV=\${NODE_ENV:-production}
export NODE_ENV
${defaults.join('\n')}
# shellcheck disable=SC2086 # Each word is an option.
exec "$home/bin/node" $options "$home/$file" "$@"
`
}

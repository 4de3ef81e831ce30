import { globSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portal/remote-cli/arguments'
import { CliError } from '@portal/remote-cli/cli-error'
import { deployRemote, deployUsage, readDeployArguments } from '@portal/remote-cli/deploy'
import { buildStale } from './build.ts'
import { root } from './run.ts'

const usage = deployUsage.map((options) => `npm run deploy -- <remote> ${options}`).join('\n')

/** Names of the existing remotes, without the prefix `mfe-`. */
const remotes = globSync('mfe-*/portal.json', { cwd: root }).map((file) =>
  file.replace(/^mfe-([^/\\]+)[/\\].*$/, '$1'),
)

function remoteNamed(positionals: readonly string[]): string {
  const names = [...new Set(positionals.map((name) => name.replace(/^mfe-/, '')))]
  const [name] = names
  if (name === undefined || names.length > 1)
    throw new CliError(`Name one remote (${remotes.join(', ')}):\n${usage}`)
  if (!remotes.includes(name))
    throw new CliError(
      `There is no remote ${name}: choose one of ${remotes.join(', ')}, or make it with npm run new-remote -- ${name}.`,
    )
  return name
}

await runCommand(async () => {
  const { values, positionals } = readDeployArguments(process.argv.slice(2), usage)
  const name = remoteNamed(positionals)
  const place = `mfe-${name}`
  await deployRemote(
    {
      name,
      folder: join(root, place),
      place: `${place}/`,
      build: async () => (await buildStale([place])).length === 0,
    },
    values,
  )
})

#!/usr/bin/env node
import { readManifest } from './read-manifest.ts'
import { runCommand } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { deployRemote, deployUsage, readDeployArguments } from './deploy/deploy-remote.ts'
import { develop, devUsage } from './dev/develop.ts'
import { findTool, runTool } from './tools.ts'
import { fetchTypes, typesUsage, writeTypes } from './types.ts'

const usage = `portal build
portal test [options of jest]
${devUsage}
${typesUsage}
${deployUsage.map((options) => `portal deploy ${options}`).join('\n')}`

const folder = process.cwd()

async function build(): Promise<boolean> {
  readManifest(folder)
  const webpack = findTool(folder, 'webpack/bin/webpack.js')
  if ((await runTool(folder, [webpack], { NODE_ENV: 'production' })) !== 0) return false
  await writeTypes(folder)
  return true
}

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  async build() {
    if (!(await build())) throw new CliError('The build failed, for what stands above.')
  },
  async test(args) {
    const jest = ['--experimental-vm-modules', '--no-warnings', findTool(folder, 'jest/bin/jest')]
    process.exitCode = await runTool(folder, [...jest, ...args])
  },
  dev: (args) => develop(folder, args),
  types: (args) => fetchTypes(folder, args),
  async deploy(args) {
    const { values, positionals } = readDeployArguments(args, usage)
    if (positionals.length > 0) throw new CliError(`portal deploy takes options only:\n${usage}`)
    const { name } = readManifest(folder, { checksPanels: values.dist === undefined })
    await deployRemote({ name, folder, place: '', build }, values)
  },
}

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new CliError(`${name === '' ? 'Name a command' : `There is no command ${name}`}:\n${usage}`)
  await command(args)
})

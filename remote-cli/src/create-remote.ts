#!/usr/bin/env node
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readArguments, runCommand } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { repositoryFiles } from './template/repository-files.ts'

const usage = 'create-remote <name> [--packages <folder of tarballs>]'
const options = { packages: { type: 'string' } } as const

/** Written when this package is packed: the versions that belong together. */
const versionsFile = join(import.meta.dirname, '../template-versions.json')

function readVersions(): Record<string, string> {
  const content: unknown = JSON.parse(readFileSync(versionsFile, 'utf8'))
  if (typeof content !== 'object' || content === null) throw new Error(`${versionsFile} lists no versions`)
  return Object.fromEntries(Object.keys(content).map((name) => [name, String(Reflect.get(content, name))]))
}

/** The new folder for a remote of that name, which is also the name in addresses and in the menu. */
function folderFor(positionals: readonly string[]): { name: string; folder: string } {
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new CliError(`Name the new remote:\n${usage}`)
  if (!/^[a-z]{2,20}$/.test(name))
    throw new CliError(`A remote is named by 2 to 20 lower-case letters, and ${name} is not:\n${usage}`)
  const folder = resolve(name)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CliError(`${folder} is not empty: choose another name or another place.`)
  return { name, folder }
}

/** The tarball of a package in a folder, as `npm pack` names it: `portal-contract-0.1.0.tgz`. */
function tarballOf(packageName: string, folder: string): string {
  const prefix = `${packageName.slice(1).replace('/', '-')}-`
  const found = readdirSync(folder).filter((file) => file.startsWith(prefix) && /-\d[^/]*\.tgz$/.test(file))
  const [file] = found
  if (file === undefined || found.length > 1)
    throw new CliError(`${folder} has ${found.length} tarballs of ${packageName}, and one is needed.`)
  return join(folder, file)
}

/**
 * Copies the tarballs of the portal's packages into the repository and returns their paths there, so that the
 * repository can be installed anywhere.
 */
function takeTarballs(names: readonly string[], from: string, folder: string): Record<string, string> {
  if (!existsSync(from)) throw new CliError(`There is no folder ${from}: name one with tarballs.`)
  const tarballs = names.map((name) => ({ name, file: tarballOf(name, from) }))
  mkdirSync(join(folder, 'packages'), { recursive: true })
  return Object.fromEntries(
    tarballs.map(({ name, file }) => {
      copyFileSync(file, join(folder, 'packages', basename(file)))
      return [name, `file:packages/${basename(file)}`]
    }),
  )
}

await runCommand(async () => {
  const { values, positionals } = readArguments(process.argv.slice(2), options, usage)
  const { name, folder } = folderFor(positionals)
  const versions = readVersions()
  const own = Object.keys(versions).filter((each) => each.startsWith('@portal/'))
  const taken = values.packages === undefined ? {} : takeTarballs(own, resolve(values.packages), folder)
  for (const [path, text] of Object.entries(repositoryFiles({ name, versions: { ...versions, ...taken } }))) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  console.log(`${name} is a repository of its own in ${folder}. What comes next, there:

  npm install
  npm test
  npm run dev -- --to http://localhost:3000      shows it in a running portal, from this folder
  npm run deploy -- --to http://localhost:3000   builds it and activates it there`)
})

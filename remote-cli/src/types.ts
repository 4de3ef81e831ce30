import { createRequire } from 'node:module'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { packageOf } from '@portal/contract/other-tools'
import { readArguments } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { openPortal } from './deploy/open-portal.ts'
import { installedVersion } from './federation.ts'
import { runTool } from './tools.ts'

export const typesUsage = 'portal types --from URL [--token T] [--out FOLDER] [remote …]'
const options = {
  from: { type: 'string' },
  token: { type: 'string' },
  out: { type: 'string' },
} as const

/** Names of relative modules end in `.js` in declarations: `'./routes.tsx'` becomes `'./routes.js'`. */
const withCompiledNames = (text: string) => text.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.tsx?\1/g, '$1$2.js$1')

/**
 * Writes the type declarations of a remote into its build, from its tsconfig.json. Types are not checked
 * here. Throws CliError when the compiler is not installed or fails.
 */
export async function writeTypes(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'tsconfig.json'))) return
  let compiler: string
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
    compiler = join(dirname(manifest), 'bin/tsc')
  } catch {
    throw new CliError('typescript is not installed: run npm install, or remove tsconfig.json.')
  }
  const cache = join(folder, '.cache')
  const [configuration, out] = [join(cache, 'types.tsconfig.json'), join(folder, 'dist/types')]
  mkdirSync(cache, { recursive: true })
  const compilerOptions = {
    noEmit: false,
    composite: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: folder,
    outDir: out,
  }
  const tests = ['../src/**/*.test.ts', '../src/**/*.test.tsx', '../src/test/**']
  const settings = { extends: '../tsconfig.json', compilerOptions, include: ['../src'], exclude: tests }
  writeFileSync(configuration, JSON.stringify(settings))
  if ((await runTool(folder, [compiler, '-p', configuration])) !== 0)
    throw new CliError('The types were not written, for what stands above.')
  for (const path of globSync('**/*.d.ts', { cwd: out })) {
    const file = join(out, path)
    writeFileSync(file, withCompiledNames(readFileSync(file, 'utf8')))
  }
}

/** A path below the folder, or null for one that would leave it. */
function fileBelow(folder: string, path: string): string | null {
  const file = join(folder, path)
  return relative(folder, file).split(sep).includes('..') ? null : file
}

/** The packages of the portal that are installed here in another version than the portal has. */
function otherVersions(folder: string, packages: Readonly<Record<string, string>>): string[] {
  const names = new Set(Object.keys(packages).map(packageOf))
  return [...names].flatMap((name) => {
    const [running, installed] = [packages[name], installedVersion(folder, name)]
    return running === undefined || installed === null || installed === running
      ? []
      : [`${name} is ${installed} here and ${running} there`]
  })
}

/**
 * `portal types`: writes the types of the remotes in production, all or the named ones, and the versions and
 * names that the portal offers.
 */
export async function fetchTypes(folder: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, options, typesUsage)
  if (values.from === undefined) throw new CliError(`Name the portal:\n${typesUsage}`)
  const out = join(folder, values.out ?? 'portal-types')
  const portal = await openPortal({ to: values.from, token: values.token, remote: 'types' })
  try {
    const { remotes, ...offered } = await portal.portalTypes()
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, 'portal.json'), `${JSON.stringify(offered, null, 2)}\n`)
    for (const name of positionals.length === 0 ? remotes.map((remote) => remote.name) : positionals) {
      const { version, files } = await portal.typesOf(name)
      rmSync(join(out, name), { recursive: true, force: true })
      for (const { path, text } of files) {
        const file = fileBelow(join(out, name), path)
        if (file === null) throw new CliError(`${name} has a file of types outside its folder: ${path}.`)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      console.log(`${name} ${version}: ${files.length} files of types in ${join(out, name)}.`)
    }
    const others = otherVersions(folder, offered.packages)
    console.log(
      `The portal has contract ${offered.contract}; what it offers is in ${join(out, 'portal.json')}.`,
    )
    for (const line of others) console.log(`${line}.`)
  } finally {
    await portal.leave()
  }
}

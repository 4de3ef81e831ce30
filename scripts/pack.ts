import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { templatePackages } from '@portal/remote-cli/repository-files'
import { z } from 'zod'
import { compile, compileReferences } from './pack/compile.ts'
import {
  hasTestCopy,
  publishedFolders,
  publishedPackage,
  readSource,
  testFolder,
} from './pack/published-package.ts'
import type { PublishedFolder } from './pack/published-package.ts'
import { root } from './run.ts'

const run = promisify(execFile)

const Installed = z.object({ version: z.string() })

/** The version of a package in a new repository: that of this one, so that everything fits the shell. */
function versionFor(name: string): string {
  const own = publishedFolders.map(readSource).find((source) => source.name === name)
  if (own !== undefined) return `^${own.version}`
  const file = join(root, 'node_modules', name, 'package.json')
  return Installed.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Adds the copy that tests use. Its types are those of the code itself. */
function copyForTests(target: string): void {
  const copy = join(target, testFolder)
  const isCode = (path: string) => !path.endsWith('.d.ts')
  cpSync(join(target, 'dist/src'), join(copy, 'src'), { recursive: true, filter: isCode })
  if (existsSync(join(target, 'dist/jest'))) renameSync(join(target, 'dist/jest'), join(copy, 'jest'))
  writeFileSync(join(copy, 'package.json'), json({ type: 'commonjs' }))
}

/** A README for readers who do not have this repository: what it links to there is named without a link. */
const withoutOwnLinks = (text: string) => text.replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1')

/** Writes the contents of one published package into a new folder. */
async function stage(folder: PublishedFolder, target: string): Promise<void> {
  mkdirSync(target)
  await compile(folder, target)
  if (hasTestCopy(folder)) copyForTests(target)
  writeFileSync(join(target, 'package.json'), json(publishedPackage(folder)))
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  for (const file of ['README.md', 'CHANGELOG.md'].filter((each) => existsSync(join(root, folder, each)))) {
    writeFileSync(join(target, file), withoutOwnLinks(readFileSync(join(root, folder, file), 'utf8')))
  }
  if (folder !== 'remote-cli') return
  const versions = Object.fromEntries(templatePackages.map((name) => [name, versionFor(name)]))
  writeFileSync(join(target, 'dist/template-versions.json'), json(versions))
}

/**
 * `npm run pack -- <folder>`: writes the tarballs of the packages that teams outside this repository install
 * (docs/decisions/0129-packages-for-teams.md).
 */
async function packAll(destination: string): Promise<void> {
  mkdirSync(destination, { recursive: true })
  mkdirSync(join(root, '.cache'), { recursive: true })
  const work = mkdtempSync(join(root, '.cache', 'pack-'))
  try {
    await compileReferences()
    const tarballs = await Promise.all(
      publishedFolders.map(async (folder) => {
        await stage(folder, join(work, folder))
        const options = ['--pack-destination', destination, '--loglevel', 'error']
        const { stdout } = await run('npm', ['pack', ...options], { cwd: join(work, folder) })
        return stdout.trim().split('\n').at(-1) ?? ''
      }),
    )
    for (const tarball of tarballs) console.log(join(destination, tarball))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const [argument = ''] = process.argv.slice(2)
if (argument === '') {
  console.error('Name the folder for the tarballs: npm run pack -- <folder>.')
  process.exitCode = 1
} else {
  try {
    await packAll(resolve(process.env['INIT_CWD'] ?? '.', argument))
  } catch (error) {
    console.error(`The packages were not packed: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

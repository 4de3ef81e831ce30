import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { buildStale } from './build.ts'
import { packagedCommands } from './commands.mjs'
import { checksums, copyFile, copyTree, sizeOnDisk } from './package/copy-tree.ts'
import { plan } from './package/plan.ts'
import { portalScript } from './package/portal-script.ts'
import { productionPackages } from './package/production-packages.ts'
import { installNode } from './install-node.mjs'
import { root } from './run.ts'

/** A package without Node may take this much space on disk. */
const maxMegabytes = 220
const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** The absolute path of the folder to write. It must be missing or empty. */
function targetFolder(argument: string | undefined): string {
  if (argument === undefined || argument === '')
    refuse('Name the folder to write: npm run package -- <folder>.')
  const folder = resolve(process.env['INIT_CWD'] ?? '.', argument)
  if (!existsSync(folder)) return folder
  if (!statSync(folder).isDirectory())
    refuse(`${folder} is a file: name a folder that is empty or does not exist.`)
  if (readdirSync(folder).length > 0)
    refuse(`${folder} is not empty: name a folder that is empty or does not exist.`)
  return folder
}

/** Writes the whole package into a new folder and resolves with the space each group takes on disk. */
async function write(folder: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (const { group, path, filter } of plan(productionPackages())) {
    const [from, to] = [join(root, path), join(folder, path)]
    const isFolder = statSync(from).isDirectory()
    if (isFolder) copyTree(from, to, filter)
    else copyFile(from, to)
    const size = !existsSync(to) ? 0 : isFolder ? sizeOnDisk(to) : statSync(to).size
    sizes.set(group, (sizes.get(group) ?? 0) + size)
  }
  // Node strips types only outside node_modules, and it decides by the path behind the link.
  mkdirSync(join(folder, 'node_modules/@portal'), { recursive: true })
  symlinkSync('../../contract', join(folder, 'node_modules/@portal/contract'))
  const node = join(folder, 'bin/node')
  // The pinned Node runs on every system with glibc. That of a distribution may need its libraries.
  copyFile((await installNode()) ?? process.execPath, node)
  sizes.set('Node', statSync(node).size)
  writeFileSync(join(folder, 'portal'), portalScript(packagedCommands))
  chmodSync(join(folder, 'portal'), 0o755)
  // npm packages contain no links. The server makes those of PostgreSQL at its first start, when it may no
  // longer write here. This also shows that the package has a complete PostgreSQL.
  const binaries = './server/src/platform/database/embedded/binaries.ts'
  execFileSync(node, ['-e', `import('${binaries}').then(({ findBinaries }) => findBinaries())`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder))
  return sizes
}

/**
 * `npm run package -- <folder>`: writes a portal that runs by itself, without this repository, npm or a
 * network (docs/decisions/0098-packaged-portal.md). It is written beside the folder and moved there when it
 * is complete.
 */
if (process.platform !== 'linux')
  refuse(
    `A package is made for the system it is made on, and that must be Linux: this is ${process.platform}.`,
  )
// Other users read what this user writes.
process.umask(0o022)
const folder = targetFolder(process.argv[2])
const failed = await buildStale()
if (failed.length > 0)
  refuse(
    `The portal was not packaged because ${failed.join(', ')} could not be built: the reasons stand above.`,
  )
const partial = join(dirname(folder), `.${basename(folder)}.partial-${process.pid}`)
try {
  mkdirSync(partial, { recursive: true })
  const sizes = await write(partial)
  const withoutNode = [...sizes].reduce((sum, [group, size]) => (group === 'Node' ? sum : sum + size), 0)
  if (megabytes(withoutNode) > maxMegabytes)
    throw new Error(`it takes ${megabytes(withoutNode)} MB without Node, and ${maxMegabytes} MB are allowed`)
  if (existsSync(folder)) rmdirSync(folder)
  renameSync(partial, folder)
  for (const [group, size] of sizes)
    console.log(`  ${group.padEnd(20)} ${String(megabytes(size)).padStart(4)} MB`)
  console.log(
    `The portal is packaged in ${folder}: ${megabytes(withoutNode)} MB, and Node. Start it by ${join(folder, 'portal')} start.`,
  )
} catch (error) {
  rmSync(partial, { recursive: true, force: true })
  refuse(`The portal was not packaged: ${error instanceof Error ? error.message : String(error)}.`)
}

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { npmCi } from './install.mjs'

/**
 * The pinned Node 24, for machines whose own Node is another. It is installed from a lockfile of its own,
 * `scripts/node`, because it is as large as a fifth of all packages and many machines do not need it.
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'node')
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const place = join(folder, 'node_modules', name)

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Path of the pinned Node, or null when it is not installed, or not in the pinned version. */
export function pinnedNode() {
  const record = join(place, 'package.json')
  const wanted = read(join(folder, 'package.json')).optionalDependencies[name]
  if (wanted === undefined || !existsSync(record) || read(record).version !== wanted) return null
  return join(place, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * Whether the Node that runs this is new enough for TypeScript, and the same major version as the pinned one.
 */
export function isNode24() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major === 24 && minor >= 15
}

/** Programs that npm runs find `node` here first. */
export function linkNode(root, node) {
  const place = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'win32' || existsSync(place)) return
  rmSync(place, { force: true })
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(relative(dirname(place), node), place)
}

/**
 * Installs the pinned Node where it is missing. Resolves with its path, or with null where no package exists
 * for this system; rejects with an error of one sentence.
 */
export async function installNode() {
  if (read(join(folder, 'package.json')).optionalDependencies[name] === undefined) return null
  if (pinnedNode() === null) {
    const result = await npmCi(folder)
    if (result.error !== undefined || result.status !== 0)
      throw new Error(
        `Node 24 could not be installed (npm ci ended with ${result.error?.message ?? result.status ?? result.signal}; its reasons stand above): check the network, the registry and the free disk space, or install Node 24 from https://nodejs.org, then run the command again.`,
      )
    // Headers are for compiling native packages, which nothing here does.
    rmSync(join(place, 'include'), { recursive: true, force: true })
  }
  return pinnedNode()
}

/** After `npm ci` of the repository. The launcher, which installs both at once, has installed it already. */
if (
  process.argv[1] !== undefined &&
  import.meta.url === pathToFileURL(process.argv[1]).href &&
  !isNode24() &&
  process.env.PORTAL_INSTALLS_NODE === undefined
) {
  try {
    const node = await installNode()
    if (node !== null) linkNode(join(folder, '../..'), node)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

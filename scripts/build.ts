import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inputHash } from './input-hash.mjs'
import { root, runNode, seconds } from './run.ts'
import { writeSbom } from './sbom.ts'

/**
 * The packages webpack builds: the shell, which takes longest, and every remote. The others are read as they
 * are.
 */
export const builtPackages: readonly string[] = [
  'shell',
  ...globSync('mfe-*/portal.json', { cwd: root }).map(dirname).toSorted(),
]

const stampFolder = join(root, '.cache', 'build')

/**
 * A build counts as fresh when its stamp, written after success alone, names its present inputs and its
 * record is in place.
 */
function isFresh(name: string, hash: string): boolean {
  const stamp = join(stampFolder, name)
  const record = join(root, name, 'dist', 'portal-build.json')
  return (
    existsSync(record) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    readFileSync(record, 'utf8').includes(hash.slice(0, 8))
  )
}

/**
 * One package: true when it stands. The stamp goes before the build begins, so a build that is killed leaves
 * nothing that counts.
 */
async function build(name: string, hash: string): Promise<boolean> {
  rmSync(join(stampFolder, name), { force: true })
  const { code, output, elapsedMs } = await runNode([join(root, 'node_modules/webpack/bin/webpack.js')], {
    cwd: name,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0 || !existsSync(join(root, name, 'dist', 'portal-build.json'))) {
    console.error(`${name} could not be built:\n${output}`)
    return false
  }
  // A file changed while webpack ran: what it read is unknown, so the build does not count and the next start
  // makes it again.
  if (inputHash(name) === hash) writeFileSync(join(stampFolder, name), hash)
  console.log(`  ${name.padEnd(12)} built in ${seconds(elapsedMs)}`)
  return true
}

/** Builds what is stale, two packages at a time, and answers the names of those that failed. */
export async function buildStale(names: readonly string[] = builtPackages): Promise<string[]> {
  mkdirSync(stampFolder, { recursive: true })
  const stale = names
    .map((name) => ({ name, hash: inputHash(name) }))
    .filter(({ name, hash }) => !isFresh(name, hash))
  if (stale.length > 0) console.log(`Building ${stale.length} of ${names.length} packages.`)
  const queue = stale.values()
  const failed: string[] = []
  const worker = async (): Promise<void> => {
    for (const { name, hash } of queue) if (!(await build(name, hash))) failed.push(name)
  }
  await Promise.all([worker(), worker()])
  return failed
}

if (import.meta.main) {
  const wanted = process.argv
    .slice(2)
    .map((name) => (existsSync(join(root, `mfe-${name}`)) ? `mfe-${name}` : name))
  const unknown = wanted.filter((name) => !builtPackages.some((known) => known === name))
  if (unknown.length > 0) {
    console.error(
      `There is nothing to build in ${unknown.join(', ')}: name some of ${builtPackages.join(', ')}.`,
    )
    process.exit(1)
  }
  const failed = await buildStale(wanted.length > 0 ? wanted : builtPackages)
  if (failed.length > 0) {
    console.error(`The build of ${failed.join(', ')} failed; the reasons stand above.`)
    process.exit(1)
  }
  console.log('Everything is built.')
  console.log(`Bill of materials: ${writeSbom()}`)
}

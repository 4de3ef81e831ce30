import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inputHash } from '../shared-ui/build/input-hash.ts'
import { root, runNode, seconds } from './run.ts'
import { writeSbom } from './sbom.ts'

/**
 * The packages that webpack builds: the shell, which takes longest, and all remotes. Other packages are used
 * as source.
 */
export const builtPackages: readonly string[] = [
  'shell',
  ...globSync('mfe-*/portal.json', { cwd: root }).map(dirname).toSorted(),
]

const stampFolder = join(root, '.cache', 'build')

/**
 * Whether a build is current: its stamp, which is written only after success, contains the hash of the
 * current inputs, and its record exists.
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
 * Builds one package and returns whether it succeeded. The stamp is removed before the build, so that an
 * interrupted build does not count as current.
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
  // When a file changed while webpack ran, the build has unknown inputs. It gets no stamp, so that the next
  // start builds it again.
  if (inputHash(join(root, name)) === hash) writeFileSync(join(stampFolder, name), hash)
  console.log(`  ${name.padEnd(12)} built in ${seconds(elapsedMs)}`)
  return true
}

/** Builds outdated packages, two in parallel, and returns the names of those that failed. */
export async function buildStale(names: readonly string[] = builtPackages): Promise<string[]> {
  mkdirSync(stampFolder, { recursive: true })
  const stale = names
    .map((name) => ({ name, hash: inputHash(join(root, name)) }))
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

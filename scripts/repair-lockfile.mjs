/**
 * Puts back the optional platform packages that npm 11 drops from package-lock.json when the registry in use does not hold them.
 * Without them the next `npm ci` calls the lockfile out of sync. Run it after every change of a dependency: `npm run lock:repair`.
 * With `--check` it writes nothing and ends with 1 when entries are missing. The added entries carry no integrity: they come from no registry.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lockfile = join(import.meta.dirname, '..', 'package-lock.json')
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/**
 * Where a package at `from` finds `name`, climbing as Node does.
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 */
function isThere(packages, from, name) {
  for (let place = from; ;) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in packages) return true
    if (place === '') return false
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))
  }
}

/**
 * What npm needs to pass over a package of another platform, read from its name: `@swc/core-linux-arm-gnueabihf`.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[/.-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.some((word) => word.startsWith('gnu')) ? ['glibc'] : []
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name} names neither system nor processor: add its entry by hand.`)
  return { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }), ...(libc.length > 0 && os.includes('linux') && { libc }) }
}

const lock = JSON.parse(readFileSync(lockfile, 'utf8'))
/** @type {Record<string, object>} */
const added = {}
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere({ ...lock.packages, ...added }, place, name)) continue
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${place} asks for ${name}@${version}, which is not one version: add its entry by hand.`)
    added[`node_modules/${name}`] = { version, ...platformOf(name), optional: true }
  }
}

const names = Object.keys(added)
if (process.argv.includes('--check')) {
  if (names.length > 0) {
    console.error(`package-lock.json lacks ${names.length} optional platform packages (${names[0]} first). Run npm run lock:repair.`)
    process.exit(1)
  }
} else if (names.length > 0) {
  const packages = Object.entries({ ...lock.packages, ...added }).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(lockfile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  console.log(`package-lock.json: ${names.length} optional platform packages put back.`)
} else console.log('package-lock.json is complete.')

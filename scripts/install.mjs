import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/**
 * Whether node_modules matches the lockfile. npm records what it installed as its last step; packages for
 * other platforms may be absent.
 */
function isInstalled(root, lockText) {
  const recordFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(recordFile)) return false
  const present = JSON.parse(readFileSync(recordFile, 'utf8')).packages
  return Object.entries(JSON.parse(lockText).packages).every(([place, entry]) => {
    if (place === '' || !place.includes('node_modules/') || entry.link) return true
    const found = present[place]
    if (found !== undefined) return found.version === entry.version
    return Boolean(entry.optional || entry.devOptional || entry.peer)
  })
}

/** Runs `npm ci` in a folder. */
export function npmCi(folder) {
  const npm = process.env.npm_execpath
  const options = [
    'ci',
    '--prefix',
    folder,
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]
  const settings = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm))
    return spawnSync(process.execPath, [npm, ...options], settings)
  return spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', options, {
    ...settings,
    shell: process.platform === 'win32',
  })
}

/**
 * Updates node_modules to match the lockfile. Returns null, or a sentence that describes the problem. A stamp
 * with the hash of the lockfile makes the usual case take milliseconds.
 */
export function installMissing(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampFile = join(root, 'node_modules', '.portal-install')
  const stamp = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return null
  if (!isInstalled(root, lockText)) {
    console.log('Installing packages; the first time this takes about a minute.')
    const result = npmCi(root)
    if (result.error !== undefined)
      return `npm could not be started (${result.error.message}): install npm 10 or newer and run the command again.`
    if (result.status !== 0) {
      return `The packages could not be installed (npm ci ended with ${result.status ?? result.signal}; its reasons stand above): check the network, the registry and the free disk space, then run the command again.`
    }
  }
  writeFileSync(stampFile, stamp)
  return null
}

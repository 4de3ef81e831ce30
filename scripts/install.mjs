import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'

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

/**
 * Runs `npm ci` in a folder, with additional environment variables. Resolves with its exit code or signal, or
 * with the error that kept it from starting.
 */
export function npmCi(folder, variables = {}) {
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
  const settings = {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  }
  const child =
    npm !== undefined && /npm-cli\.c?js$/.test(npm)
      ? spawn(process.execPath, [npm, ...options], settings)
      : spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', options, {
          ...settings,
          shell: process.platform === 'win32',
        })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ error, status: null, signal: null }))
    child.on('close', (status, signal) => resolve({ status, signal }))
  })
}

/**
 * Updates node_modules to match the lockfile. Resolves with null, or with a sentence that describes the
 * problem. A stamp with the hash of the lockfile makes the usual case take milliseconds. `variables` are
 * additional environment variables for npm.
 */
export async function installMissing(root, variables) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampFile = join(root, 'node_modules', '.portal-install')
  const stamp = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return null
  if (!isInstalled(root, lockText)) {
    console.log('Installing packages; the first time this takes about a minute.')
    const result = await npmCi(root, variables)
    if (result.error !== undefined)
      return `npm could not be started (${result.error.message}): install npm 10 or newer and run the command again.`
    if (result.status !== 0) {
      return `The packages could not be installed (npm ci ended with ${result.status ?? result.signal}; its reasons stand above): check the network, the registry and the free disk space, then run the command again.`
    }
  }
  writeFileSync(stampFile, stamp)
  return null
}

/**
 * Keeps package-lock.json to what can be verified: every package has the hash of its bytes (decision 0044).
 * npm writes entries without one for platforms the registry in use does not hold; they go, with every mention
 * of them, so that `npm ci` finds lock file and packages in step. Run it after every change of a dependency:
 * `npm run lock:repair`. With `--check` it writes nothing and ends with 1 when there is something to do.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Lockfile, unlockedOptionals, unverifiedPlaces, withoutUnverified } from './lock-entries.ts'

const lockfile = join(import.meta.dirname, '..', 'package-lock.json')
const whole = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(lockfile, 'utf8')))
const lock = Lockfile.parse(whole)
const [unverified, unlocked] = [unverifiedPlaces(lock), unlockedOptionals(lock)]

if (unverified.length === 0 && unlocked.length === 0)
  console.log('package-lock.json: every entry has an integrity.')
else if (process.argv.includes('--check')) {
  if (unverified.length > 0)
    console.error(
      `package-lock.json has ${unverified.length} entries without an integrity (${unverified[0] ?? ''} first).`,
    )
  if (unlocked.length > 0)
    console.error(
      `package-lock.json lacks ${unlocked.length} optional packages (${unlocked[0]?.name ?? ''} first).`,
    )
  console.error('Run npm run lock:repair.')
  process.exitCode = 1
} else {
  writeFileSync(lockfile, `${JSON.stringify({ ...whole, ...withoutUnverified(lock) }, null, 2)}\n`)
  console.log(`package-lock.json: ${unverified.length} entries without an integrity removed.`)
}

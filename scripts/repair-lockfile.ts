/**
 * Removes entries without an integrity hash (decision 0044) and packages that nothing loads (decision 0099)
 * from package-lock.json. npm writes such entries for platforms that the registry in use does not have. They
 * are removed with all references, so that `npm ci` finds the lockfile in sync. Run it after every change of
 * a dependency: `npm run lock:repair`. With `--check` it writes nothing and exits with 1 when something must
 * be repaired.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  Lockfile,
  unlockedOptionals,
  unusedPlaces,
  unverifiedPlaces,
  withoutUnused,
  withoutUnverified,
} from './lock-entries.ts'

const lockfile = join(import.meta.dirname, '..', 'package-lock.json')
const whole = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(lockfile, 'utf8')))
const lock = Lockfile.parse(whole)
const [unverified, unlocked, unused] = [unverifiedPlaces(lock), unlockedOptionals(lock), unusedPlaces(lock)]

if (unverified.length === 0 && unlocked.length === 0 && unused.length === 0)
  console.log('package-lock.json: every entry has an integrity and is used.')
else if (process.argv.includes('--check')) {
  if (unverified.length > 0)
    console.error(
      `package-lock.json has ${unverified.length} entries without an integrity (${unverified[0] ?? ''} first).`,
    )
  if (unlocked.length > 0)
    console.error(
      `package-lock.json lacks ${unlocked.length} optional packages (${unlocked[0]?.name ?? ''} first).`,
    )
  if (unused.length > 0)
    console.error(
      `package-lock.json has ${unused.length} packages that nothing loads (${unused[0] ?? ''} first).`,
    )
  console.error('Run npm run lock:repair.')
  process.exitCode = 1
} else {
  writeFileSync(
    lockfile,
    `${JSON.stringify({ ...whole, ...withoutUnverified(withoutUnused(lock)) }, null, 2)}\n`,
  )
  console.log(
    `package-lock.json: removed ${unverified.length} entries without an integrity and ${unused.length} that nothing loads.`,
  )
}

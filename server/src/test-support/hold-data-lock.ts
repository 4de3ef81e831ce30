import { lockDataDir } from '#platform/storage/data-lock.ts'

/** Locks the data folder given as its argument, prints `locked`, and holds the lock until it is killed. */
const [, , dataDir = ''] = process.argv
try {
  await lockDataDir(dataDir)
  process.stdout.write('locked\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

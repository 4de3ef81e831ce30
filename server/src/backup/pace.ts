import { setTimeout as delay } from 'node:timers/promises'
import { Transform } from 'node:stream'

/** A file costs at least as much as reading this many bytes: it is opened, hashed and synced. */
const bytesPerFile = 65_536
/** Timers are not more exact than this. */
const shortestWaitMs = 2

/** How fast the sources of a backup are read, all files together. */
export interface Pace {
  /** A step for one file, through which its bytes pass unchanged. */
  through(): Transform
}

/** Nothing waits. */
export const noPace: Pace = {
  through: () => new Transform({ transform: (part, _, done) => done(null, part) }),
}

/** At most so many bytes per second. 0 = no limit. */
export function createPace(bytesPerSecond: number): Pace {
  if (bytesPerSecond === 0) return noPace
  let freeAt = 0
  const take = async (bytes: number): Promise<void> => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1_000
    if (freeAt - now >= shortestWaitMs) await delay(freeAt - now)
  }
  return {
    through() {
      let unpaid = bytesPerFile
      return new Transform({
        transform(part: Buffer, _encoding, done) {
          const bytes = Math.max(part.length, unpaid)
          unpaid = Math.max(0, unpaid - bytes)
          take(bytes).then(
            () => done(null, part),
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
          )
        },
      })
    },
  }
}

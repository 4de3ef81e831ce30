import { setTimeout } from 'node:timers/promises'
import type { Database } from '#database/database.ts'

/** Writes within this time share one announcement. The response to the first write does not wait for it. */
const gatherMs = 25

interface Announcer {
  running: Promise<void>
  /** Another announcement will follow; writes that commit until then share it. */
  waiting: boolean
}

const announcers = new WeakMap<Database, Announcer>()

async function notify(database: Database): Promise<void> {
  try {
    // The announcement stores nothing, so it need not wait for a disk flush.
    await database.query("select set_config('synchronous_commit', 'off', true), pg_notify('history', '')", [])
  } catch {
    // The write and its history entry are committed. Readers of the history also poll and will find it.
  }
}

/**
 * Announces to all servers, after a commit, that the history has new entries. Writes close together share one
 * announcement, because a NOTIFY in each transaction would make writers wait for each other.
 */
export function notifyWrites(database: Database): void {
  const announcer = announcers.get(database)
  if (announcer !== undefined) {
    announcer.waiting = true
    return
  }
  const own: Announcer = { running: Promise.resolve(), waiting: true }
  announcers.set(database, own)
  own.running = (async () => {
    while (own.waiting) {
      await setTimeout(gatherMs)
      own.waiting = false
      await notify(database)
    }
    announcers.delete(database)
  })()
}

/** Resolves when pending announcements are sent; call it before the database is closed. */
export async function flushWriteNotifications(database: Database): Promise<void> {
  await announcers.get(database)?.running
}

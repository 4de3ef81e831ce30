import { setTimeout } from 'node:timers/promises'
import type { Database } from '#database/database.ts'

/**
 * Writes so close together share an announcement, and the answer to the first of them does not wait behind
 * it.
 */
const gatherMs = 25

interface Announcer {
  running: Promise<void>
  /** A further announcement is to follow: writes that commit meanwhile share it. */
  waiting: boolean
}

const announcers = new WeakMap<Database, Announcer>()

async function notify(database: Database): Promise<void> {
  try {
    // Nothing is kept by it, so nothing has to reach the disk before it is out.
    await database.query("select set_config('synchronous_commit', 'off', true), pg_notify('history', '')", [])
  } catch {
    // The write is committed and its history row stands; whoever tails the history also looks by itself and
    // finds it then.
  }
}

/**
 * Tells all servers, after a commit, that the history has grown. Announcements of writes close together are
 * one, because a notification inside each transaction would make writers wait for each other.
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

/** Resolves when what was to be announced is announced: before the database is closed. */
export async function flushWriteNotifications(database: Database): Promise<void> {
  await announcers.get(database)?.running
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { lastBackupAt, prune } from '#backup/retention.ts'
import type { BackupPlace } from '#backup/place.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import { hourMs, minuteMs } from '#platform/scheduling/scheduled-task.ts'
import type { ScheduledTask } from '#platform/scheduling/scheduled-task.ts'
import type { Deps } from '../deps.ts'
import { maxBackupAgeMs, minuteOf } from './backup-state.ts'
import { openPlace } from './place-of.ts'

/** The alert is repeated after this time. */
const alertEveryMs = 24 * hourMs

export type BackupDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'log' | 'environment'>

/**
 * Runs `npm run backup` in a process of its own at low priority, so that hashing and encrypting delay nobody.
 * It does nothing when another server made a backup meanwhile. Throws with what it said when it fails.
 */
async function runBackup(to: string, hours: number, signal: AbortSignal): Promise<void> {
  const script = join(import.meta.dirname, '../backup.ts')
  const child = spawn(process.execPath, [script, to, '--unless-within-hours', String(hours)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2_000)))
  const ended = once(child, 'close')
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const code: unknown = (await ended)[0]
  if (code !== 0) throw new Error(said.trim())
}

/** Alerts administrators, at most once a day, that no backup is recent enough. */
async function alertLate(deps: BackupDeps, last: Date | null): Promise<void> {
  const { database, clock, environment } = deps
  const now = clock.now()
  const known = await database.kysely
    .selectFrom('alerts')
    .select('pid')
    .where('rule', '=', 'backup-late')
    .where('created_at', '>', new Date(now.getTime() - alertEveryMs))
    .executeTakeFirst()
  if (known !== undefined) return
  const at = last === null ? '' : minuteOf(last)
  const hours = String(environment.backupEveryHours)
  await database.kysely.transaction().execute((trx) =>
    alertAdministrators(
      { deps, trx, now },
      {
        rule: 'backup-late',
        severity: 'CRITICAL',
        words: (language) => {
          const say = alertTexts(language)
          const message = last === null ? say('backupNone', { hours }) : say('backupLateMeans', { at, hours })
          return { title: say('backupLate'), message }
        },
      },
    ),
  )
}

const ageOf = (last: Date | null, now: Date) => (last === null ? Infinity : now.getTime() - last.getTime())

/**
 * One round: makes a backup when one is due and deletes the oldest. Administrators are alerted when that
 * fails and the last one is too old. Returns what was done.
 */
export async function backUpWhenDue(
  deps: BackupDeps,
  place: BackupPlace,
  make: (to: string) => Promise<void>,
): Promise<{ made: boolean; deleted: number }> {
  const { backupEveryHours, backupKeep } = deps.environment
  let last: Date | null = null
  try {
    last = await lastBackupAt(place)
    if (ageOf(last, deps.clock.now()) < backupEveryHours * hourMs) return { made: false, deleted: 0 }
    await make(place.location)
    return { made: true, deleted: (await prune(place, backupKeep, deps.clock.now())).length }
  } catch (error) {
    if (ageOf(last, deps.clock.now()) > maxBackupAgeMs(backupEveryHours)) await alertLate(deps, last)
    throw error
  }
}

/** The task that makes backups at BACKUP_TO; none where no backups are wanted. */
export function backupTasks(deps: BackupDeps): ScheduledTask[] {
  const { backupTo, backupEveryHours } = deps.environment
  if (backupTo === null || backupEveryHours === 0) return []
  let place: BackupPlace | undefined
  return [
    {
      name: 'back-up',
      everyMs: 5 * minuteMs,
      async run(signal) {
        place ??= await openPlace(backupTo)
        const make = (to: string) => runBackup(to, backupEveryHours, signal)
        const { made, deleted } = await backUpWhenDue(deps, place, make)
        return { made: made ? 1 : 0, deleted }
      },
    },
  ]
}

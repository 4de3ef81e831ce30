import { z } from 'zod'
import { findLastCheck } from '#backup/check-note.ts'
import { sizeOf } from '#backup/manifest.ts'
import { findLastBackup } from '#backup/retention.ts'
import type { Database } from '#platform/database/database.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { hourMs } from '#platform/scheduling/scheduled-task.ts'
import type { Deps } from '../deps.ts'
import { openPlace } from './place-of.ts'

/** A backup is late when it is this many times older than the time between two. */
const lateAfter = 1.5

/** How old the last backup may be. */
export const maxBackupAgeMs = (everyHours: number) => everyHours * hourMs * lateAfter

/** What the place of backups and the table of scheduled tasks say. */
export interface BackupState {
  /** BACKUP_TO. */
  location: string
  /** The last complete backup. */
  last: { location: string; at: Date; bytes: number } | null
  /** The last rehearsal (`--check`); `problems` is empty when the backup was good. */
  check: { location: string; at: Date; problems: string[] } | null
  /** Why the last scheduled run failed; null when it succeeded, or none has ended. */
  lastError: string | null
  /** How old the last backup may be; null without a schedule. */
  maxAgeMs: number | null
  /** No backup is as recent as the schedule demands. The first run of a new portal is waited for. */
  isLate: boolean
}

const Run = z.object({ last_error: z.string().nullable(), has_ended: z.boolean() })

async function readRun(database: Database) {
  const [run] = await database.query(
    `select last_error, last_result is not null as has_ended from scheduled_tasks where name = 'back-up'`,
    [],
    Run,
  )
  return { lastError: run?.last_error ?? null, hasEnded: run?.has_ended ?? false }
}

/**
 * The state of the backups at BACKUP_TO; null where that is not set. Throws when the place cannot be read.
 */
export async function readBackupState({
  database,
  clock,
  environment,
}: Pick<Deps, 'database' | 'clock'> & { environment: Environment }): Promise<BackupState | null> {
  if (environment.backupTo === null) return null
  const place = await openPlace(environment.backupTo)
  const found = await findLastBackup(place)
  const last =
    found === null
      ? null
      : {
          location: found.files.location,
          at: new Date(found.manifest.instant),
          bytes: sizeOf(found.manifest),
        }
  const { backupEveryHours: hours } = environment
  const maxAgeMs = hours === 0 ? null : maxBackupAgeMs(hours)
  const run = maxAgeMs === null ? { lastError: null, hasEnded: false } : await readRun(database)
  const ageMs = last === null ? null : clock.now().getTime() - last.at.getTime()
  return {
    location: place.location,
    last,
    check: await findLastCheck(place),
    lastError: run.lastError,
    maxAgeMs,
    isLate: maxAgeMs !== null && (ageMs === null ? run.hasEnded : ageMs > maxAgeMs),
  }
}

/** `2026-11-26 04:30`, for sentences. */
export const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

/** Says that no backup is recent enough; null when one is. */
export function lateSentence({ last, maxAgeMs, isLate, location }: BackupState): string | null {
  if (!isLate || maxAgeMs === null) return null
  return last === null
    ? `There is no backup in ${location}, although there is a schedule.`
    : `The last backup is from ${minuteOf(last.at)}, older than ${maxAgeMs / hourMs} hours.`
}

import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { hourMs } from '#platform/scheduling/scheduled-task.ts'
import { lateSentence, minuteOf, readBackupState } from '../backups/backup-state.ts'
import type { BackupState } from '../backups/backup-state.ts'
import { fine, soon, wrong } from './findings.ts'
import type { CheckResult, Finding } from './findings.ts'

/** A backup is rehearsed once a month (docs/operating/backup.md). */
const rehearseEveryDays = 35
const megabyte = 1_048_576

function judgeLast(state: BackupState): Finding[] {
  const { last, lastError, location } = state
  const late = lateSentence(state)
  const failure = lastError === null ? [] : [`the last attempt failed: ${lastError}`]
  if (late !== null) return [wrong('Backup', late), ...failure.map((sentence) => soon('Backup', sentence))]
  const known =
    last === null
      ? soon('Backup', `there is none in ${location} yet.`)
      : fine(
          'Backup',
          `the last one is from ${minuteOf(last.at)}, ${(last.bytes / megabyte).toFixed(1)} MB, ${last.location}.`,
        )
  return [known, ...failure.map((sentence) => soon('Backup', sentence))]
}

function judgeCheck({ last, check }: BackupState): Finding[] {
  if (last === null && check === null) return []
  if (check === null)
    return [soon('Rehearsal', 'no backup has been rehearsed: npm run backup -- --check <a backup>.')]
  const { at, location, problems } = check
  if (problems.length > 0)
    return [wrong('Rehearsal', `${location} is not good (${minuteOf(at)}): ${problems.join(' ')}`)]
  const ageDays = (systemClock.now().getTime() - at.getTime()) / (24 * hourMs)
  const says = `the last one, ${minuteOf(at)}, found ${location} good.`
  return [
    ageDays > rehearseEveryDays
      ? soon('Rehearsal', `${says} Once a month is usual.`)
      : fine('Rehearsal', says),
  ]
}

/** The last backup: its age, size and result, and the last rehearsal. */
export async function checkBackups(environment: Environment, database: Database): Promise<CheckResult> {
  const state = await readBackupState({ environment, database, clock: systemClock })
  if (state === null)
    return {
      findings: [soon('Backup', 'there is no schedule (BACKUP_TO), so backups are made by command alone.')],
    }
  return { findings: [...judgeLast(state), ...judgeCheck(state)] }
}

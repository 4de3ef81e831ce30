import { join } from 'node:path'
import {
  HolidayFile,
  HolidayFileDays,
  Refusal,
  holidayFileYears,
  invalid,
  isAdministrator,
  refusalOf,
} from '@portal/contract'
import type { Actor } from '@portal/contract'
import { WorkerLimitError, createWorkerPool } from '#platform/workers/worker-pool.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { DomainDeps } from '#domain/deps.ts'

const limits = { file: join(import.meta.dirname, 'holiday-tasks.ts'), timeoutMs: 5_000, memoryMb: 128 }

/**
 * `POST /calendar/holidays`: the days in an iCalendar file, for the working calendar. Changes nothing. The
 * file is read in a process of its own with limits. Throws 403 for who is no administrator, 400 for a file
 * that is no calendar or takes too long.
 */
export async function readHolidayFile(
  deps: Pick<DomainDeps, 'clock'>,
  actor: Actor,
  body: unknown,
): Promise<HolidayFileDays> {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can change the working calendar.')
  const parsed = HolidayFile.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const year = Number(todayOf(deps, actor).slice(0, 4))
  const range = { from: `${year}-01-01`, to: `${year + holidayFileYears}-12-31` }
  const pool = createWorkerPool(limits)
  try {
    return HolidayFileDays.parse(await pool.run('readHolidays', { text: parsed.data.text, ...range }))
  } catch (error) {
    if (error instanceof WorkerLimitError)
      throw invalid('body.text', 'too-large', 'body.text: this calendar is too large or too complex to read')
    throw invalid('body.text', 'malformed', 'body.text: this file is not a calendar (.ics)')
  } finally {
    await pool.close()
  }
}

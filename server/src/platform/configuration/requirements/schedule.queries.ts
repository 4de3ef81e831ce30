import { LocalDate, Reference, Requirements } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

const person = `case when u.pid is null then null else json_build_object('pid', u.pid, 'title', u.name) end as by`

const Due = z.object({
  id: z.number(),
  requirements: Requirements,
  startsOn: LocalDate,
  note: z.string().nullable(),
  scheduledBy: z.string().nullable(),
})

/** Scheduled publications whose day has come, in the order in which they come into force. */
export function listDue(
  database: Database,
  trx: Transaction<Tables>,
  today: LocalDate,
): Promise<z.infer<typeof Due>[]> {
  return database.queryIn(
    trx,
    `select id, requirements, starts_on as "startsOn", note, scheduled_by as "scheduledBy"
      from requirement_schedule where state = 'SCHEDULED' and starts_on <= $1::date order by starts_on, id`,
    [today],
    Due,
  )
}

/** Those that wait for their day, and those that could not come into force, in the order of their days. */
const ScheduledRow = Due.omit({ scheduledBy: true }).extend({
  state: z.enum(['SCHEDULED', 'REFUSED']),
  scheduledAt: z.date(),
  by: Reference.nullable(),
  /** Stored messages. */
  problems: z.array(z.string()).nullable(),
})
export type ScheduledRow = z.infer<typeof ScheduledRow>

/** Publications that are scheduled, or were and could not come into force, in the order of their days. */
export function listScheduled(database: Database): Promise<ScheduledRow[]> {
  return database.query(
    `select s.id, s.requirements, s.starts_on as "startsOn", s.note, s.state, s.scheduled_at as "scheduledAt", ${person}, s.problems
      from requirement_schedule s left join users u on u.pid = s.scheduled_by where s.state in ('SCHEDULED', 'REFUSED')
      order by s.starts_on, s.id`,
    [],
    ScheduledRow,
  )
}

const Waiting = z.object({ id: z.number(), requirements: Requirements, startsOn: LocalDate })

/** Those that wait for their day, inside a transaction. */
export function listWaiting(
  database: Database,
  trx: Transaction<Tables>,
): Promise<z.infer<typeof Waiting>[]> {
  return database.queryIn(
    trx,
    `select id, requirements, starts_on as "startsOn" from requirement_schedule where state = 'SCHEDULED' order by starts_on, id`,
    [],
    Waiting,
  )
}

interface NewScheduled {
  requirements: Requirements
  startsOn: LocalDate
  note: string | null
  at: Date
  by: string
}

/** Adds a scheduled publication. The draft must be locked, so that its id is free. */
export async function insertScheduled(
  database: Database,
  trx: Transaction<Tables>,
  { requirements, startsOn, note, at, by }: NewScheduled,
): Promise<void> {
  await database.queryIn(
    trx,
    `insert into requirement_schedule (id, requirements, starts_on, note, scheduled_at, scheduled_by, state)
      select coalesce(max(id), 0) + 1, $1::jsonb, $2::date, $3, $4::timestamptz, $5, 'SCHEDULED' from requirement_schedule`,
    [JSON.stringify(requirements), startsOn, note, at, by],
  )
}

const Ended = z.object({
  state: z.enum(['SCHEDULED', 'IN_FORCE', 'REFUSED', 'WITHDRAWN']),
  startsOn: LocalDate,
  requirements: Requirements,
})

/** One of them, whatever became of it; undefined if there is none. */
export async function findScheduled(
  database: Database,
  trx: Transaction<Tables>,
  id: number,
): Promise<z.infer<typeof Ended> | undefined> {
  const [row] = await database.queryIn(
    trx,
    'select state, starts_on as "startsOn", requirements from requirement_schedule where id = $1',
    [id],
    Ended,
  )
  return row
}

/** What became of a scheduled publication. */
export type ScheduleEnd = { at: Date } & (
  | { state: 'IN_FORCE'; number: number }
  | { state: 'REFUSED'; problems: readonly string[] }
  | { state: 'WITHDRAWN'; by: string }
)

export async function endScheduled(
  database: Database,
  trx: Transaction<Tables>,
  id: number,
  end: ScheduleEnd,
): Promise<void> {
  await database.queryIn(
    trx,
    `update requirement_schedule set state = $2, ended_at = $3::timestamptz, number = $4, problems = $5::jsonb, ended_by = $6 where id = $1`,
    [
      id,
      end.state,
      end.at,
      end.state === 'IN_FORCE' ? end.number : null,
      end.state === 'REFUSED' ? JSON.stringify(end.problems) : null,
      end.state === 'WITHDRAWN' ? end.by : null,
    ],
  )
}

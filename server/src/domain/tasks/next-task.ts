import { Refusal, dayIn, initialTimeZone, recurrenceFault, zoneOr } from '@portal/contract'
import type { RecordValues, TimeZone, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { nextDates } from './recurrence.ts'

/** The fields of the next task besides its dates; what was done on this one stays with it. */
const keptFields = [
  'title',
  'priority',
  'assignedTo',
  'assignedOrg',
  'permit',
  'relatedType',
  'relatedPid',
  'taskType',
  'requiredDocument',
  'description',
  'blocksTransition',
  'escalation',
  'parent',
  'contact',
] as const satisfies readonly (keyof (typeof collections.tasks)['fields'])[]

const Zones = z.object({ person: z.string().nullable(), office: z.string().nullable(), hasNext: z.boolean() })

/** The zone of the assignee or of the office, and whether the task is followed by another already. */
async function readAround({ pid, before, context: { deps, trx } }: LockedRecord<'tasks'>): Promise<{
  zone: TimeZone
  hasNext: boolean
}> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select (select u.time_zone from users u where u.pid = ${before.assignedTo}) as person,
      (select c.config->>'timeZone' from configuration c where c.id = 1) as office,
      exists (select 1 from tasks t where t.previous_task = ${pid} and t.deleted_at is null) as "hasNext"`,
  )
  const { person, office, hasNext } = Zones.parse(row)
  return { zone: zoneOr(person, zoneOr(office, initialTimeZone)), hasNext }
}

/** The fields that a refusal names, such as an assignee who has left. */
const fieldsOf = (refusal: Refusal): string[] =>
  (refusal.extras.errors ?? []).map(({ path }) => path.replace(/^body\./, ''))

/**
 * Creates the task that follows a recurring task when it is done, once: a task that is reopened and done
 * again has its next one already. References that no longer exist are left out. Must run last in a
 * transition.
 */
export async function createNextTask(task: LockedRecord<'tasks'>): Promise<void> {
  const { pid, before, context } = task
  const { recurrence } = before
  // A rule of a time before rules were checked has no next task.
  if (recurrence === null || recurrenceFault(recurrence) !== null) return
  const { zone, hasNext } = await readAround(task)
  if (hasNext) return
  const dates = nextDates({ ...before, recurrence }, zone, dayIn(zone, context.now))
  if (dates === null) return
  const custom = Object.entries(before).filter(([name]) => name.startsWith('custom.'))
  const kept = keptFields.map((name): [string, unknown] => [name, before[name]])
  const given = Object.entries({ ...Object.fromEntries([...kept, ...custom]), ...dates, previousTask: pid })
  const values: RecordValues = Object.fromEntries(given.filter(([, value]) => value !== null))
  const create = (of: RecordValues) =>
    createRecordIn(context.deps, context.trx, context.actor, context.declaration, of)
  try {
    await create(values)
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== 'validation-failed') throw error
    const lost = fieldsOf(error)
    await create(Object.fromEntries(Object.entries(values).filter(([name]) => !lost.includes(name))))
  }
}

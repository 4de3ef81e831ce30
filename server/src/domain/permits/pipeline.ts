import { StageVisits, isStaff, permitStatus } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { ownedSinceSql } from '#engine/history/notes.ts'
import { openRecord } from '#engine/query/open-record.ts'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { toValues } from '#engine/write/writing.ts'

/** A status and when it began, in milliseconds. */
interface Known {
  status: string
  stage: string | null
  at: number
}

/** The date fields that show which statuses a permit had before its history begins. */
const milestones = [
  ['receivedDate', permitStatus.NEW, 'INTAKE'],
  ['submittedDate', permitStatus.SUBMITTED, 'AUTHORITY_REVIEW'],
  ['acceptedDate', permitStatus.UNDER_REVIEW, 'AUTHORITY_REVIEW'],
  ['approvedDate', permitStatus.APPROVED, 'DECISION'],
  ['issuedDate', permitStatus.ISSUED, 'POST_DECISION'],
] as const

const momentOf = (value: string | null | undefined): number | null => (value ? Date.parse(value) : null)

/** The fields of a record with statuses; one that is no permit has no stages and no dates of them. */
const Dates = z.object({
  status: z.string().nullish(),
  pipelineStage: z.string().nullish(),
  statusChangedAt: z.string().nullish(),
  receivedDate: z.string().nullish(),
  submittedDate: z.string().nullish(),
  acceptedDate: z.string().nullish(),
  approvedDate: z.string().nullish(),
  issuedDate: z.string().nullish(),
})
type Dates = z.infer<typeof Dates>

/** The statuses of a record up to a status and time, derived from its dates. */
function toldByDates(record: Dates, status: string, stage: string | null, at: number): Known[] {
  const told = milestones.flatMap(([field, reached, reachedStage]): Known[] => {
    const moment = momentOf(record[field])
    return moment === null || moment >= at || reached === status
      ? []
      : [{ status: reached, stage: reachedStage, at: moment }]
  })
  return [...told.toSorted((a, other) => a.at - other.at), { status, stage, at }]
}

const Row = z.object({
  at: z.date(),
  action: z.string(),
  status: z.string(),
  left: z.string().nullable(),
  stage: z.string().nullable(),
  stage_left: z.string().nullable(),
})
type Row = z.infer<typeof Row>

/** The transitions without those that were undone. */
function withoutUndone(rows: readonly Row[]): Row[] {
  const standing: Row[] = []
  for (const row of rows) {
    if (row.action === 'undo') standing.pop()
    else standing.push(row)
  }
  return standing
}

/** Every status of a record in order: those in the history, and before it those derived from dates. */
function wayOf(record: Dates, createdAt: number, rows: readonly Row[]): Known[] {
  let stage = rows.find((row) => row.stage !== null)?.stage_left ?? record.pipelineStage ?? null
  const [first] = rows
  const known = rows.map((row): Known => {
    stage = row.stage ?? stage
    return { status: row.status, stage, at: row.at.getTime() }
  })
  if (first === undefined) {
    const since = momentOf(record.statusChangedAt) ?? createdAt
    return toldByDates(record, record.status ?? '', stage, since)
  }
  if (first.left === null) return known
  const before = rows.find((row) => row.stage !== null)?.stage_left ?? record.pipelineStage ?? null
  const told = toldByDates(record, first.left, before, Math.min(createdAt, first.at.getTime()))
  return [...told, ...known]
}

/**
 * `GET /{collection}/{pid}/pipeline`: the statuses that a record the actor may see has had, with their
 * times. Throws 403, 404.
 */
export async function listStageVisits(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<StageVisits> {
  const { declaration: own, row } = await openRecord(deps, actor, declaration, pid)
  const owned = isStaff(actor.role) ? sql`true` : sql`h.id >= coalesce(${ownedSinceSql(actor, pid, 'id')}, 0)`
  const side = (field: string, name: string) =>
    sql`(select c.value->>${name}::text from jsonb_array_elements(h.changes) c where c.value->>'field' = ${field}::text limit 1)`
  const rows = await read(
    deps,
    sql`select h.at, h.action, ${side('status', 'to')} as status, ${side('status', 'from')} as left, ${side('pipelineStage', 'to')} as stage,
        ${side('pipelineStage', 'from')} as stage_left
      from record_history h where h.pid = ${pid} and h.changes @> '[{"field": "status"}]'::jsonb and ${owned} order by h.id`,
    Row,
  )
  const createdAt =
    row['created_at'] instanceof Date ? row['created_at'].getTime() : deps.clock.now().getTime()
  const way = wayOf(Dates.parse(toValues(own, row)), createdAt, withoutUndone(rows))
  return StageVisits.parse({
    standings: way.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
  })
}

import { ConditionStep, NewCondition, Refusal, collections, invalid, isAdministrator, isStaff, libraryConditions, refusalOf } from '@portal/contract'
import type { Actor, Condition, Conditions } from '@portal/contract'
import { sql } from 'kysely'
import { announceWrites } from '../announce.ts'
import type { RecordDeps } from '../reading.ts'
import { inStep, lockVisible, lookAtVisible } from '../transitions/lock-visible.ts'
import type { Stood } from '../transitions/standing.ts'
import { historySql, run } from '../writing.ts'
import type { FieldChange, WriteContext } from '../writing.ts'

type Row = Omit<Condition, 'settledAt' | 'settledBy'> & { settledAt: Date | null; by: string | null; byName: string | null }

async function conditionsOf({ deps, trx }: WriteContext, permit: string): Promise<Condition[]> {
  const rows = await run<Row>(
    deps.database,
    trx,
    sql`select c.pid, c.version, c.code, c.text, c.kind, c.severity, c.status, c.due_date::text as "dueDate", c.evidence, c.reason,
        c.settled_at as "settledAt", u.pid as by, u.name as "byName"
      from conditions c left join users u on u.pid = c.settled_by where c.permit = ${permit} order by c.seq`,
  )
  return rows.map(({ by, byName, settledAt, ...row }) => ({
    ...row,
    settledAt: settledAt?.toISOString() ?? null,
    settledBy: by === null ? null : { pid: by, title: byName ?? '' },
  }))
}

async function answer(context: WriteContext, { pid, before }: Stood): Promise<Conditions> {
  const conditions = await conditionsOf(context, pid)
  const used = new Set(conditions.map(({ code }) => code))
  const library = isStaff(context.actor.role) ? libraryConditions(before['permitType']).filter(({ code }) => !used.has(code)) : []
  return { conditions, library }
}

/** What happened to a condition stands in the history of its permit. */
async function tell({ context, pid, version }: Stood, change: FieldChange): Promise<void> {
  await run(context.deps.database, context.trx, historySql(context, pid, 'update', version, [change]))
}

function requireOffice(actor: Actor): void {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'The office keeps the conditions of a permit.')
}

/** `GET /permits/{pid}/conditions` of a permit the actor may see. Throws 403, 404. */
export function listConditions(deps: RecordDeps, actor: Actor, pid: string): Promise<Conditions> {
  return inStep(deps, actor, collections.permits, async (context) => answer(context, await lookAtVisible(context, pid)))
}

/** `POST /permits/{pid}/conditions`: adds one of the library, or one in own words. Throws 403 for clients, 404, 400, 409 for one that is there. */
export async function addCondition(deps: RecordDeps, actor: Actor, pid: string, body: unknown): Promise<Conditions> {
  requireOffice(actor)
  const answered = await inStep(deps, actor, collections.permits, async (context) => {
    const stood = await lockVisible(context, pid)
    const parsed = NewCondition.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { data } = parsed
    const code = 'code' in data ? data.code : null
    const worded = 'code' in data ? libraryConditions(stood.before['permitType']).find((each) => each.code === code) : data
    if (worded === undefined) throw invalid('body.code', 'not-an-option', 'body.code is none of the library for this permit type')
    const added = await run(
      deps.database,
      context.trx,
      sql`insert into conditions (pid, permit, code, text, kind, severity, due_date, created_at, created_by)
        values (${deps.ids.pid()}, ${pid}, ${code}, ${worded.text}, ${worded.kind}, ${worded.severity}, ${data.dueDate ?? null}::date, ${context.now}::timestamptz, ${actor.pid})
        on conflict do nothing returning pid`,
    )
    if (added.length === 0) throw new Refusal('duplicate', 'The permit has this condition already.')
    await tell(stood, { field: 'condition', from: null, to: worded.text })
    return answer(context, stood)
  })
  announceWrites(deps.database)
  return answered
}

/** `PATCH /permits/{pid}/conditions/{condition}`: met, waived (administrators, with the reason) or open again. Throws 403, 404, 400. */
export async function settleCondition(deps: RecordDeps, actor: Actor, pid: string, condition: string, body: unknown): Promise<Conditions> {
  requireOffice(actor)
  const answered = await inStep(deps, actor, collections.permits, async (context) => {
    const stood = await lockVisible(context, pid)
    const found = (await conditionsOf(context, pid)).find((each) => each.pid === condition)
    if (found === undefined) throw new Refusal('not-found', 'The permit has no such condition.')
    const parsed = ConditionStep.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { status, evidence = null, reason = null } = parsed.data
    if (status === 'WAIVED' && !isAdministrator(actor.role)) throw new Refusal('forbidden', 'Only administrators waive a condition.')
    if (status === 'WAIVED' && !reason) throw invalid('body.reason', 'required', 'body.reason: say why the condition is waived')
    const isSettled = status !== 'OPEN'
    await run(
      deps.database,
      context.trx,
      sql`update conditions set status = ${status}, evidence = ${evidence}, reason = ${reason}, version = version + 1,
        settled_at = ${isSettled ? context.now : null}::timestamptz, settled_by = ${isSettled ? actor.pid : null} where pid = ${condition}`,
    )
    await tell(stood, { field: 'condition', from: `${found.text} ${found.status}`, to: `${found.text} ${status}` })
    return answer(context, stood)
  })
  announceWrites(deps.database)
  return answered
}

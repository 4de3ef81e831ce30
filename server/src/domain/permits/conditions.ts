import {
  Condition,
  ConditionStep,
  NewCondition,
  Refusal,
  collections,
  invalid,
  isAdministrator,
  canManageConditions,
  clientConditionsOf,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, ConditionOwner, Conditions, LibraryCondition } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import { findRequirements } from '../requirements/permit-requirements.ts'
import { filesOfRecordSql } from '../documents/record-files.ts'
import { requireUnmerged } from '#engine/query/merged-record.ts'
import { readableRows } from '#engine/query/visibility.ts'
import { historySql, run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'

const Row = Condition.omit({ settledAt: true, settledBy: true, organization: true }).extend({
  settledAt: z.date().nullable(),
  by: z.string().nullable(),
  byName: z.string().nullable(),
  org: z.string().nullable(),
  orgName: z.string().nullable(),
})

/** For each kind of owner: the column of its conditions, and the error for those who may not change them. */
const owners = {
  permits: { column: 'permit', keepers: 'Only the office can change permit conditions.' },
  orgs: { column: 'org', keepers: 'Only administrators can change client conditions.' },
} as const satisfies Record<ConditionOwner, object>

/**
 * The conditions that apply to a record. Conditions of a deleted organization do not apply, since nobody
 * could meet them.
 */
function countingSql(locked: LockedRecord<ConditionOwner>): RawBuilder<unknown> {
  if (locked.table === 'orgs') return sql`c.org = ${locked.pid}`
  return sql`(c.permit = ${locked.pid} or (c.org = ${locked.before.org}::text and o.deleted_at is null))`
}

/** The conditions of a record in the order they were added, those of its organization last. */
async function conditionsOf(locked: LockedRecord<ConditionOwner>): Promise<Condition[]> {
  const { deps, trx } = locked.context
  const rows = await run(
    deps.database,
    trx,
    sql`select c.pid, c.version, c.code, c.text, c.kind, c.severity, c.status, c.due_date::text as "dueDate", c.evidence, c.reason,
        c.settled_at as "settledAt", u.pid as by, u.name as "byName", c.org, o.legal_name as "orgName"
      from conditions c left join users u on u.pid = c.settled_by left join orgs o on o.pid = c.org
      where ${countingSql(locked)} order by c.org nulls first, c.seq`,
    Row,
  )
  return rows.map(({ by, byName, settledAt, org, orgName, ...row }) => ({
    ...row,
    settledAt: settledAt?.toISOString() ?? null,
    settledBy: by === null ? null : { pid: by, title: byName ?? '' },
    organization: org === null ? null : { pid: org, title: orgName ?? '' },
  }))
}

/** The conditions of the requirements for a record; for a permit, those it began with. */
async function libraryOf(locked: LockedRecord<ConditionOwner>): Promise<readonly LibraryCondition[]> {
  const { deps, trx } = locked.context
  if (locked.table === 'orgs') return clientConditionsOf((await deps.requirements.refresh(trx)).requirements)
  return (await findRequirements(deps, locked.before, trx)).conditions
}

async function answer(owner: ConditionOwner, locked: LockedRecord<ConditionOwner>): Promise<Conditions> {
  const conditions = await conditionsOf(locked)
  const used = new Set(conditions.map(({ code }) => code))
  const mayAdd = canManageConditions(owner, locked.context.actor)
  return {
    conditions,
    library: mayAdd ? (await libraryOf(locked)).filter(({ code }) => !used.has(code)) : [],
  }
}

/** A change of a condition for the history. */
interface Written {
  pid: string
  from: string | null
  to: string
}

/**
 * Writes a change of a condition to the history of its owner. A second history entry for the condition itself
 * updates open pages, since a condition of an organization appears on each of its permits.
 */
async function tell(
  { context, pid, version }: LockedRecord<ConditionOwner>,
  { pid: condition, from, to }: Written,
): Promise<void> {
  const { deps, trx, now, actor } = context
  await run(
    deps.database,
    trx,
    historySql(context, pid, 'update', version, [{ field: 'condition', from, to }]),
  )
  await run(
    deps.database,
    trx,
    insertHistorySql({
      at: now,
      collection: 'conditions',
      pid: sql.raw('c.pid'),
      action: 'update',
      version: sql.raw('c.version'),
      actor: actor.pid,
      from: sql`from conditions c where c.pid = ${condition}`,
    }),
  )
}

/** `GET /{permits|orgs}/{pid}/conditions` of a record the actor may see. Throws 403, 404. */
export function listConditions(
  deps: RecordDeps,
  actor: Actor,
  owner: ConditionOwner,
  pid: string,
): Promise<Conditions> {
  return inTransition(deps, actor, collections[owner], async (context) =>
    answer(owner, await readVisible(context, pid)),
  )
}

/**
 * Changes the conditions of a record, if the actor may, and returns all of them. Throws 403, 404 and what
 * `write` throws.
 */
async function changeConditions(
  deps: RecordDeps,
  actor: Actor,
  owner: ConditionOwner,
  pid: string,
  write: (locked: LockedRecord<ConditionOwner>) => Promise<Written>,
): Promise<Conditions> {
  readableRows(collections[owner], actor, todayOf(deps, actor))
  if (!canManageConditions(owner, actor)) throw new Refusal('forbidden', owners[owner].keepers)
  const answered = await inTransition(deps, actor, collections[owner], async (context) => {
    const locked = await lockVisible(context, pid)
    requireUnmerged(collections[owner], locked.before)
    await tell(locked, await write(locked))
    return answer(owner, locked)
  })
  deps.writes.notify()
  return answered
}

/**
 * `POST /{permits|orgs}/{pid}/conditions`: adds a condition of the library or a free-text one. Throws 403,
 * 404, 400, 409 if it already exists.
 */
export function addCondition(
  deps: RecordDeps,
  actor: Actor,
  owner: ConditionOwner,
  pid: string,
  body: unknown,
): Promise<Conditions> {
  return changeConditions(deps, actor, owner, pid, async (locked) => {
    const { trx, now } = locked.context
    const parsed = NewCondition.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { data } = parsed
    const { noun } = collections[owner]
    const code = 'code' in data ? data.code : null
    const worded =
      'code' in data ? (await libraryOf(locked)).find((condition) => condition.code === code) : data
    if (worded === undefined)
      throw invalid(
        'body.code',
        'not-an-option',
        phrase('body.code is not a standard condition for this {{noun}}', { noun }),
      )
    const { text, kind, severity } = worded
    const [added] = await run(
      deps.database,
      trx,
      sql`insert into conditions (pid, ${sql.ref(owners[owner].column)}, code, text, kind, severity, due_date, created_at, created_by)
        values (${deps.ids.pid()}, ${pid}, ${code}, ${text}, ${kind}, ${severity}, ${data.dueDate ?? null}::date, ${now}::timestamptz, ${actor.pid})
        on conflict do nothing returning pid`,
      z.object({ pid: z.string() }),
    )
    if (added === undefined)
      throw new Refusal('duplicate', phrase('This {{noun}} already has this condition.', { noun }))
    return { pid: added.pid, from: null, to: text }
  })
}

/** Evidence must be a file of the record that has the condition. Throws 400 for any other. */
async function requireEvidence(
  { deps, trx }: WriteContext,
  owner: ConditionOwner,
  pid: string,
  evidence: string,
): Promise<void> {
  const found = await run(
    deps.database,
    trx,
    sql`select 1 from files f where f.pid = ${evidence} and ${filesOfRecordSql(owner, pid)}`,
  )
  if (found.length > 0) return
  throw invalid(
    'body.evidence',
    'unknown-reference',
    phrase('body.evidence is not a file of this {{noun}}', { noun: collections[owner].noun }),
  )
}

/**
 * `PATCH /{permits|orgs}/{pid}/conditions/{condition}`: sets it to met, waived (administrators, with a
 * reason) or open. Throws 403, 404, 400, and 409 on a permit for a condition of its organization.
 */
export function settleCondition(
  deps: RecordDeps,
  actor: Actor,
  owner: ConditionOwner,
  pid: string,
  condition: string,
  body: unknown,
): Promise<Conditions> {
  return changeConditions(deps, actor, owner, pid, async (locked) => {
    const { context } = locked
    const { noun } = collections[owner]
    const found = (await conditionsOf(locked)).find((each) => each.pid === condition)
    if (found === undefined)
      throw new Refusal('not-found', phrase('Condition not found on this {{noun}}.', { noun }))
    const parsed = ConditionStep.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { status, evidence = null, reason = null } = parsed.data
    if (status === 'WAIVED' && !isAdministrator(actor.role))
      throw new Refusal('forbidden', 'Only administrators can waive a condition.')
    if (status === 'WAIVED' && !reason)
      throw invalid('body.reason', 'required', 'body.reason: enter a reason for waiving the condition')
    if (evidence !== null) await requireEvidence(context, owner, pid, evidence)
    if (owner === 'permits' && found.organization !== null) {
      const sentence = 'This is a client condition. Update it in the client’s conditions.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    const isSettled = status !== 'OPEN'
    await run(
      deps.database,
      context.trx,
      sql`update conditions set status = ${status}, evidence = ${evidence}, reason = ${reason}, version = version + 1,
        settled_at = ${isSettled ? context.now : null}::timestamptz, settled_by = ${isSettled ? actor.pid : null} where pid = ${condition}`,
    )
    return { pid: condition, from: `${found.text} ${found.status}`, to: `${found.text} ${status}` }
  })
}

/** Who receives the event that a condition changed: staff, and clients of the organization concerned. */
export function conditionEvents<Event extends { pid: string }>(
  { database }: Pick<RecordDeps, 'database'>,
  events: readonly Event[],
): (actor: Actor) => Promise<readonly Event[]> {
  const text = `select c.pid from conditions c left join permits p on p.pid = c.permit where c.pid = any($1::text[]) and coalesce(c.org, p.org) = $2`
  return async ({ role, org }) => {
    if (role !== 'client') return events
    const theirs = await database.query(
      text,
      [[...new Set(events.map(({ pid }) => pid))], org],
      z.object({ pid: z.string() }),
    )
    return events.filter(({ pid }) => theirs.some((each) => each.pid === pid))
  }
}

import { BulkUndoBody, Refusal, minutesOfUndo, refusalOf, joined, phrase } from '@portal/contract'
import type { Actor, Declaration, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { localize } from '#platform/language/localize.ts'
import { quotedColumn } from '#engine/sql/columns.ts'
import { moduleOf } from '#engine/modules/collection-module.ts'
import { getRecord } from '#engine/query/get-record.ts'
import { mergeAction } from '#engine/history/history-actions.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { readableRows } from '#engine/query/visibility.ts'
import { run } from '#engine/write/writing.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition, lockVisible } from '#engine/transitions/lock-visible.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { readWritten, restoreWritten } from './transition-writes.ts'
import { listSideEffects } from './side-effects.ts'

const LastStep = z.object({
  id: z.number(),
  xid: z.number().nullable(),
  at: z.date(),
  actor: z.string().nullable(),
  name: z.string().nullable(),
  action: z.string(),
  to: z.string().nullable(),
  from: z.string().nullable(),
})
type LastStep = z.infer<typeof LastStep>

/** Throws 409 with the reasons that block the undo. */
export function refuseUndo(reasons: readonly Sayable[]): never {
  throw new Refusal('transition-refused', joined(reasons), { unmet: [...reasons] })
}

/** The last status change of the record, by any actor. */
async function lastStepOf({ pid, context: { deps, trx } }: LockedRecord): Promise<LastStep | undefined> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select h.id, h.xid, h.at, h.actor, u.name, h.action, c.value->>'to' as "to", c.value->>'from' as "from"
      from record_history h left join users u on u.pid = h.actor
        cross join lateral (select e.value from jsonb_array_elements(h.changes) e where e.value->>'field' = 'status' limit 1) c
      where h.pid = ${pid} and h.changes @> '[{"field": "status"}]'::jsonb order by h.id desc limit 1`,
    LastStep,
  )
  return row
}

/** Why the actor cannot undo the last transition now; null if they can. */
function whyNotTheirs(step: LastStep | undefined, actor: Actor, now: Date): Sayable | null {
  // What a merge closed, only the undo of the merge opens again.
  const isNoStep = step !== undefined && ['create', 'import', mergeAction].includes(step.action)
  if (step === undefined || isNoStep || step.xid === null) return 'There is no status change to undo.'
  if (step.action === 'undo') return 'The last status change was already undone.'
  if (step.actor === portalActor.pid) return 'The last status change was automatic.'
  if (step.actor !== actor.pid)
    return phrase('{{name}} made the last status change. Only that person can undo it.', {
      name: step.name ?? 'Another person',
    })
  const minutes = (now.getTime() - step.at.getTime()) / 60_000
  return minutes > minutesOfUndo
    ? phrase('The status changed more than {{minutes}} minutes ago. Change it back instead.', {
        minutes: minutesOfUndo,
      })
    : null
}

/**
 * Throws 403 if the actor's role may no longer make the transition, 409 if the status map no longer has the
 * previous status.
 */
async function requireStillTheirs(locked: LockedRecord, { from, to }: LastStep): Promise<void> {
  const { before, context } = locked
  const { deps, declaration, actor } = context
  const machine = moduleOf(declaration.table).transitions?.machine(deps.statusMap.current)
  if (from === null || machine?.statuses.includes(from) !== true)
    refuseUndo(['The previous status is no longer in the status map.'])
  const former = { ...before, status: from }
  const facts = await loadGuardContext(locked)
  const transition = machine?.transitions(former, facts).find((candidate) => candidate.to === to)
  if (transition !== undefined && !transition.roles.includes(actor.role))
    throw new Refusal('forbidden', 'Your role can no longer make this change.')
}

/**
 * `POST /{collection}/{pid}/transitions/undo`: undoes the actor's own last transition within 10 minutes,
 * with everything it wrote, in one transaction; the history keeps both. Returns the record as JSON text.
 * Throws 403 for a closed collection, 404 if the actor may not see the record, and 409 listing later changes
 * that cannot be undone. Source: contract.md 11.3, decision 0063.
 */
export async function undoTransition(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<string> {
  // Downloads are written to the audit log with a short delay.
  await deps.audit.flush()
  await inTransition(deps, actor, declaration, async (context) => {
    const locked = await lockVisible(context, pid)
    const step = await lastStepOf(locked)
    const refused = whyNotTheirs(step, actor, context.now)
    if (refused !== null || step === undefined || step.xid === null)
      return refuseUndo([refused ?? 'There is no status change to undo.'])
    await requireStillTheirs(locked, step)
    const written = await readWritten(locked.context, step.xid)
    const followed = await listSideEffects(locked.context, { written, actor, since: step.at })
    if (followed.length > 0) refuseUndo(followed)
    await restoreWritten(locked.context, written)
  })
  deps.writes.notify()
  return getRecord(deps, actor, declaration, pid)
}

/** The number of a record the actor may see, for an error message. */
async function numberOf(
  { database }: RecordDeps,
  { table, numberField }: Declaration,
  pid: string,
): Promise<string> {
  if (numberField === null) return ''
  const { rows } = await sql<{
    number: string | null
  }>`select ${sql.raw(quotedColumn(numberField))} as number from ${sql.table(table)} where pid = ${pid}`.execute(
    database.kysely,
  )
  return rows[0]?.number ?? ''
}

/**
 * `POST /{collection}/transitions/undo`: the same for several records, each validated separately and in its
 * own transaction; errors name the record.
 */
export async function undoMany(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<unknown> {
  readableRows(declaration, actor, todayOf(deps, actor))
  const parsed = BulkUndoBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const named = [...new Set(parsed.data.pids)]
  const failed: { pid: string; reason: string }[] = []
  for (const pid of named) {
    try {
      await undoTransition(deps, actor, declaration, pid)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isGone = error.type === 'not-found'
      failed.push({
        pid,
        reason: isGone
          ? 'not-found'
          : `${await numberOf(deps, declaration, pid)}: ${localize(actor.language)(error.detail)}`,
      })
    }
  }
  return { updated: named.length - failed.length, failed }
}

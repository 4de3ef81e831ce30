import { Refusal, invalid, noClientSignOff, statusIn, unsentPackages } from '@portal/contract'
import type { RecordValues, StatusMap } from '@portal/contract'
import { sql } from 'kysely'
import { statusMapOf } from '#configuration/status-map/in-force.ts'
import { changesOf, saveChanges } from '../save-changes.ts'
import { refreshSearchTextSql } from '../search-text.ts'
import { lockFollowing } from '../transitions/standing.ts'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'
import { requireActiveOrganization } from './lookups.ts'
import type { CollectionRules } from './collection-rules.ts'

/** What follows from a status: stage, bucket and whose turn it is. */
function standing(map: StatusMap, status: string): RecordValues {
  const { stage, bucket, court } = statusIn(map, status)
  return { status, pipelineStage: stage, bucket, court }
}

/** What one client approved or returned is not another's word. What was sent stays as it was sent. */
async function dropApprovals(context: WriteContext, permit: string): Promise<void> {
  const { deps, trx } = context
  const open = await run<{ pid: string }>(
    deps.database,
    trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.deleted_at is null and r.status = any(${unsentPackages}::text[])
      and (r.client_approved_at is not null or r.client_returned_at is not null) order by r.pid`,
  )
  for (const { pid } of open) {
    const found = await lockFollowing(context, 'rts', pid)
    if (found !== undefined) await saveChanges(found.context, pid, found.version + 1, changesOf(found.before, noClientSignOff))
  }
}

/** A permit that changes its client takes its tasks and submissions along, so that the former client no longer sees them. */
async function moveToOrganization(context: WriteContext, permit: string, org: unknown): Promise<void> {
  const { deps, trx, actor, now } = context
  for (const table of ['tasks', 'rts'] as const) {
    await run(
      deps.database,
      trx,
      sql`with former as (select pid, org from ${sql.table(table)} where permit = ${permit} and org is distinct from ${org} order by pid for update),
        moved as (update ${sql.table(table)} t set org = ${org}, version = version + 1, updated_at = ${now}::timestamptz, updated_by = ${actor.pid}
          from former where t.pid = former.pid returning t.*, former.org as former)
        insert into history (at, collection, pid, action, version, actor, changes)
        select ${now}::timestamptz, ${table === 'rts' ? sql`'rts'` : sql`case when moved.audience = 'CLIENT' then 'ctasks' else 'tasks' end`},
          moved.pid, 'update', moved.version, ${actor.pid}, jsonb_build_array(jsonb_build_object('field', 'org', 'from', moved.former, 'to', moved.org)) from moved`,
    )
    // The client's name is part of what they are found by.
    await deps.database.namedIn(trx, refreshSearchTextSql(table, 't.permit = $1'), [permit])
  }
  await dropApprovals(context, permit)
}

export const permitRules: CollectionRules = {
  defaults(actor, values, now, { deps }) {
    const isClient = actor.role === 'client'
    if (isClient && actor.org === null) throw new Refusal('forbidden', 'You belong to no organization yet, so you cannot make a permit.')
    if (isClient && values['org'] !== undefined && values['org'] !== actor.org) {
      throw invalid('body.org', 'out-of-scope', 'body.org: you make permits for your own organization only')
    }
    const status = isClient ? 'DRAFT' : 'NEW'
    return {
      priority: 'NORMAL',
      ...values,
      ...(isClient ? { org: actor.org } : {}),
      ...standing(statusMapOf(deps.database), status),
      statusChangedAt: now.toISOString(),
      // Clocks run from NEW on.
      ...(status === 'NEW' ? { clockStartedAt: now.toISOString(), receivedDate: now.toISOString().slice(0, 10) } : {}),
      ourSeconds: 0,
      clientSeconds: 0,
      authoritySeconds: 0,
      cycleNo: 1,
      // Of an amendment it is the next one.
      revision: values['revision'] ?? 0,
      paymentStatus: 'NONE',
      feeTotal: 0,
      paidTotal: 0,
      balance: 0,
      origin: isClient ? 'CLIENT_PORTAL' : 'STAFF',
    }
  },
  updatesJudged: ['org'],
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    if (write.action === 'create' || write.values['org'] !== undefined) await requireActiveOrganization(context, write.values['org'])
    return write.values
  },
  async afterWrite(context, { action, pid, before, after }) {
    if (action === 'update' && before?.['org'] !== after?.['org']) await moveToOrganization(context, pid, after?.['org'])
  },
}

/** A decided permit changes by transitions, amendments and renewals alone. Source: domain.md 1.2. */
export const processedRules: CollectionRules = {
  async beforeWrite(_context, write) {
    if (write.action === 'delete') return {}
    const sentence = 'This permit is processed: its data are kept as decided. Amend, renew or reopen it instead.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  },
}

import { CollectionName, maxBulkPids, unsentPackages } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { activeStaffSql } from '#engine/modules/collection-module.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { run } from '#engine/write/writing.ts'
import type { Candidate, WorkRecord } from './plan.ts'

interface Reading {
  deps: Pick<RecordDeps, 'database'>
  trx: Transaction<Tables>
}

const Found = z.object({
  collection: CollectionName,
  pid: z.string(),
  title: z.string(),
  agency: z.string().nullable(),
  fields: z.array(z.string()),
})

const openTask = sql`t.status not in ('DONE', 'CANCELLED') and t.deleted_at is null`
const openPermit = sql`t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null`
const openPackage = sql`t.status = any(${[...unsentPackages]}::text[]) and t.deleted_at is null`

/**
 * Open work of a person in the order in which it is due. Permits name a person as owner or collaborator,
 * organizations as account manager or assignee of new permits.
 */
function workOfSql(person: string): RawBuilder<unknown> {
  const isTheirs = sql`t.assigned_to = ${person}`
  const helps = sql`t.collaborators @> array[${person}::text]`
  return sql`
    select 'permits' as collection, t.pid, concat_ws(' · ', t.ref_no, t.title) as title, t.authority as agency, t.target_date as due, t.seq,
        array_remove(array[case when ${isTheirs} then 'assignedTo' end, case when ${helps} then 'collaborators' end], null) as fields
      from permits t where (${isTheirs} or ${helps}) and ${openPermit}
    union all
    select case t.audience when 'CLIENT' then 'ctasks' else 'tasks' end, t.pid, t.title, p.authority, t.due_date, t.seq, array['assignedTo']
      from tasks t left join permits p on p.pid = t.permit where ${isTheirs} and ${openTask}
    union all
    select 'rts', t.pid, t.ref_no, t.authority, t.submit_by, t.seq, array['assignedTo'] from rts t where ${isTheirs} and ${openPackage}
    union all
    select 'orgs', t.pid, t.legal_name, null, null, t.seq,
        array_remove(array[case when t.account_manager = ${person} then 'accountManager' end, case when t.default_assignee = ${person} then 'defaultAssignee' end], null)
      from orgs t where (t.account_manager = ${person} or t.default_assignee = ${person}) and t.status <> 'CLOSED' and t.deleted_at is null`
}

/** Permits, tasks and packages that nobody is assigned to. */
const unassignedSql = sql`
    select 'permits' as collection, t.pid, concat_ws(' · ', t.ref_no, t.title) as title, t.authority as agency, t.target_date as due, t.seq,
        array['assignedTo'] as fields from permits t where t.assigned_to is null and ${openPermit}
    union all
    select 'tasks', t.pid, t.title, p.authority, t.due_date, t.seq, array['assignedTo']
      from tasks t left join permits p on p.pid = t.permit where t.assigned_to is null and t.audience = 'INTERNAL' and ${openTask}
    union all
    select 'rts', t.pid, t.ref_no, t.authority, t.submit_by, t.seq, array['assignedTo'] from rts t where t.assigned_to is null and ${openPackage}`

/** Open work of a person, or of nobody: what is due first comes first, at most as many as one job changes. */
export async function listOpenWork({ deps, trx }: Reading, person: string | null): Promise<WorkRecord[]> {
  return run(
    deps.database,
    trx,
    sql`select w.collection, w.pid, coalesce(w.title, '') as title, w.agency, w.fields
      from (${person === null ? unassignedSql : workOfSql(person)}) w order by w.due nulls last, w.collection, w.seq limit ${maxBulkPids}`,
    Found,
  )
}

/** Number of records of open work of a person, or of nobody. */
export async function countOpenWork({ deps, trx }: Reading, person: string | null): Promise<number> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*)::int as count from (${person === null ? unassignedSql : workOfSql(person)}) w`,
    z.object({ count: z.number() }),
  )
  return row?.count ?? 0
}

const Load = z.object({
  pid: z.string(),
  load: z.number(),
  agencies: z.record(z.string(), z.number()),
})

/**
 * The people among whom a rule chooses: the active team, without people who are away and without the person
 * whose work it is. Their loads come from the totals by value; only permits are counted by agency.
 */
export async function listCandidates(
  { deps, trx }: Reading,
  { person, away, isByAgency }: { person: string | null; away: readonly string[]; isByAgency: boolean },
): Promise<Candidate[]> {
  const agencies = sql`(select jsonb_object_agg(a.authority, a.n) from (
      select t.authority, count(*) as n from permits t where t.assigned_to = u.pid and t.authority is not null and ${openPermit} group by t.authority) a)`
  const rows = await run(
    deps.database,
    trx,
    sql`select u.pid, coalesce(l.n, 0)::int as load, coalesce(${isByAgency ? agencies : sql`null::jsonb`}, '{}'::jsonb) as agencies
      from users u left join (
        select v.value, sum(v.n) as n from (
          select value, n from tasks_values where field = 'assigned_to' and status not in ('DONE', 'CANCELLED')
          union all select value, n from permits_values where field = 'assigned_to' and bucket = 'processing'
          union all select value, n from rts_values where field = 'assigned_to' and status = any(${[...unsentPackages]}::text[])) v
        group by v.value) l on l.value = u.pid
      where ${sql.raw(activeStaffSql('u'))} and lower(trim(u.role)) = 'team' and u.pid is distinct from ${person}::text
        and u.pid <> all(${[...away]}::text[]) order by u.seq`,
    Load,
  )
  return rows.map(({ agencies: permits, ...row }) => ({ ...row, agencies: new Map(Object.entries(permits)) }))
}

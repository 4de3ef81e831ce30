import { collections, isStaff, recordRoot } from '@portal/contract'
import type { Actor, Declaration, DrawerTab, TabCounts } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { readableHistorySql } from '#engine/history/history.ts'
import { readableNotesSql } from '#engine/history/notes.ts'
import { openRecord } from '#engine/query/open-record.ts'
import type { OpenRecord } from '#engine/write/write-context.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { countRelated } from '#engine/query/related.ts'
import { readableRowsOf } from '#engine/query/visibility.ts'

const CountsRow = z.object({ counts: z.record(z.string(), z.number()) })

type Counts = Partial<Record<DrawerTab, RawBuilder<unknown>>>

const counting = (rows: RawBuilder<unknown>) => sql`(select count(*)::int ${rows})`

/**
 * Files and folders at the top level of the record that the reader may see; for tasks also the requested
 * documents.
 */
function countsOfFiles({ declaration, pid }: OpenRecord, actor: Actor): Counts {
  const seen = isStaff(actor.role) ? sql`true` : sql`f.visibility = 'CLIENT'`
  const lying = sql`from files f where f.root = ${recordRoot(declaration.table, pid)} and f.deleted_at is null and f.status = 'done' and ${seen}`
  const top = counting(sql`${lying} and f.parent_pid is null`)
  return declaration.table === 'tasks'
    ? { Files: top, Documents: counting(sql`${lying} and f.mime_type <> 'folder'`) }
    : { Files: top }
}

/** Counts of a permit, for the permit itself or one of its packages. */
function countsOfPermit(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  closed: ReadonlySet<string>,
): Counts {
  const { declaration, row } = record
  if (declaration.table !== 'permits' && declaration.table !== 'rts') return {}
  const isPackage = declaration.table === 'rts'
  const permit = isPackage ? row['permit'] : record.pid
  const today = todayOf(deps, actor)
  const payments = closed.has('payments') ? null : readableRowsOf(collections.payments, actor, today)
  const contacts =
    isPackage || closed.has('contacts') ? null : readableRowsOf(collections.contacts, actor, today)
  const asked = isStaff(actor.role) ? sql`true` : sql`c.for_client`
  const checklist = sql`case when jsonb_typeof(z.checklist) = 'array' then jsonb_array_length(z.checklist) else 0 end`
  const ofCycle = isPackage
    ? sql`z.pid = ${record.pid}`
    : sql`z.permit = ${permit} and z.cycle_no = ${row['cycle_no'] ?? 1}::int and z.deleted_at is null`
  return {
    Documents: sql`(select coalesce(max(${checklist}), 0)::int from rts z where ${ofCycle})`,
    Corrections: counting(
      sql`from corrections c join permits p on p.pid = c.permit where p.pid = ${permit} and c.status = 'OPEN' and c.cycle_no = coalesce(p.cycle_no, 1) and ${asked}`,
    ),
    Conditions: counting(
      sql`from permits p join conditions c on c.permit = p.pid or c.org = p.org left join orgs o on o.pid = c.org
        where p.pid = ${permit} and c.status = 'OPEN' and (c.org is null or o.deleted_at is null)`,
    ),
    ...(payments !== null && {
      'Payment data': counting(payments.narrow({ kind: 'and', nodes: [] }, sql`t.permit = ${permit}`).from()),
    }),
    ...(contacts !== null && {
      People: counting(
        sql`from permit_people e where e.permit = ${permit} and e.contact in (select t.pid ${contacts.from()})`,
      ),
    }),
  }
}

/**
 * `GET /{collection}/{pid}/counts`: the count of each tab of a record, equal to what the tab shows when it is opened. Throws 403 for a closed collection, 404 for a record the actor may not see. `closed` are collections whose module is off.
 */
export async function countTabs(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  closed: ReadonlySet<string>,
): Promise<TabCounts> {
  const record = await openRecord(deps, actor, declaration, pid)
  const own: Counts = {
    ...countsOfFiles(record, actor),
    Notes: counting(sql`from notes n where ${readableNotesSql(actor, pid)}`),
    History: counting(sql`from record_history h where ${readableHistorySql(record.declaration, actor, pid)}`),
    ...countsOfPermit(deps, actor, record, closed),
    ...(declaration.table === 'orgs' && {
      Conditions: counting(sql`from conditions c where c.org = ${pid} and c.status = 'OPEN'`),
    }),
  }
  const pairs = Object.entries(own).map(([tab, count]) => sql`${tab}::text, ${count}`)
  const [related, [row]] = await Promise.all([
    countRelated(deps, actor, record, declaration, closed),
    read(deps, sql`select json_build_object(${sql.join(pairs)}) as counts`, CountsRow),
  ])
  return { counts: { ...row?.counts, 'Related records': related } }
}

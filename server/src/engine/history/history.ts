import { PageQuery, isStaff, refusalOf, visibleAddedFields, visibleFields } from '@portal/contract'
import type { Actor, Declaration, ReferenceTarget } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { localize } from '#platform/language/localize.ts'
import { withStoredMessages } from '#platform/language/stored-message.ts'
import { instantSql, namedPidSql, personSql, referenceSql } from '../sql/field-sql.ts'
import { internalNote } from './history-actions.ts'
import { ownedSinceSql } from './notes.ts'
import { openRecord } from '../query/open-record.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'

const usualPageSize = 50

/**
 * Condition on a change `c`: its field may be shown to a client. Masked fields, masked added fields and
 * unknown fields are not shown.
 */
function shownToClientSql(declaration: Declaration, actor: Actor): RawBuilder<unknown> {
  const names = [...visibleFields(declaration, actor), ...visibleAddedFields(declaration, actor)].map(
    ([name]) => name,
  )
  return sql`c.value->>'field' = any(${[...names, 'note']}::text[])`
}

/**
 * Condition on history `h`. A client reads entries from the time since their organization owns the record,
 * without internal notes, deleted notes and changes of masked fields only.
 */
export function readableHistorySql(declaration: Declaration, actor: Actor, pid: string): RawBuilder<unknown> {
  const ofRecord = sql`h.pid = ${pid}`
  if (isStaff(actor.role)) return ofRecord
  const note = sql`exists (select 1 from notes n where n.pid = h.changes->0->>'note' and n.visibility = 'CLIENT' and n.deleted_at is null)`
  const shown = sql`exists (select 1 from jsonb_array_elements(h.changes) c where ${shownToClientSql(declaration, actor)})`
  return sql`${ofRecord} and h.action <> all(${[internalNote, 'read']}::text[])
    and h.id >= coalesce(${ownedSinceSql(actor, pid, 'id')}, 0)
    and case when h.action = 'note' then ${note} else h.action in ('create', 'delete', 'restore') or ${shown} end`
}

/**
 * SQL that turns a list of pids of people into a list of references; people who are not visible are left out.
 */
function peopleSql(value: string, isClient: boolean): string {
  const named = `select p.place, ${personSql('p.pid', isClient)}::jsonb as person from jsonb_array_elements_text(${value}) with ordinality p(pid, place)`
  return `case when jsonb_typeof(${value}) = 'array' then (select coalesce(jsonb_agg(n.person order by n.place), '[]'::jsonb) from (${named}) n where n.person is not null) else ${value} end`
}

/**
 * SQL of one side of a change `c` (`from` or `to`) in wire format: references and lists of people by name,
 * other values as stored.
 */
function sideSql(declaration: Declaration, side: 'from' | 'to', isClient: boolean): string {
  const byTarget = Map.groupBy(
    Object.entries(declaration.fields).filter(([, declared]) => declared.to !== undefined),
    ([, declared]) => declared.to,
  )
  const cases = [...byTarget].map(([target, fields]: [ReferenceTarget | undefined, [string, unknown][]]) => {
    const names = fields.map(([name]) => `'${name}'`).join(', ')
    return target === undefined
      ? ''
      : `when c.value->>'field' in (${names}) then ${referenceSql(target, namedPidSql(target, `(c.value->>'${side}')`), isClient)}::jsonb`
  })
  const kept = `c.value->'${side}'`
  const people = Object.entries(declaration.fields).filter(
    ([, { type, staff }]) => type === 'list' && staff === true,
  )
  for (const [name] of people)
    cases.push(`when c.value->>'field' = '${name}' then ${peopleSql(kept, isClient)}`)
  return cases.length === 0 ? kept : `case ${cases.join(' ')} else ${kept} end`
}

/** `GET /{collection}/{pid}/history`: a page of the history of a record, newest first, as JSON text. */
export async function listHistory(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  query: unknown,
): Promise<string> {
  const record = await openRecord(deps, actor, declaration, pid)
  const parsed = PageQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { page = 1, pageSize = usualPageSize } = parsed.data
  const isClient = actor.role === 'client'
  const own = record.declaration
  const readable = readableHistorySql(own, actor, pid)
  const side = (name: 'from' | 'to') =>
    sql.raw(`'${name}', coalesce(${sideSql(own, name, isClient)}, 'null'::jsonb)`)
  const changes = sql`(select coalesce(jsonb_agg(jsonb_build_object('field', c.value->>'field', ${side('from')}, ${side('to')}) order by c.place), '[]'::jsonb)
    from jsonb_array_elements(h.changes) with ordinality c(value, place) where ${isClient ? shownToClientSql(own, actor) : sql`true`})`
  const action = sql`case h.action when ${internalNote} then 'note' else h.action end`
  const line = sql`json_build_object('at', ${sql.raw(instantSql('h.at'))}, 'by', ${sql.raw(personSql('h.actor', isClient))},
    'action', ${action}, 'changes', ${changes})::text`
  const [lines, [counted]] = await Promise.all([
    read(
      deps,
      sql`select ${line} as line from (select ${actor.org}::text as org) viewer,
        (select h.* from record_history h where ${readable} order by h.id desc limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint) h order by h.id desc`,
      z.object({ line: z.string() }),
    ),
    read(
      deps,
      sql`select count(*) as count from record_history h where ${readable}`,
      z.object({ count: z.number() }),
    ),
  ])
  const metadata = JSON.stringify({ count: counted?.count ?? 0, page, pageSize })
  const say = localize(actor.language)
  const entries = lines.map((row) => withStoredMessages(row.line, say))
  return `{"changes":[${entries.join(',')}],"metadata":${metadata}}`
}

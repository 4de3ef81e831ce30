import { collections, fieldLabel, relatedFacts, visibleFields } from '@portal/contract'
import type { Actor, Declaration, Field } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { indexedTextIs } from '#platform/database/fold-text.ts'
import { engineHooks, peopleTable } from '../modules/collection-module.ts'
import { columnName, quotedColumn } from '../sql/columns.ts'
import { titleSql, wireFieldSql } from '../sql/field-sql.ts'
import { openRecord } from './open-record.ts'
import type { OpenRecord } from '../write/write-context.ts'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { readableRowsOf, projectionsOf } from './visibility.ts'

/** Maximum number of records per relation, newest first; a list filtered by the record has all of them. */
const maxOfRelation = 20

/** Search hits and related records use the same columns: collection, pid, title and status of a row `t`. */
export function namedRowSql(declaration: Declaration): RawBuilder<unknown> {
  const title = titleSql(declaration.table).replaceAll(/\br\./g, 't.')
  const status = Object.hasOwn(declaration.fields, 'status') ? 't.status' : 'null::text'
  return sql.raw(`'${declaration.name}'::text as collection, t.pid, ${title} as title, ${status} as status`)
}

/** References to people count as relations only for assignments, not for approvals or verifications. */
const isRelation = (declared: Field) =>
  declared.to !== undefined && !(declared.to === peopleTable() && declared.writer === 'system')

interface Relation {
  label: string
  /** The collection the other record is in. */
  collection: Declaration
  /** Selects the related rows `t`. */
  condition: RawBuilder<unknown>
}

const declarations: readonly Declaration[] = Object.values(collections)

/** Fields of a declaration without the audit fields that every record has. */
function ownFields(declaration: Declaration, actor: Actor): [string, Field][] {
  return visibleFields(declaration, actor).filter(([name]) => Object.hasOwn(declaration.fields, name))
}

/** Records that the record refers to. */
function outgoing({ declaration, row }: OpenRecord, actor: Actor): Relation[] {
  const fields = ownFields(declaration, actor)
  const referred = fields.flatMap(([name, declared]): Relation[] => {
    const [value, to] = [row[columnName(name, declared)], declared.to]
    if (typeof value !== 'string' || to === undefined || to === 'files') return []
    return projectionsOf(collections[to]).map((collection) => ({
      label: fieldLabel(name, declared),
      collection,
      condition: sql`t.pid = ${value}`,
    }))
  })
  const about = fields.some(([name]) => name === 'relatedPid')
    ? declarations.find(({ name }) => name === row['related_type'])
    : undefined
  const aboutPid = row['related_pid']
  if (about === undefined || typeof aboutPid !== 'string') return referred
  return [
    ...referred,
    ...projectionsOf(about).map((collection) => ({
      label: 'Related record',
      collection,
      condition: sql`t.pid = ${aboutPid}`,
    })),
  ]
}

/** Records that refer to the record. */
function incoming({ declaration, pid }: OpenRecord, actor: Actor): Relation[] {
  const names = projectionsOf(declaration).map(({ name }) => name)
  return declarations.flatMap((collection) =>
    ownFields(collection, actor).flatMap(([name, declared]): Relation[] => {
      const label = fieldLabel(name, declared)
      if (name === 'relatedPid')
        return [
          {
            label,
            collection,
            condition: sql`${indexedTextIs(sql`t.related_pid`, sql`${pid}::text`)} and t.related_type = any(${names}::text[])`,
          },
        ]
      if (declared.to !== declaration.table || !isRelation(declared)) return []
      return [{ label, collection, condition: sql`t.${sql.raw(quotedColumn(name, declared))} = ${pid}` }]
    }),
  )
}

/** Details of a related row `t` as a JSON object without empty values. */
function factsSql(declaration: Declaration, actor: Actor): RawBuilder<unknown> {
  const visible = new Set(visibleFields(declaration, actor).map(([name]) => name))
  const names = relatedFacts(declaration).filter((name) => visible.has(name))
  const pairs = names.map((name) => `'${name}', ${wireFieldSql(declaration, name, actor.role === 'client')}`)
  return sql.raw(`json_strip_nulls(json_build_object(${pairs.join(', ')}))`)
}

interface Relatives {
  relation: Relation
  place: number
  /** `from ... where ...` of the rows `t` that the actor may open. */
  rows: RawBuilder<unknown>
}

/** The related rows by relation. `closed` are collections whose module is off. */
function relativesOf(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  closed: ReadonlySet<string>,
): Relatives[] {
  const today = todayOf(deps, actor)
  return [...outgoing(record, actor), ...incoming(record, actor)].flatMap((relation, index) => {
    const rows = closed.has(relation.collection.name)
      ? null
      : readableRowsOf(relation.collection, actor, today)
    if (rows === null) return []
    return [
      {
        relation,
        place: index,
        rows: rows.narrow({ kind: 'and', nodes: [] }, relation.condition, sql`t.pid <> ${record.pid}`).from(),
      },
    ]
  })
}

/** The number of records that `listRelated` lists, including mail. */
export async function countRelated(
  deps: RecordDeps,
  actor: Actor,
  record: OpenRecord,
  asked: Declaration,
  closed: ReadonlySet<string>,
): Promise<number> {
  const parts = relativesOf(deps, actor, record, closed).map(
    ({ rows }) => sql`(select t.pid ${rows} order by t.seq desc ${sql.raw(`limit ${maxOfRelation}`)})`,
  )
  const [mail, [row]] = await Promise.all([
    engineHooks().otherRelated(deps, actor, asked, record.pid),
    parts.length === 0
      ? []
      : read(
          deps,
          sql`select count(distinct r.pid) as count from (${sql.join(parts, sql` union all `)}) r`,
          z.object({ count: z.number() }),
        ),
  ])
  return mail.length + (row?.count ?? 0)
}

/**
 * `GET /{collection}/{pid}/related` as JSON text: records that the record refers to, then records that refer
 * to it, each once and only if the actor may open it, then mail about it. `closed` are collections whose
 * module is off.
 */
export async function listRelated(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  closed: ReadonlySet<string>,
): Promise<string> {
  const record = await openRecord(deps, actor, declaration, pid)
  const parts = relativesOf(deps, actor, record, closed).map(
    ({ relation: { label, collection }, place, rows }) =>
      sql`(select ${label}::text as relation, ${namedRowSql(collection)}, ${factsSql(collection, actor)} as facts, ${place}::int as place, t.seq ${rows}
        order by t.seq desc ${sql.raw(`limit ${maxOfRelation}`)})`,
  )
  const mail = (await engineHooks().otherRelated(deps, actor, declaration, pid)).map((each) =>
    JSON.stringify(each),
  )
  if (parts.length === 0) return `{"related":[${mail.join(',')}]}`
  const rows = await read(
    deps,
    sql`select json_build_object('relation', f.relation, 'collection', f.collection, 'pid', f.pid, 'title', f.title, 'status', f.status,
        'facts', f.facts)::text as line
      from (select distinct on (r.pid) r.* from (${sql.join(parts, sql` union all `)}) r order by r.pid, r.place) f order by f.place, f.seq desc`,
    z.object({ line: z.string() }),
  )
  return `{"related":[${[...rows.map(({ line }) => line), ...mail].join(',')}]}`
}

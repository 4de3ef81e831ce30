import {
  AsOfQuery,
  Refusal,
  collections,
  isStaff,
  refusalOf,
  visibleAddedFields,
  visibleFields,
} from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { jsonLines } from '../sql/select-list.ts'
import { codesTable } from '../modules/collection-module.ts'
import { addedKey, namedPidSql } from '../sql/field-sql.ts'
import { columnName, storedFields } from '../sql/columns.ts'
import { hasPid } from '../query/get-record.ts'
import { openRecord } from '../query/open-record.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { everything, readableRows } from '../query/visibility.ts'
import { internalNote } from './history-actions.ts'
import { ownedSinceSql } from './notes.ts'

/** Actions that change no field of the record. */
const others = ['note', internalNote, 'read']

const Facts = z.object({
  /** False before the record existed, while it was deleted, and for a client before it was theirs. */
  wasThere: z.boolean(),
  version: z.number().nullable(),
  at: z.string().nullable(),
  by: z.string().nullable(),
})
const Former = z.object({ field: z.string(), value: z.unknown() })

/** The entries of a record's own history, without those of other records that have the same pid. */
const entriesSql = (declaration: Declaration, pid: string) => {
  const names = Object.values(collections).filter(({ table }) => table === declaration.table)
  return sql`h.pid = ${pid} and h.collection = any(${names.map(({ name }) => name)}::text[]) and h.action <> all(${others}::text[])`
}

async function factsAt(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  asOf: string,
): Promise<z.infer<typeof Facts> | undefined> {
  const entries = entriesSql(declaration, pid)
  const owned = isStaff(actor.role)
    ? sql`true`
    : sql`coalesce(${ownedSinceSql(actor, pid, 'at')}, '-infinity'::timestamptz) <= ${asOf}::timestamptz`
  const [row] = await read(
    deps,
    sql`select t.created_at <= ${asOf}::timestamptz and coalesce(l.action <> 'delete', true) and ${owned} as "wasThere",
        l.version, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, l.actor as by
      from ${sql.table(declaration.table)} t left join lateral (select h.action, h.version, h.at, h.actor from record_history h
        where ${entries} and h.at <= ${asOf}::timestamptz order by h.id desc limit 1) l on true
      where t.pid = ${pid}`,
    Facts,
  )
  return row
}

/** SQL of the value before a change `c`. A reference that was written by its code is read by its pid. */
function formerValueSql({ fields }: Declaration): RawBuilder<unknown> {
  const cases = Object.entries(fields).flatMap(([name, { to }]) =>
    to === undefined || codesTable(to) === undefined
      ? []
      : [`when c.value->>'field' = '${name}' then to_jsonb(${namedPidSql(to, `(c.value->>'from')`)})`],
  )
  const kept = `c.value->'from'`
  return sql.raw(
    `coalesce(${cases.length === 0 ? kept : `case ${cases.join(' ')} else ${kept} end`}, 'null'::jsonb)`,
  )
}

/**
 * The values that fields had before they first changed after a time. The reason of a transition is told after
 * its changes and is no change of a field with that name.
 */
async function formerValues(
  deps: RecordDeps,
  declaration: Declaration,
  pid: string,
  asOf: string,
): Promise<z.infer<typeof Former>[]> {
  return read(
    deps,
    sql`select distinct on (c.value->>'field') c.value->>'field' as field, ${formerValueSql(declaration)} as value
      from record_history h, jsonb_array_elements(h.changes) with ordinality c(value, place)
      where ${entriesSql(declaration, pid)} and h.at > ${asOf}::timestamptz
        and not (h.action in ('transition', 'undo', 'merge') and c.value->>'field' = 'reason' and c.value->>'from' is null
          and c.place = jsonb_array_length(h.changes))
      order by c.value->>'field', h.id, c.place`,
    Former,
  )
}

/** SQL of the row `t` with these columns replaced. */
function replacedSql(former: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const { custom, ...own } = former
  const added = custom === undefined ? {} : { custom }
  return sql`jsonb_populate_record(t, ${JSON.stringify(own)}::jsonb || case when ${custom !== undefined}::boolean
    then jsonb_build_object('custom', jsonb_strip_nulls(t.custom || (${JSON.stringify(added)}::jsonb->'custom'))) else '{}'::jsonb end)`
}

/**
 * `GET /{collection}/{pid}?asOf=`: the record as it was at a past time, as JSON text, with the fields that
 * changed since. Computed fields are left out, since they follow from other records. Fields, rows and names are
 * those that the actor may read now. Throws 403 and 404 as for the record now, 400 for an invalid time, and 404
 * if the record did not exist then or belonged to another client.
 */
export async function getRecordAsOf(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  query: unknown,
): Promise<string> {
  const parsed = AsOfQuery.safeParse(query)
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const asOf = new Date(parsed.data.asOf).toISOString()
  const { declaration: own } = await openRecord(deps, actor, declaration, pid)
  const facts = await factsAt(deps, actor, own, pid, asOf)
  if (facts?.wasThere !== true)
    throw new Refusal('not-found', 'This record did not exist at that time, or you had no access to it.')
  const names = [
    ...visibleFields(own, actor).filter(([, declared]) => declared.computed !== true),
    ...visibleAddedFields(own, actor),
  ].map(([name]) => name)
  const stored = storedFields(own).map(([name]) => name)
  const former = await formerValues(deps, own, pid, asOf)
  const custom = former.flatMap(({ field, value }): [string, unknown][] => {
    const key = addedKey(field)
    return key === null ? [] : [[key, value]]
  })
  const columns: Record<string, unknown> = {
    ...Object.fromEntries(
      former.flatMap(({ field, value }) =>
        stored.includes(field) ? [[columnName(field, own.fields[field]), value]] : [],
      ),
    ),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
    ...(facts.version !== null && {
      version: facts.version,
      updated_at: facts.at,
      updated_by: facts.by,
    }),
  }
  const rows = readableRows(declaration, actor, todayOf(deps, actor))
  const table = sql.table(own.table)
  const source = sql`(select (${replacedSql(columns)}).* from ${table} t where t.pid in (select t.pid ${rows.narrow(everything, hasPid(pid)).from()})) t`
  const [line] = await read(
    deps,
    jsonLines(rows, source, [...names, 'custom']),
    z.object({ line: z.string() }),
  )
  if (line === undefined) throw new Refusal('not-found', 'This record was deleted.')
  const changedSince = former.map(({ field }) => field).filter((field) => names.includes(field))
  return `${line.line.slice(0, -1)},"asOf":${JSON.stringify(asOf)},"changedSince":${JSON.stringify(changedSince)}}`
}

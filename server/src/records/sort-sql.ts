import type { FieldFinder, SortKey } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isNeverNull } from './columns.ts'
import { fieldSql, meetsSql, titleSql } from './field-sql.ts'
import { quotedColumn } from './columns.ts'
import type { VisibleRows } from './visibility.ts'

/** An order of rows `t`: what to join for it, and the ORDER BY list forwards and backwards. */
export interface RowOrder {
  joins: RawBuilder<unknown>
  forwards: RawBuilder<unknown>
  backwards: RawBuilder<unknown>
}

interface Place {
  value: RawBuilder<unknown>
  descending: boolean
  neverNull: boolean
}

function direction({ descending, neverNull }: Place, backwards: boolean): string {
  // Empty comes last either way; read from the other end it comes first.
  if (neverNull) return descending === backwards ? 'asc' : 'desc'
  if (backwards) return descending ? 'asc nulls first' : 'desc nulls first'
  return descending ? 'desc nulls last' : 'asc nulls last'
}

function orderList(places: readonly Place[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(places.map((place) => sql`${place.value} ${sql.raw(direction(place, backwards))}`))
}

/**
 * The order a list is asked for. A reference sorts by its title, one the actor may not meet as empty; ties are broken by `seq` in the direction of the last field, so
 * that pages never overlap and one (field, seq) index serves both directions. `first` goes before everything (the rank of a search).
 */
export function rowOrder(rows: VisibleRows, keys: readonly SortKey[], find: FieldFinder, first: readonly Place[] = []): RowOrder {
  const joins: RawBuilder<unknown>[] = []
  const places = keys.flatMap(({ field, descending }, at): Place[] => {
    const declared = find(field)
    if (declared === undefined) return []
    if (declared.type !== 'ref' || declared.to === undefined) {
      return [
        { value: fieldSql(rows.declaration, field, declared, sql`${rows.today}::date`), descending, neverNull: isNeverNull(rows.declaration, field) },
      ]
    }
    const alias = `s${at}`
    const met = meetsSql(declared.to, alias, rows.actor)
    joins.push(sql`left join ${sql.table(declared.to)} ${sql.id(alias)} on ${sql.id(alias)}.pid = t.${sql.raw(quotedColumn(field))} and ${met}`)
    return [{ value: sql.raw(titleSql(declared.to).replaceAll('r.', `${alias}.`)), descending, neverNull: false }]
  })
  const tie: Place = { value: sql.raw('t.seq'), descending: keys.at(-1)?.descending ?? true, neverNull: true }
  const all = [...first, ...places, tie]
  return { joins: sql.join(joins, sql` `), forwards: orderList(all, false), backwards: orderList(all, true) }
}

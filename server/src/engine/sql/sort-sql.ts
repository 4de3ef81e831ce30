import type { Declaration, Field, FieldFinder, ReferenceTarget, SortKey } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { textOrder, textOrderSql } from '#platform/database/fold-text.ts'
import { hasIndexPerList, hasLatestIndex, isNeverNull, isTextOrdered } from './columns.ts'
import { allReferencesVisible, fieldSql, referenceVisibleSql, titleSql } from './field-sql.ts'
import { quotedColumn } from './columns.ts'
import type { VisibleRows } from '../query/visibility.ts'

/** An order of rows `t`: its joins, and the ORDER BY list forwards and backwards. */
export interface RowOrder {
  joins: RawBuilder<unknown>
  forwards: RawBuilder<unknown>
  backwards: RawBuilder<unknown>
  /** How to start in the middle; null if no index supports it. */
  middle: {
    /** Is the sort field of a row `t` empty? */
    isEmpty: RawBuilder<unknown>
    /**
     * Condition: rows at or after the row with this `seq`, among the rows whose sort field is empty, or among
     * the others.
     */
    from: (seq: number, isEmpty: boolean) => RawBuilder<unknown>
  } | null
  /** Does an index of the table have its rows in this order? */
  isIndexed: boolean
  /** Does each list have an index of its own with this order? */
  isPerList: boolean
  /** Set if the index has the empty values at the other end; see `orderedRowsSql`. */
  parts: OrderParts | null
  /** Set if the rows are sorted by one reference alone whose rows an index finds. */
  byReference: ReferenceOrder | null
  /** Set if the rows are sorted by one field of their own alone. */
  byField: SortKey | null
}

/**
 * Two parts of an order: the rows whose sort field is empty, and the others, each in the order of an index.
 */
interface OrderParts {
  isEmpty: RawBuilder<unknown>
  along: { forwards: RawBuilder<unknown>; backwards: RawBuilder<unknown> }
}

/** The order of rows `t` by the titles of the records `r` they refer to. */
export interface ReferenceOrder {
  target: ReferenceTarget
  /** The pid of `r` in a row `t`. */
  pid: RawBuilder<unknown>
  /** What sorts the records `r`. */
  title: RawBuilder<unknown>
  descending: boolean
}

interface Place {
  value: RawBuilder<unknown>
  descending: boolean
  neverNull: boolean
  /** Does an index have the rows in the order of this place and `seq`? */
  isIndexed?: boolean
  /** Does it have the empty values first in this direction? */
  isEmptyFirst?: boolean
  /** Does each list have an index of its own by the field? */
  isPerList?: boolean
}

function direction({ descending, neverNull }: Place, backwards: boolean): string {
  // Empty values are last in both directions; when read backwards they come first.
  if (neverNull) return descending === backwards ? 'asc' : 'desc'
  if (backwards) return descending ? 'asc nulls first' : 'desc nulls first'
  return descending ? 'desc nulls last' : 'asc nulls last'
}

function orderList(places: readonly Place[], backwards: boolean): RawBuilder<unknown> {
  return sql.join(places.map((place) => sql`${place.value} ${sql.raw(direction(place, backwards))}`))
}

/**
 * Rows at or after one row in the order of a column and `seq`. The value of that row is read in SQL, so that
 * it is compared without conversion.
 */
function fromRow(
  table: string,
  { value, descending }: Place,
  seq: number,
  isEmpty: boolean,
): RawBuilder<unknown> {
  const onwards = sql.raw(descending ? '<=' : '>=')
  if (isEmpty) return sql`${value} is null and t.seq ${onwards} ${seq}::bigint`
  const own = sql`(select ${value} from ${sql.table(table)} t where t.seq = ${seq}::bigint)`
  return sql`(${value}, t.seq) ${onwards} (${own}, ${seq}::bigint)`
}

/** Whether the declared indexes serve this direction: empty values are last in both. */
function isIndexed(declaration: Declaration, name: string, declared: Field, descending: boolean): boolean {
  const isDated = declared.type === 'date' || declared.type === 'datetime'
  return declared.indexed === true && (!descending || isDated || isNeverNull(declaration, name))
}

/**
 * How to find the rows of each referenced record by an index; null if there is none, or not for this actor.
 */
function referenceOrder(
  rows: VisibleRows,
  keys: readonly SortKey[],
  find: FieldFinder,
): ReferenceOrder | null {
  const [key] = keys
  const declared = key && find(key.field)
  if (key === undefined || keys.length > 1 || declared?.to === undefined || declared.indexed !== true)
    return null
  if (!allReferencesVisible(declared.to, rows.actor.role)) return null
  return {
    target: declared.to,
    pid: sql.raw(`t.${quotedColumn(key.field, declared)}`),
    title: sql.raw(textOrderSql(titleSql(declared.to))),
    descending: key.descending,
  }
}

/** The value by which a field that is no reference sorts a row `t`. */
export function sortValueSql(
  declaration: Declaration,
  name: string,
  declared: Field,
  today: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const value = fieldSql(declaration, name, declared, today)
  const isText = isTextOrdered(declared) && name !== declaration.numberField
  return isText ? textOrder(value, declared.indexed === true) : value
}

/**
 * The requested order of a list. Texts sort by their folded form, references by title, references the actor
 * may not see as empty. Ties are broken by `seq` in the direction of the last field, so that pages never
 * overlap and one (field, seq) index serves both directions. `first` precedes all fields (the rank of a
 * search).
 */
export function rowOrder(
  rows: VisibleRows,
  keys: readonly SortKey[],
  find: FieldFinder,
  first: readonly Place[] = [],
): RowOrder {
  const joins: RawBuilder<unknown>[] = []
  const places = keys.flatMap(({ field, descending }, at): Place[] => {
    const declared = find(field)
    if (declared === undefined) return []
    if (declared.type !== 'ref' || declared.to === undefined) {
      return [
        {
          value: sortValueSql(rows.declaration, field, declared, sql`${rows.today}::date`),
          descending,
          neverNull: isNeverNull(rows.declaration, field),
          isIndexed: isIndexed(rows.declaration, field, declared, descending),
          isPerList: hasIndexPerList(rows.declaration, field, declared),
          isEmptyFirst: descending && !hasLatestIndex(rows.declaration, field, declared),
        },
      ]
    }
    const alias = `s${at}`
    const met = referenceVisibleSql(declared.to, alias, rows.actor)
    joins.push(
      sql`left join ${sql.table(declared.to)} ${sql.id(alias)} on ${sql.id(alias)}.pid = t.${sql.raw(quotedColumn(field, declared))} and ${met}`,
    )
    return [
      {
        value: sql.raw(textOrderSql(titleSql(declared.to).replaceAll('r.', `${alias}.`))),
        descending,
        neverNull: false,
      },
    ]
  })
  const tie: Place = { value: sql.raw('t.seq'), descending: keys.at(-1)?.descending ?? true, neverNull: true }
  const all = [...first, ...places, tie]
  const [place] = places
  const isPlain = place !== undefined && all.length === 2 && joins.length === 0
  const isInParts = isPlain && place.isIndexed === true && place.isEmptyFirst === true && !place.neverNull
  return {
    joins: sql.join(joins, sql` `),
    forwards: orderList(all, false),
    backwards: orderList(all, true),
    middle: isPlain
      ? {
          isEmpty: sql`${place.value} is null`,
          from: (seq, isEmpty) => fromRow(rows.declaration.table, place, seq, isEmpty),
        }
      : null,
    isIndexed: isPlain && place.isIndexed === true,
    isPerList: isPlain && place.isPerList === true,
    parts: isInParts
      ? {
          isEmpty: sql`${place.value} is null`,
          along: {
            forwards: sql`${place.value} desc, ${tie.value} desc`,
            backwards: sql`${place.value}, ${tie.value}`,
          },
        }
      : null,
    byReference: first.length > 0 ? null : referenceOrder(rows, keys, find),
    byField: isPlain ? (keys.find(({ field }) => find(field) !== undefined) ?? null) : null,
  }
}

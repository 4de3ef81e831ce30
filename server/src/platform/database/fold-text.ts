import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * SQL that folds a text like `foldText` of the contract, by the function of migration 0415. Source: decision
 * 0050.
 */
export function foldedSql(text: string): string {
  return `fold_text(${text})`
}

/** Like `foldedSql`, for an expression. */
export function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`fold_text(${text})`
}

/**
 * SQL of the sort key of a text: the code points of its folded form, independent of the collation of the
 * database. Source: decision 0051.
 */
export function textOrderSql(text: string): string {
  return `${foldedSql(text)} collate "C"`
}

/** Like `textOrderSql`, for an indexed column, by the function of migration 0418. */
export function indexedTextOrderSql(column: string): string {
  return `text_order(${column}) collate "C"`
}

/** The sort key of an expression, as SQL. */
export function textOrder(text: RawBuilder<unknown>, isIndexed: boolean): RawBuilder<unknown> {
  return isIndexed ? sql`text_order(${text}) collate "C"` : sql`${folded(text)} collate "C"`
}

/**
 * Condition: an indexed text equals this value. Equal texts have the same folded form, so the index on the
 * sort key finds them.
 */
export function indexedTextIs(text: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${textOrder(text, true)} = ${textOrder(value, true)} and ${text} = ${value})`
}

/** Condition: an indexed text equals one of these values. */
export function indexedTextIsAnyOf(
  text: RawBuilder<unknown>,
  values: readonly unknown[],
): RawBuilder<unknown> {
  return sql`(${textOrder(text, true)} = any(array(select ${textOrder(sql`v`, true)} from unnest(${values}::text[]) v)) and ${text} = any(${values}::text[]))`
}

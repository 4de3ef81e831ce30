import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * SQL of a text as `foldText` of the contract folds it, by the function that migration 0415 made. Source:
 * decision 0050.
 */
export function foldedSql(text: string): string {
  return `fold_text(${text})`
}

/** The same of an expression. */
export function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`fold_text(${text})`
}

/**
 * SQL of what texts are ordered by: code points of their folding, however the database orders texts by
 * itself. Source: decision 0051.
 */
export function textOrderSql(text: string): string {
  return `${foldedSql(text)} collate "C"`
}

/** The same of an indexed column, by the function that migration 0418 made. */
export function indexedTextOrderSql(column: string): string {
  return `text_order(${column}) collate "C"`
}

/** The order of an expression, as SQL. */
export function textOrder(text: RawBuilder<unknown>, isIndexed: boolean): RawBuilder<unknown> {
  return isIndexed ? sql`text_order(${text}) collate "C"` : sql`${folded(text)} collate "C"`
}

/** Is an indexed text this value? Equal texts fold alike, so the index in the order of texts finds them. */
export function indexedTextIs(text: RawBuilder<unknown>, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${textOrder(text, true)} = ${textOrder(value, true)} and ${text} = ${value})`
}

/** Is an indexed text one of these values? */
export function indexedTextIsAnyOf(
  text: RawBuilder<unknown>,
  values: readonly unknown[],
): RawBuilder<unknown> {
  return sql`(${textOrder(text, true)} = any(array(select ${textOrder(sql`v`, true)} from unnest(${values}::text[]) v)) and ${text} = any(${values}::text[]))`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** SQL of a text as `foldText` of the contract folds it, by the function that migration 0415 made. Source: decision 0050. */
export function foldedSql(text: string): string {
  return `fold_text(${text})`
}

/** The same of an expression. */
export function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`fold_text(${text})`
}

/** SQL of what texts are ordered by: code points of their folding, however the database orders texts by itself. Source: decision 0051. */
export function textOrderSql(text: string): string {
  return `${foldedSql(text)} collate "C"`
}

/** The same of an expression. */
export function textOrder(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${folded(text)} collate "C"`
}

import type { AnyRecord, Declaration, Field, Option } from '@portal/contract'
import { screenOption } from './screen-declaration.ts'

const textIn = (record: AnyRecord, name: string | null): string => {
  const value = name === null ? null : record[name]
  return typeof value === 'string' ? value : ''
}

/** The record's title; its number stands in where it has none. Source: contract.md 2. */
export function titleOf(declaration: Declaration, record: AnyRecord): string {
  return textIn(record, declaration.titleField) || textIn(record, declaration.numberField) || record.pid
}

/** The record's human number, where it has one that is not its title already. */
export function numberOf(declaration: Declaration, record: AnyRecord): string | null {
  const number = textIn(record, declaration.numberField)
  return number === '' || number === titleOf(declaration, record) ? null : number
}

/**
 * The option a coded field's value stands for, in the language of this screen; undefined for an empty or
 * unknown one.
 */
export function optionOf(declared: Field | undefined, value: unknown): Option | undefined {
  const option = typeof value === 'string' ? declared?.options?.find(({ code }) => code === value) : undefined
  return option && screenOption(option)
}

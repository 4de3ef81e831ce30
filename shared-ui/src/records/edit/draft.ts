import type { AnyRecord } from '@portal/contract'
import { isRecord } from '../list/record-shape.ts'
import { isFormValue } from './form-values.ts'
import type { FormValue } from './form-values.ts'

export type FormValues = Readonly<Record<string, FormValue>>

/** The same without one key. */
export function without<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
}

/**
 * What somebody typed into a record and did not save: the fields that differ, and the record they were
 * looking at.
 */
export interface Draft {
  base: AnyRecord
  values: FormValues
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseValues(value: unknown): FormValues | null {
  if (!isObject(value)) return null
  const entries = Object.entries(value).filter((entry): entry is [string, FormValue] => isFormValue(entry[1]))
  return Object.fromEntries(entries)
}

/** A draft as it was kept; null when it is none. */
export function parseDraft(value: unknown): Draft | null {
  if (!isObject(value) || !isRecord(value['base'])) return null
  const values = parseValues(value['values'])
  return values === null || Object.keys(values).length === 0 ? null : { base: value['base'], values }
}

export const draftKey = (collection: string, pid: string) => `draft/${collection}/${pid}`

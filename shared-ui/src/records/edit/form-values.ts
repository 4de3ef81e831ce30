import { amountProblems, readAmount, screenLabel } from '@portal/contract'
import type { Field, Reference } from '@portal/contract'
import { fromTypedMoment, toTypedMoment } from '../../format/dates.ts'
import { isReference } from '../declaration/is-reference.ts'

/**
 * What an editor holds: text as typed, the members of a list, or the chosen record. Empty is an empty text,
 * an empty list or null.
 */
export type FormValue = string | readonly string[] | Reference | null

export function isFormValue(value: unknown): value is FormValue {
  if (value === null || typeof value === 'string' || isReference(value)) return true
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Digits of a currency's minor unit. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** A wire value as its editor starts with it. */
export function toForm(declared: Field, value: unknown, currency: string): FormValue {
  if (declared.type === 'ref') return isReference(value) ? { pid: value.pid, title: value.title } : null
  if (declared.type === 'list')
    return Array.isArray(value)
      ? value.map((each: unknown) => (isReference(each) ? each.pid : String(each)))
      : []
  if (value === null || value === undefined) return ''
  if (declared.type === 'money' && typeof value === 'number')
    return (value / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
  if (declared.type === 'datetime' && typeof value === 'string') return toTypedMoment(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `$1,234.50` in minor units; text that is no amount stays text, for the schema to refuse. */
function toMinorUnits(text: string, digits: number): number | string {
  const read = readAmount(text, digits)
  return 'units' in read ? read.units : text
}

/** An amount as people write it, in minor units; null for text that is none. */
export function amountIn(text: string, currency: string): number | null {
  const units = toMinorUnits(text, minorDigits(currency))
  return typeof units === 'number' ? units : null
}

/** Why a text is no amount of a currency, in words; null where it is one. */
export function amountProblemOf(text: string, currency: string): string | null {
  const read = readAmount(text, minorDigits(currency))
  return 'units' in read ? null : screenLabel(amountProblems[read.problem])
}

function toNumber(text: string): number | string {
  const plain = text.replaceAll(/[,\s]/g, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text
}

/**
 * An editor's value as it is written: a reference by its pid, empty as null. Text that is no value of the
 * type is left for the schema.
 */
export function fromForm(declared: Field, value: FormValue, currency: string): unknown {
  if (value === null) return null
  if (isReference(value)) return value.pid
  if (typeof value !== 'string') {
    const members = value.map((each) => each.trim()).filter((each) => each !== '')
    return members.length === 0 ? null : members
  }
  const text = value.trim()
  if (text === '') return null
  switch (declared.type) {
    case 'money':
      return toMinorUnits(text, minorDigits(currency))
    case 'integer':
    case 'decimal':
      return toNumber(text)
    case 'boolean':
      return text === 'true'
    case 'datetime':
      return fromTypedMoment(text) ?? text
    case 'text':
    case 'longText':
    case 'email':
    case 'phone':
    case 'enum':
    case 'ref':
    case 'date':
    case 'list':
    case 'json':
      return value
  }
}

/** An editor's value as the record would show it once saved. */
export function toShown(declared: Field, value: FormValue, currency: string): unknown {
  return isReference(value) ? value : fromForm(declared, value, currency)
}

export function sameForm(one: FormValue, other: FormValue): boolean {
  if (isReference(one) || isReference(other))
    return isReference(one) && isReference(other) && one.pid === other.pid
  return JSON.stringify(one) === JSON.stringify(other)
}

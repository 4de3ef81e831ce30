import { maskFormulas } from '@portal/contract'
import type { Field } from '@portal/contract'
import { z } from 'zod'

const Titled = z.object({ title: z.string().nullable() })

/** Minor units as a decimal, `2000000` -> `20000.00`, without the rounding of a division. */
function toMajorUnits(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function textOf(value: unknown, declared: Field | undefined): string {
  if (value === null || value === undefined) return ''
  if (declared?.type === 'ref') return Titled.parse(value).title ?? ''
  if (declared?.type === 'money' && typeof value === 'number') return toMajorUnits(value)
  if (Array.isArray(value)) return value.map(String).join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A field of a record; added ones stand under `custom`. */
export function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!name.startsWith('custom.')) return record[name]
  const custom = record['custom']
  return typeof custom === 'object' && custom !== null ? Object.entries(custom).find(([key]) => key === name.slice(7))?.[1] : null
}

/** A value as a cell's text, which no program runs as a formula. */
export function cellText(value: unknown, declared: Field | undefined): string {
  return maskFormulas(textOf(value, declared))
}

/** Is the cell a number a workbook may calculate with? */
export function isNumeric(value: unknown, declared: Field | undefined): boolean {
  return (
    typeof value === 'number' && Number.isFinite(value) && declared?.type !== undefined && ['money', 'integer', 'decimal'].includes(declared.type)
  )
}

import {
  formatDay,
  fieldLabel,
  maskFormulas,
  formatInstant,
  formatRecurrence,
  inEnglish,
} from '@portal/contract'
import type { Field, TimeZone } from '@portal/contract'
import { z } from 'zod'

const Titled = z.object({ title: z.string().nullable() })

/** Minor units as a decimal, `2000000` -> `20000.00`. String operations avoid the rounding of a division. */
function toMajorUnits(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * How values are written: as codes for programs if `zone` is null, else as labels for people in that zone.
 */
export interface CellStyle {
  zone: TimeZone | null
}

const labelIn = (declared: Field | undefined, value: unknown): string =>
  declared?.options?.find(({ code }) => code === value)?.label ??
  (typeof value === 'string' ? value : JSON.stringify(value))

/** The label of a value for people; undefined if people and programs read the same text. */
function wordsOf(value: unknown, declared: Field | undefined, zone: TimeZone): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((member: unknown) => labelIn(declared, member)).join('; ')
  if (typeof value !== 'string') return undefined
  if (declared?.isRecurrence === true) return formatRecurrence(value, inEnglish) ?? undefined
  if (declared?.type === 'enum') return labelIn(declared, value)
  if (declared?.type === 'date') return formatDay(value)
  return declared?.type === 'datetime' && !Number.isNaN(Date.parse(value))
    ? formatInstant(zone, new Date(value))
    : undefined
}

/** Heading of a column. */
export function headingOf(name: string, declared: Field | undefined, { zone }: CellStyle): string {
  return zone === null ? name : maskFormulas(fieldLabel(name, declared))
}

function textOf(value: unknown, declared: Field | undefined, { zone }: CellStyle): string {
  const words = zone === null ? undefined : wordsOf(value, declared, zone)
  if (words !== undefined) return words
  if (value === null || value === undefined) return ''
  if (declared?.type === 'ref') return Titled.parse(value).title ?? ''
  if (declared?.type === 'money' && typeof value === 'number') return toMajorUnits(value)
  if (Array.isArray(value)) return value.map(String).join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A field of a record. Added fields are in `custom`. */
export function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!name.startsWith('custom.')) return record[name]
  const custom = record['custom']
  return typeof custom === 'object' && custom !== null
    ? Object.entries(custom).find(([key]) => key === name.slice(7))?.[1]
    : null
}

/** A value as cell text, escaped so that no program runs it as a formula. */
export function cellText(value: unknown, declared: Field | undefined, style: CellStyle): string {
  return maskFormulas(textOf(value, declared, style))
}

/** Whether the cell is a number that a workbook may calculate with. */
export function isNumeric(value: unknown, declared: Field | undefined): boolean {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    declared?.type !== undefined &&
    ['money', 'integer', 'decimal'].includes(declared.type)
  )
}

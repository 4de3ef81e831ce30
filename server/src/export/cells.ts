import { formatDay, englishFieldLabel, maskFormulas, formatInstant, formatRecurrence } from '@portal/contract'
import type { Field, Language, TimeZone } from '@portal/contract'
import { z } from 'zod'
import { labelIn } from '#platform/language/label-in.ts'
import { localize } from '#platform/language/localize.ts'

const Titled = z.object({ title: z.string().nullable() })

/** Minor units as a decimal, `2000000` -> `20000.00`. String operations avoid the rounding of a division. */
export function toMajorUnits(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The reader of a file with labels: their time zone and language. */
interface Reader {
  zone: TimeZone
  language: Language
}

/** How values are written: as codes for programs if `reader` is null, else as labels for that reader. */
export interface CellStyle {
  reader: Reader | null
}

const yesNo = { en: ['Yes', 'No'], es: ['Sí', 'No'] } as const

function optionLabel(declared: Field | undefined, value: unknown, language: Language): string {
  const option = declared?.options?.find(({ code }) => code === value)
  if (option !== undefined) return labelIn(language, option.label, option.labelEs)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The label of a value for people; undefined if people and programs read the same text. */
function labelOfValue(
  value: unknown,
  declared: Field | undefined,
  { zone, language }: Reader,
): string | undefined {
  if (typeof value === 'boolean') return yesNo[language][value ? 0 : 1]
  if (Array.isArray(value))
    return value.map((member: unknown) => optionLabel(declared, member, language)).join('; ')
  if (typeof value !== 'string') return undefined
  if (declared?.isRecurrence === true) return formatRecurrence(value, localize(language)) ?? undefined
  if (declared?.type === 'enum') return optionLabel(declared, value, language)
  if (declared?.type === 'date') return formatDay(value, language)
  return declared?.type === 'datetime' && !Number.isNaN(Date.parse(value))
    ? formatInstant(zone, new Date(value), language)
    : undefined
}

/** Heading of a column. */
export function headingOf(name: string, declared: Field | undefined, { reader }: CellStyle): string {
  if (reader === null) return name
  return maskFormulas(labelIn(reader.language, englishFieldLabel(name, declared), declared?.labelEs))
}

function textOf(value: unknown, declared: Field | undefined, { reader }: CellStyle): string {
  const words = reader === null ? undefined : labelOfValue(value, declared, reader)
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

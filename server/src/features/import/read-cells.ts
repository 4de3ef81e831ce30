import { codeOf, writableValue } from '@portal/contract'
import type { Field } from '@portal/contract'

/** A cell as a value of its field, or why it is none. */
export type ReadCell = { value: unknown } | { message: string }

/** `05/31/2015` and `2015-05-31` as a day. */
function toDay(cell: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell)
  if (american !== null) return `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? cell : null
}

/** A moment; without a zone it is UTC, without a time the first instant of the day. */
function toMoment(cell: string): string {
  const day = toDay(cell)
  if (day !== null) return `${day}T00:00:00.000Z`
  const parts = /^(\S+)[ T](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(cell)
  const date = parts === null ? null : toDay(parts[1] ?? '')
  return date === null ? cell : `${date}T${parts?.[2]}${parts?.[3] ?? ':00'}${parts?.[4] ?? 'Z'}`
}

/** `$20,000.00` as 2000000 minor units; null when it is no amount or has parts of a cent. */
function toMinorUnits(cell: string): number | null {
  const plain = cell.replaceAll(/[\s,$€£]/g, '')
  const match = /^(-?)(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(plain)
  if (match === null) return null
  return Number(`${match[1]}${match[2]}${(match[3] ?? '').padEnd(2, '0')}`)
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  x: true,
  false: false,
  no: false,
  n: false,
  '0': false,
}

function toNumber(cell: string): number | string {
  const plain = cell.replaceAll(',', '')
  return /^-?\d+(\.\d+)?([eE][+-]?\d{1,2})?$/.test(plain) ? Number(plain) : cell
}

function toJson(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

/** A cell in the form the wire has for the type; what cannot be read stays a text and is refused by the field's schema. */
function toWire(name: string, declared: Field, cell: string): unknown {
  switch (declared.type) {
    case 'date':
      return toDay(cell) ?? cell
    case 'datetime':
      return toMoment(cell)
    case 'money':
      return toMinorUnits(cell) ?? cell
    case 'integer':
    case 'decimal':
      return toNumber(cell)
    case 'boolean':
      return booleans[cell.toLowerCase()] ?? cell
    case 'enum':
      return codeOf(name, declared, cell) ?? cell
    case 'list':
      return (
        cell
          // An export writes a semicolon between them; a comma may then be part of one.
          .split(cell.includes(';') ? ';' : /[,|]/)
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => (declared.options === undefined ? part : (codeOf(name, declared, part) ?? part)))
      )
    case 'json':
      return toJson(cell)
    case 'text':
    case 'longText':
    case 'email':
    case 'phone':
    case 'ref':
      return cell
  }
}

/** Nothing but a text, a list or facts is as long: what is longer is not tried as a number, a date or an address. */
const longestPlain = 1_000
const mayBeLong = new Set(['text', 'longText', 'list', 'json'])

/** Reads a cell that is not empty. References are resolved elsewhere. */
export function readCell(name: string, declared: Field, cell: string): ReadCell {
  if (cell.length > longestPlain && !mayBeLong.has(declared.type)) return { message: `${shown(cell)} is longer than ${longestPlain} characters` }
  if (declared.type === 'money' && toMinorUnits(cell) === null) return { message: `${shown(cell)} is not an amount with at most two decimals` }
  const parsed = writableValue(declared).safeParse(toWire(name, declared, cell))
  if (parsed.success) return { value: parsed.data }
  if (declared.type === 'date') return { message: `${shown(cell)} is not a day of the form YYYY-MM-DD or MM/DD/YYYY` }
  const reason = declared.type === 'enum' ? 'is none of the known values' : (parsed.error.issues[0]?.message ?? 'does not fit')
  return { message: `${shown(cell)} ${reason}` }
}

/** A cell as a message quotes it. */
export function shown(cell: string): string {
  return `“${cell.length > 60 ? `${cell.slice(0, 57)}…` : cell}”`
}

import { issueSentence, phrase, writableValue } from '@portal/contract'
import type { Field, Sayable } from '@portal/contract'
import { codeOf } from '@portal/contract/import-mapping'
import { labelsEs } from '@portal/contract/spanish'
import { readDay, readInstant } from './read-days.ts'
import { readMoney, readPlainNumber } from './read-numbers.ts'
import type { NumberReading } from './read-numbers.ts'

/** A cell as a value of its field, or the reason why it is invalid. */
export type ReadCell = { value: unknown } | { message: Sayable }

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  sí: true,
  si: true,
  y: true,
  '1': true,
  x: true,
  false: false,
  no: false,
  n: false,
  '0': false,
}

function toJson(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

type Wire = { wire: unknown } | { problem: Sayable }

/**
 * Converts a cell to the wire format of its type. A cell that no type can read stays text and is refused by
 * the schema of the field.
 */
function toWire(name: string, declared: Field, cell: string, reading: CellReading): Wire {
  switch (declared.type) {
    case 'date': {
      const read = readDay(cell)
      return 'day' in read ? { wire: read.day } : read
    }
    case 'datetime': {
      const read = readInstant(cell)
      return 'instant' in read ? { wire: read.instant } : read
    }
    case 'money':
    case 'integer':
    case 'decimal': {
      const read =
        declared.type === 'money'
          ? readMoney(cell, reading)
          : readPlainNumber(cell, declared.type === 'integer', reading)
      return 'number' in read ? { wire: read.number } : read
    }
    default:
      return { wire: toPlainWire(name, declared, cell) }
  }
}

function toPlainWire(name: string, declared: Field, cell: string): unknown {
  switch (declared.type) {
    case 'boolean':
      return booleans[cell.toLowerCase()] ?? cell
    case 'enum':
      return codeOf(name, declared, cell, labelsEs) ?? cell
    case 'list':
      return (
        cell
          // An export separates members with semicolons; a comma may then be part of a member.
          .split(cell.includes(';') ? ';' : /[,|]/)
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) =>
            declared.options === undefined ? part : (codeOf(name, declared, part, labelsEs) ?? part),
          )
      )
    case 'json':
      return toJson(cell)
    case 'text':
    case 'longText':
    case 'email':
    case 'phone':
    case 'ref':
    default:
      return cell
  }
}

/**
 * Only text, lists and attributes are longer than this. Longer cells are not parsed as a number, date or
 * address.
 */
const maxPlainLength = 1_000
const mayBeLong = new Set(['text', 'longText', 'list', 'json'])

/**
 * How the cells of a file are read: the decimal mark, whether the cell is a number in a workbook, and the
 * portal's currency.
 */
export type CellReading = NumberReading

const usualReading: CellReading = { decimal: 'point', isNumber: false, currency: 'USD' }

/** Error values of workbooks. */
const errorValue =
  /^#(?:N\/A|DIV\/0!|NULL!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|GETTING_DATA)$/

const errorProblem = (cell: string): Sayable =>
  cell === '#CALC!'
    ? phrase(
        'is a workbook error: the formula was not calculated. Open and save the workbook, then try again',
        {},
      )
    : phrase('is a workbook error', {})

/** What is wrong with a cell, after the cell itself. */
const refusedCell = (cell: string, problem: Sayable) => ({
  message: phrase('{{cell}} {{problem}}', { cell: shown(cell), problem }),
})

/** A known code that cannot be chosen any more is refused with that reason. */
const isRetired = ({ options = [] }: Field, wire: unknown): boolean =>
  options.some(({ code, retired }) => retired === true && code === wire)

/** Reads a cell that is not empty. References are resolved separately. */
export function readCell(
  name: string,
  declared: Field,
  cell: string,
  reading: CellReading = usualReading,
): ReadCell {
  if (cell.length > maxPlainLength && !mayBeLong.has(declared.type))
    return refusedCell(cell, phrase('is longer than {{limit}} characters', { limit: maxPlainLength }))
  if (errorValue.test(cell)) return refusedCell(cell, errorProblem(cell))
  const read = toWire(name, declared, cell, reading)
  if ('problem' in read) return refusedCell(cell, read.problem)
  const parsed = writableValue(declared).safeParse(read.wire)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  return refusedCell(
    cell,
    issue === undefined || (declared.type === 'enum' && !isRetired(declared, read.wire))
      ? phrase('is not a known value', {})
      : issueSentence(issue),
  )
}

/** A cell as quoted in a message. */
export function shown(cell: string): string {
  return `“${cell.length > 60 ? `${cell.slice(0, 57)}…` : cell}”`
}

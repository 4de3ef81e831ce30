import { findField, inEnglish, joined, phrase, unmaskFormulas, verbatim } from '@portal/contract'
import type {
  DecimalMark,
  Declaration,
  Field,
  ImportCell,
  RecordValues,
  ReferenceTarget,
  Sayable,
} from '@portal/contract'
import { codeOf } from '@portal/contract/import-mapping'
import { isMappedByCell, statesCode } from '@portal/contract/import-values'
import { labelsEs } from '@portal/contract/spanish'
import { z } from 'zod'
import { withoutEmptyLists } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { Source } from './import-plan.ts'
import { readCell, shown } from './read-cells.ts'
import { resolveReferences } from './resolve-references.ts'
import type { ReferenceIndex } from './resolve-references.ts'

export const FileRow = z.object({
  /** Index among the rows that are not empty. */
  row: z.number(),
  /** Row number in the sheet, where the header is row 1. */
  line: z.number(),
  cells: z.array(z.string()),
  /** Columns whose cells are numbers in the workbook, not text that looks like a number. */
  numbers: z.array(z.number()).nullable(),
  /** Why the whole row is refused, in the language of the person who imports it. */
  problem: z.string().nullable(),
})
export type FileRow = z.infer<typeof FileRow>

export interface RowError {
  /** Row number in the sheet. */
  line: number
  column?: string
  message: Sayable
}

export interface ReadRow {
  line: number
  values: RecordValues
  /** Fields whose client does not exist yet, with the name in the cell. */
  newOrgs: ReadonlyMap<string, string>
}

/** The text of a cell. Removes the apostrophe that an export puts before formulas. */
const cellOf = ({ column, value }: Source, { cells }: FileRow) =>
  (column === null ? value : unmaskFormulas((cells[column] ?? '').trim())).trim()

/** The value that the person assigned to a cell, or else its text. */
const meaningOf = ({ values }: Source, cell: string) =>
  values !== undefined && Object.hasOwn(values, cell) ? (values[cell] ?? cell) : cell

/** The table that a field refers to, as a reference or as a list of people. */
const targetOf = ({ to, staff }: Field): ReferenceTarget | undefined =>
  to ?? (staff === true ? 'users' : undefined)

/** The names in a cell: one for a reference, several for a list of people. */
function namesIn(field: string, declared: Field, meaning: string): string[] {
  if (meaning === '' || declared.type !== 'list') return meaning === '' ? [] : [meaning]
  const result = readCell(field, declared, meaning)
  return 'value' in result && Array.isArray(result.value) ? result.value.map(String) : []
}

function askedReferences(
  declaration: Declaration,
  sources: readonly Source[],
  rows: readonly FileRow[],
): Map<ReferenceTarget, Set<string>> {
  const asked = new Map<ReferenceTarget, Set<string>>()
  for (const source of sources) {
    const declared = findField(declaration, source.field)
    const target = declared === undefined ? undefined : targetOf(declared)
    if (declared === undefined || target === undefined) continue
    const names = asked.get(target) ?? new Set<string>()
    for (const row of rows) {
      for (const name of namesIn(source.field, declared, meaningOf(source, cellOf(source, row))))
        names.add(name)
    }
    asked.set(target, names)
  }
  return asked
}

/** Counts cells that match no code or name, for the report of a dry run. */
export class CellTally {
  readonly #counted = new Map<string, ImportCell>()

  count({ field, header, column }: Source, cell: string, guess: string | undefined): void {
    if (column === null) return
    const key = JSON.stringify([field, cell])
    const known = this.#counted.get(key)
    if (known === undefined)
      this.#counted.set(key, { field, column: header, cell, count: 1, ...(guess !== undefined && { guess }) })
    else known.count += 1
  }

  get cells(): ImportCell[] {
    return [...this.#counted.values()]
  }
}

/** Maximum number of different cells in a report. */
const maxCells = 1_000

/** Merges the cells of two batches and their counts. */
export function mergedCells(known: readonly ImportCell[], more: readonly ImportCell[]): ImportCell[] {
  const byCell = new Map(known.map((cell) => [JSON.stringify([cell.field, cell.cell]), cell]))
  for (const cell of more) {
    const key = JSON.stringify([cell.field, cell.cell])
    const before = byCell.get(key)
    if (before !== undefined) byCell.set(key, { ...before, count: before.count + cell.count })
    else if (byCell.size < maxCells) byCell.set(key, cell)
  }
  return [...byCell.values()]
}

/** Staff cannot see a client's draft, so a draft that staff import would be invisible to the office. */
const isHiddenFromStaff = ({ table }: Declaration, field: string, value: unknown) =>
  table === 'permits' && field === 'status' && value === 'DRAFT'

type Read = { value: unknown } | { newOrg: string } | { message: Sayable }

interface Reading {
  context: WriteContext
  decimal: DecimalMark
  currency: string
  resolved: ReferenceIndex
  /** Whether missing clients are created. */
  createsOrgs: boolean
  tally: CellTally | null
}

function readReference(
  { resolved, createsOrgs, tally }: Reading,
  source: Source,
  declared: Field,
  target: ReferenceTarget,
  cell: string,
  name: string,
): Read {
  const found = resolved.find(target, name, declared.staff)
  if ('pid' in found) return { value: found.pid }
  if (target !== 'files') tally?.count(source, cell, undefined)
  return createsOrgs && target === 'orgs' && found.isNew ? { newOrg: name } : { message: found.message }
}

/** A list of staff, each given by name, address or pid. */
function readPeople({ resolved }: Reading, source: Source, declared: Field, meaning: string): Read {
  const found = namesIn(source.field, declared, meaning).map((name) => resolved.find('users', name, true))
  const wrong = found.flatMap((match) => ('message' in match ? [match.message] : []))
  if (wrong.length > 0) return { message: joined(wrong, ', ') }
  return { value: found.flatMap((match) => ('pid' in match ? [match.pid] : [])) }
}

/** Reads a cell according to its field. */
function readMeaning(
  reading: Reading,
  source: Source,
  declared: Field,
  row: FileRow,
  cell: string,
  meaning: string,
): Read {
  if (declared.to !== undefined) return readReference(reading, source, declared, declared.to, cell, meaning)
  return declared.staff === true
    ? readPeople(reading, source, declared, meaning)
    : readPlain(reading, source, declared, row, cell, meaning)
}

function readPlain(
  reading: Reading,
  source: Source,
  declared: Field,
  row: FileRow,
  cell: string,
  meaning: string,
): Read {
  const { context, tally, decimal, currency } = reading
  const isNumber = source.column !== null && cell === meaning && row.numbers?.includes(source.column) === true
  // A value for every row has a decimal point, as amounts entered in the portal do.
  const mark = source.column === null ? 'point' : decimal
  const result = readCell(source.field, declared, meaning, { decimal: mark, currency, isNumber })
  const isMapped = tally !== null && isMappedByCell(declared)
  if ('value' in result && isHiddenFromStaff(context.declaration, source.field, result.value)) {
    tally?.count(source, cell, undefined)
    return {
      message: phrase('{{cell}} is a client draft that staff can’t see: choose another status', {
        cell: shown(cell),
      }),
    }
  }
  if (isMapped && !statesCode(declared, meaning, labelsEs))
    tally.count(source, cell, codeOf(source.field, declared, meaning, labelsEs))
  return result
}

function readRow(reading: Reading, sources: readonly Source[], row: FileRow): ReadRow | RowError {
  const { declaration } = reading.context
  if (row.problem !== null) return { line: row.line, message: verbatim(row.problem) }
  const values: RecordValues = {}
  const newOrgs = new Map<string, string>()
  const wrong: { column: string; message: Sayable }[] = []
  for (const source of sources) {
    const cell = cellOf(source, row)
    const meaning = meaningOf(source, cell)
    const declared = findField(declaration, source.field)
    if (meaning === '' || declared === undefined) continue
    const result = readMeaning(reading, source, declared, row, cell, meaning)
    if ('message' in result) wrong.push({ column: source.header, message: result.message })
    else if ('newOrg' in result) newOrgs.set(source.field, result.newOrg)
    else values[source.field] = result.value
  }
  const [first] = wrong
  if (first === undefined) return { line: row.line, values: withoutEmptyLists(values), newOrgs }
  return { line: row.line, column: first.column, message: sentenceOf(wrong) }
}

/** All problems of a row in one message, without duplicates: one column may fill several fields. */
function sentenceOf(wrong: readonly { column: string; message: Sayable }[]): Sayable {
  const parts = wrong.map(({ column, message }) =>
    phrase('{{column}}: {{message}}', { column: verbatim(column), message }),
  )
  return joined([...new Map(parts.map((part) => [inEnglish(part), part])).values()], '; ')
}

/** Converts rows to values. The error of an unreadable row names all its invalid cells. */
export async function readRows(
  context: WriteContext,
  sources: readonly Source[],
  rows: readonly FileRow[],
  options: Omit<Reading, 'context' | 'resolved'>,
): Promise<{ read: ReadRow[]; errors: RowError[]; missingOrgs: string[] }> {
  const resolved = await resolveReferences(context, askedReferences(context.declaration, sources, rows))
  const { tally } = options
  const reading = { ...options, context, resolved }
  const read: ReadRow[] = []
  const errors: RowError[] = []
  for (const row of rows) {
    const result = readRow(reading, sources, row)
    if ('values' in result) read.push(result)
    else errors.push(result)
  }
  return { read, errors, missingOrgs: tally === null ? [] : resolved.newNames('orgs') }
}

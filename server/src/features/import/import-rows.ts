import { codeOf, findField, isMappedByCell, statesCode, unmaskFormulas } from '@portal/contract'
import type {
  DecimalMark,
  Declaration,
  Field,
  ImportCell,
  RecordValues,
  ReferenceTarget,
} from '@portal/contract'
import { withoutEmptyLists } from '#records/writing.ts'
import type { WriteContext } from '#records/writing.ts'
import type { Source } from './import-plan.ts'
import { readCell, shown } from './read-cells.ts'
import { resolveReferences } from './resolve-references.ts'
import type { ReferenceIndex } from './resolve-references.ts'

export interface FileRow {
  /** Place among the rows that are not empty. */
  row: number
  /** Number in the sheet, where the header is row 1. */
  line: number
  cells: string[]
  /** Columns whose cells are numbers of a workbook, and no texts that look so. */
  numbers: readonly number[] | null
  /** Why the row is refused as a whole. */
  problem: string | null
}

export interface RowError {
  /** Number in the sheet. */
  line: number
  column?: string
  message: string
}

export interface ReadRow {
  line: number
  values: RecordValues
  /** Fields whose client is not here yet, by the name in the cell. */
  newOrgs: ReadonlyMap<string, string>
}

/** A cell as it was before an export; what it put before formulas comes off again. */
const cellOf = ({ column, value }: Source, { cells }: FileRow) =>
  (column === null ? value : unmaskFormulas((cells[column] ?? '').trim())).trim()

/** What a cell means by the person's own word, else what it says. */
const meaningOf = ({ values }: Source, cell: string) =>
  values !== undefined && Object.hasOwn(values, cell) ? (values[cell] ?? cell) : cell

/** The table whose records a field names, by reference or as a list of people. */
const targetOf = ({ to, staff }: Field): ReferenceTarget | undefined =>
  to ?? (staff === true ? 'users' : undefined)

/** The names in a cell: of a reference one, of a list of people each. */
function namesIn(field: string, declared: Field, meaning: string): string[] {
  if (meaning === '' || declared.type !== 'list') return meaning === '' ? [] : [meaning]
  const answer = readCell(field, declared, meaning)
  return 'value' in answer && Array.isArray(answer.value) ? answer.value.map(String) : []
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

/** Counts cells that are no code or name of ours, for a dry run to tell. */
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

/** Different cells that are told. */
const maxCells = 1_000

/** Cells of two batches, each once with its count. */
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

/**
 * Staff do not see what a client prepares, so that a draft they import would be seen by nobody of the office.
 */
const isHiddenFromStaff = ({ table }: Declaration, field: string, value: unknown) =>
  table === 'permits' && field === 'status' && value === 'DRAFT'

type Read = { value: unknown } | { newOrg: string } | { message: string }

interface Reading {
  context: WriteContext
  decimal: DecimalMark
  currency: string
  resolved: ReferenceIndex
  /** Makes clients that are not here. */
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

/** People named for staff work, each by name, address or pid. */
function readPeople({ resolved }: Reading, source: Source, declared: Field, meaning: string): Read {
  const found = namesIn(source.field, declared, meaning).map((name) => resolved.find('users', name, true))
  const wrong = found.flatMap((each) => ('message' in each ? [each.message] : []))
  if (wrong.length > 0) return { message: wrong.join(', ') }
  return { value: found.flatMap((each) => ('pid' in each ? [each.pid] : [])) }
}

/** A cell as its field reads it. */
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
  // A value for every row is written as amounts are typed on screen, with a point.
  const mark = source.column === null ? 'point' : decimal
  const answer = readCell(source.field, declared, meaning, { decimal: mark, currency, isNumber })
  const isMapped = tally !== null && isMappedByCell(declared)
  if ('value' in answer && isHiddenFromStaff(context.declaration, source.field, answer.value)) {
    tally?.count(source, cell, undefined)
    return {
      message: `${shown(cell)} is what a client prepares, and staff do not see it: choose another status`,
    }
  }
  if (isMapped && !statesCode(declared, meaning))
    tally.count(source, cell, codeOf(source.field, declared, meaning))
  return answer
}

function readRow(reading: Reading, sources: readonly Source[], row: FileRow): ReadRow | RowError {
  const { declaration } = reading.context
  if (row.problem !== null) return { line: row.line, message: row.problem }
  const values: RecordValues = {}
  const newOrgs = new Map<string, string>()
  const wrong: { column: string; message: string }[] = []
  for (const source of sources) {
    const cell = cellOf(source, row)
    const meaning = meaningOf(source, cell)
    const declared = findField(declaration, source.field)
    if (meaning === '' || declared === undefined) continue
    const answer = readMeaning(reading, source, declared, row, cell, meaning)
    if ('message' in answer) wrong.push({ column: source.header, message: answer.message })
    else if ('newOrg' in answer) newOrgs.set(source.field, answer.newOrg)
    else values[source.field] = answer.value
  }
  const [first] = wrong
  if (first === undefined) return { line: row.line, values: withoutEmptyLists(values), newOrgs }
  return { line: row.line, column: first.column, message: sentenceOf(wrong) }
}

/** What is wrong with a row, once each: a column may fill several fields. */
function sentenceOf(wrong: readonly { column: string; message: string }[]): string {
  return [...new Set(wrong.map(({ column, message }) => `${column}: ${message}`))].join('; ')
}

/** Rows as values; of a row that cannot be read every wrong cell is named in one sentence. */
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
    const answer = readRow(reading, sources, row)
    if ('values' in answer) read.push(answer)
    else errors.push(answer)
  }
  return { read, errors, missingOrgs: tally === null ? [] : resolved.newNames('orgs') }
}

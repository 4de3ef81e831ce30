import { readFile, writeFile } from 'node:fs/promises'
import { parseAustinRows, sampleFile } from './austin-rows.ts'
import type { AustinRow } from './austin-rows.ts'
import { toCompanyName } from './company-names.ts'
import { hashOf } from '#domain/seed/random.ts'

/** Maximum number of rows in the sample. */
const maxCount = 3000
/**
 * Number of rows per status among those that no special rule keeps. Statuses without a number are kept
 * completely.
 */
const shares: Readonly<Record<string, number>> = {
  Active: 1450,
  Expired: 150,
  Withdrawn: 70,
  Final: maxCount,
}

interface Candidate {
  row: AustinRow
  line: string
  place: number
}

/** The last day of the file, which becomes today. */
const lastDay = '05/31/2015'
const nonAscii = /[^\p{ASCII}]/u

/** One in ten of the numbers that occur more than once. All rows of such a number are kept, or none. */
function keptDuplicates(rows: readonly AustinRow[]): Set<string> {
  const times = new Map<string, number>()
  for (const { permit_number } of rows) times.set(permit_number, (times.get(permit_number) ?? 0) + 1)
  return new Set(
    [...times].filter(([number, count]) => count > 1 && hashOf(number) % 10 === 0).map(([number]) => number),
  )
}

/** For companies with several spellings, the first row of each spelling. */
function firstOfEachSpelling(rows: readonly AustinRow[]): Set<AustinRow> {
  const spellings = new Map<string, Map<string, AustinRow>>()
  for (const row of rows) {
    const company = toCompanyName(row.contractor_company)
    if (!company) continue
    const known = spellings.get(company.key) ?? new Map<string, AustinRow>()
    if (!known.has(row.contractor_company)) known.set(row.contractor_company, row)
    spellings.set(company.key, known)
  }
  return new Set(
    [...spellings.values()].filter((known) => known.size > 1).flatMap((known) => [...known.values()]),
  )
}

/**
 * Selects the sample. It contains all rows with a rare status, without a status, of the file's last day, with
 * non-ASCII characters or with a description above 1,000 characters; all rows of one in ten duplicate
 * numbers; and the first row of each spelling of a company with several spellings. The rest of each frequent
 * status is filled by a hash of the number. The order of the file is kept.
 */
function choose(candidates: readonly Candidate[]): Candidate[] {
  const rows = candidates.map(({ row }) => row)
  const duplicates = keptDuplicates(rows)
  const spellings = firstOfEachSpelling(rows)
  const isSpecial = ({ row, line }: Candidate) =>
    !(row.status in shares) ||
    row.date_issued === lastDay ||
    nonAscii.test(line) ||
    row.work_description.length > 1000 ||
    duplicates.has(row.permit_number) ||
    spellings.has(row)
  const chosen = candidates.filter(isSpecial)
  const others = candidates
    .filter((candidate) => !isSpecial(candidate))
    .toSorted((a, b) => hashOf(a.line) - hashOf(b.line))
  for (const [status, share] of Object.entries(shares)) {
    chosen.push(
      ...others
        .filter(({ row }) => row.status === status)
        .slice(0, Math.max(0, Math.min(share, maxCount - chosen.length))),
    )
  }
  return chosen.toSorted((a, b) => a.place - b.place)
}

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('Give the file of all rows: node server/src/app/seed/take-sample.ts <file.csv>')
  process.exitCode = 1
} else {
  const csv = await readFile(source, 'utf8')
  const [header = '', ...lines] = csv.split('\n').filter((line) => line !== '')
  const candidates = parseAustinRows(csv).map((row, index) => ({
    row,
    place: index,
    line: lines[index] ?? '',
  }))
  const chosen = choose(candidates)
  await writeFile(sampleFile, `${[header, ...chosen.map(({ line }) => line)].join('\n')}\n`)
  console.log(`${chosen.length} of ${candidates.length} rows kept`)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const cell = z.string().transform((text) => text.normalize('NFC').trim())

/** One row of the Austin file, with unchanged cells. An empty cell is an empty string. */
export const AustinRow = z.object({
  permit_number: cell,
  sub_type: cell,
  work_type: cell,
  permit_location: cell,
  date_issued: cell,
  work_description: cell,
  status: cell,
  contractor_company: cell,
  contractor_city: cell,
  contractor_state: cell,
  contractor_postal: cell,
  total_existing_bldg_footage: cell,
  total_new_add_footage: cell,
  total_valuation_remodel: cell,
  total_job_valuation: cell,
  remodel_repair_footage: cell,
  number_of_units: cell,
  usage_category: cell,
  legal_description: cell,
  lat: cell,
  lng: cell,
})
export type AustinRow = z.infer<typeof AustinRow>

/** The sample in the repository; see data/austin/README.md. */
export const sampleFile = join(
  import.meta.dirname,
  '../../../data/austin/construction-permits-2015-sample.csv',
)

/** Parses a CSV with the columns of the Austin file (RFC 4180, with a header row). */
export function parseAustinRows(csv: string): AustinRow[] {
  return z.array(AustinRow).parse(parse(csv, { columns: true, bom: true, skip_empty_lines: true }))
}

export async function readSample(file = sampleFile): Promise<AustinRow[]> {
  return parseAustinRows(await readFile(file, 'utf8'))
}

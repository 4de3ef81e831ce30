import { ImportReading, invalid, refusalOf, phrase } from '@portal/contract'
import type { ImportMapping, ImportValues } from '@portal/contract'
import { parseMapping, parseValues } from './import-plan.ts'

/** The form fields of an import. */
export interface ImportForm {
  dryRun: boolean
  mapping: ImportMapping | null
  values: ImportValues | null
  /** Collections whose records are created when a row names a missing one. */
  createMissing: readonly string[]
  reading: ImportReading
}

const readingFields = Object.keys(ImportReading.shape)
const formFields: ReadonlySet<string> = new Set([
  'dryRun',
  'mapping',
  'values',
  'createMissing',
  ...readingFields,
])

/** Only clients can be created by an import of other records. */
function parseCreateMissing(text: string | undefined): string[] {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => name !== 'orgs')
  if (wrong !== undefined)
    throw invalid(
      'createMissing',
      'unknown-collection',
      phrase('createMissing accepts orgs only, not {{wrong}}', { wrong: wrong.slice(0, 100) }),
    )
  return names
}

/** How the file is to be read, as the person chose. Empty fields are ignored. */
function parseReading(fields: ReadonlyMap<string, string>): ImportReading {
  const said = readingFields.flatMap((name): [string, string][] => {
    const text = fields.get(name)?.trim() ?? ''
    return text === '' ? [] : [[name, text]]
  })
  const parsed = ImportReading.safeParse(Object.fromEntries(said))
  if (!parsed.success) throw refusalOf(parsed.error, '')
  return parsed.data
}

/** The form fields of an import. Throws 400 for an unknown or invalid one. */
export function parseImportForm(fields: ReadonlyMap<string, string>): ImportForm {
  const unknown = [...fields.keys()].find((name) => !formFields.has(name))
  if (unknown !== undefined)
    throw invalid(
      unknown,
      'unknown-field',
      phrase('there is no field {{unknown}} in an import', { unknown: unknown.slice(0, 100) }),
    )
  const dryRun = fields.get('dryRun')
  if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false')
    throw invalid('dryRun', 'wrong-type', 'dryRun must be true or false')
  return {
    dryRun: dryRun === 'true',
    mapping: parseMapping(fields.get('mapping')),
    values: parseValues(fields.get('values')),
    createMissing: parseCreateMissing(fields.get('createMissing')),
    reading: parseReading(fields),
  }
}

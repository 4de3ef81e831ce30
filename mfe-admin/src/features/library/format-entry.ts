import type { FileEntry } from '@portal/contract/library-file'
import { t } from './texts.ts'

/** Names that rules refer to by code. */
interface EntryNames {
  agency: (code: string) => string
  permitType: (code: string) => string
}

/** The name of an entry: rules are named by agency and type. */
export function entryName({ part, key, label }: FileEntry, names: EntryNames): string {
  if (part === 'clientConditions') return t('part_clientConditions')
  if (part !== 'rules') return label
  const [agency = '*', permitType = '*'] = key.split(' ')
  const parts = [
    agency === '*' ? t('everyAgency') : names.agency(agency),
    permitType === '*' ? t('everyType') : names.permitType(permitType),
  ]
  return parts.join(' · ')
}

const properties = [
  'label',
  'labelEs',
  'category',
  'authorities',
  'retired',
  'validDays',
  'name',
  'shortCode',
  'region',
  'portalLink',
  'phone',
  'email',
  'officeHours',
  'remarks',
  'calendar',
  'permitTypes',
  'shownWhen',
  'requiredWhen',
  'required',
  'optional',
  'conditions',
  'fees',
  'text',
  'kind',
  'severity',
  'codes',
  'fields',
  'statuses',
  'intervalMinutes',
  'staleAfterDays',
  'discovers',
] as const

/** A value in one line; null when it has none, such as a map of statuses. */
function formatValue(value: unknown): string | null {
  if (value === null || value === '') return t('empty')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return null
  return value.length === 0 ? t('empty') : value.map(String).join(', ')
}

/** A changed property: `Name: Sign → Banner`. */
export function formatEntryChange({ field, from, to }: FileEntry['changes'][number]): string {
  const known = properties.find((name) => name === field)
  const name = known === undefined ? field : t(`property_${known}`)
  const [before, after] = [formatValue(from), formatValue(to)]
  return before === null || after === null
    ? t('changedProperty', { name })
    : t('changedFrom', { name, from: before, to: after })
}

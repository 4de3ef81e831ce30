import type { FileEntry } from '@portal/contract/library-file'
import { RuleCondition, collections, screenLabel, screenLabelOf } from '@portal/contract'
import { t } from './texts.ts'

/** Names that rules refer to by code. */
interface EntryNames {
  agency: (code: string) => string
  permitType: (code: string) => string
  condition: (condition: RuleCondition) => string
}

/** The name of an entry: rules are named by agency, type and condition, which their key ends with. */
export function entryName({ part, key, label, labelEs }: FileEntry, names: EntryNames): string {
  if (part === 'clientConditions') return t('part_clientConditions')
  if (part !== 'rules') return screenLabelOf(label, labelEs)
  const [agency = '*', permitType = '*', ...when] = key.split(' ')
  const condition = when.length === 0 ? {} : RuleCondition.parse(JSON.parse(when.join(' ')))
  const parts = [
    agency === '*' ? t('everyAgency') : names.agency(agency),
    permitType === '*' ? t('everyType') : names.permitType(permitType),
    names.condition(condition),
  ]
  return parts.filter((name) => name !== '').join(' · ')
}

const properties = [
  'label',
  'labelEs',
  'unitEs',
  'optionsEs',
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
  'channels',
  'submissionLink',
  'submissionEmail',
  'counterAddress',
  'mailingAddress',
  'numberPattern',
  'numberExample',
  'calendar',
  'permitTypes',
  'shownWhen',
  'requiredWhen',
  'required',
  'optional',
  'conditions',
  'fees',
  'when',
  'amounts',
  'departments',
  'expectedDays',
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

const { options: channels = [] } = collections.authorities.fields.channels
/** Ways to submit have names. Other codes in a list are those of types and documents. */
function formatMember(field: string, member: unknown): string {
  const channel = field === 'channels' ? channels.find(({ code }) => code === member) : undefined
  return channel === undefined ? String(member) : screenLabel(channel.label)
}

/** A value in one line; null when it has none, such as a map of statuses or the steps of a fee. */
function formatValue(field: string, value: unknown): string | null {
  if (value === null || value === '') return t('empty')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!Array.isArray(value) || value.some((member) => typeof member === 'object')) return null
  return value.length === 0 ? t('empty') : value.map((member) => formatMember(field, member)).join(', ')
}

/** A changed property: `Name: Sign → Banner`. */
export function formatEntryChange({ field, from, to }: FileEntry['changes'][number]): string {
  const known = properties.find((name) => name === field)
  const name = known === undefined ? field : t(`property_${known}`)
  const [before, after] = [formatValue(field, from), formatValue(field, to)]
  return before === null || after === null
    ? t('changedProperty', { name })
    : t('changedFrom', { name, from: before, to: after })
}

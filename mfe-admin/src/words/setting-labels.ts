import { CollectionName, Role, libraryParts, officeFactNames, retentionNames } from '@portal/contract'
import type { LibraryPart, SettingPath } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { t } from '../texts.ts'
import { collectionLabel, moduleName, pageName } from './names.ts'

const columnProperties = {
  label: 'columnLabel',
  labelEs: 'columnLabelEs',
  is_visible: 'shownByDefault',
  table_view: 'inTables',
  masked: 'forClients',
} as const

function roleWords(role: string): string {
  const known = Role.safeParse(role)
  return known.success ? t(known.data) : role
}

function columnWords([collection = '', name = '', property]: SettingPath): string {
  const known = CollectionName.safeParse(collection)
  const where = known.success ? collectionLabel(known.data) : collection
  if (property === undefined) return t('setting_columnOrder', { collection: where })
  const shown = Object.entries(columnProperties).find(([key]) => key === property)?.[1]
  return t('setting_column', {
    collection: where,
    column: name,
    property: shown === undefined ? property : t(shown),
  })
}

/**
 * The path in a field of the history, such as `columns.permits.custom.mood.label`. Names of columns may
 * contain a dot.
 */
export function settingPath(field: string): SettingPath {
  const [head = '', ...rest] = field.split('.')
  const property = rest.at(-1)
  if (head !== 'columns' || rest.length < 3 || property === undefined) return [head, ...rest]
  return [head, rest[0] ?? '', rest.slice(1, -1).join('.'), property]
}

const settingNames = ['secondApproval', ...officeFactNames] as const
const calendarNames = ['hours', 'holidays', 'closedDays', 'agencies'] as const
const limitNames = ['uploadBytes', 'bulkRecords', 'organizationBytes', 'officeBytes'] as const

/** The label of a setting, with its place in the form. */
export function settingLabel([head = '', ...rest]: SettingPath): string {
  if (head === 'settings') return t(settingNames.find((settingName) => settingName === rest[0]) ?? 'emailIds')
  if (head === 'columns') return columnWords(rest)
  if (head === 'roles') {
    const [role = '', kind, key = ''] = rest
    return kind === 'modules'
      ? t('setting_module', { role: roleWords(role), module: moduleName(key) })
      : t('setting_page', { role: roleWords(role), page: pageName(key) })
  }
  if (head === 'limits') {
    const name = limitNames.find((limitName) => limitName === rest[0])
    return name === undefined ? [head, ...rest].join(' ') : t(name)
  }
  if (head === 'retention') {
    const name = retentionNames.find((retentionName) => retentionName === rest[0])
    return name === undefined ? [head, ...rest].join(' ') : t('setting_retention', { name: t(name) })
  }
  if (head === 'workingCalendar') {
    const name = calendarNames.find((calendarName) => calendarName === rest[0])
    return name === undefined ? [head, ...rest].join(' ') : t(`calendar_${name}`)
  }
  if (head === 'packages') return t('secondPerson')
  if (head === 'callbacks') return t('callbacks')
  const part = ([...libraryParts, 'attributes'] as const).find((each) => each === head)
  if (part !== undefined) return libraryWords(part, rest)
  if (head === 'timeZone') return t('officeZone')
  return head === 'currency' ? t('currency') : [head, ...rest].join(' ')
}

const typeProperties = [
  'label',
  'labelEs',
  'category',
  'authorities',
  'retired',
  'unit',
  'permitTypes',
  'shownWhen',
  'requiredWhen',
] as const

/** A property of a permit type, document type, fee or detail, by its code. */
function libraryWords(part: LibraryPart | 'attributes', [code = '', property]: readonly string[]): string {
  const known = typeProperties.find((name) => name === property)
  return t(`setting_${part}`, { code, property: known === undefined ? (property ?? '') : t(`type_${known}`) })
}

const gigabyte = 1024 ** 3

/** A size in the unit used in the form: whole gigabytes if possible, otherwise megabytes. */
function sizeWords(bytes: number): string {
  return bytes % gigabyte === 0
    ? t('gigabytes', { count: bytes / gigabyte })
    : t('megabytes', { count: Math.round((bytes / 1024 ** 2) * 10) / 10 })
}

/** The value of a setting as text. */
export function formatValue(path: SettingPath, value: unknown): string {
  if (value === null || value === undefined) return t('nothingThere')
  if (path[0] === 'retention' && typeof value === 'number')
    return value === 0 ? t('forEver') : t('days', { count: value })
  if (typeof value === 'number')
    return path.at(-1)?.endsWith('Bytes') === true ? sizeWords(value) : formatNumber(value)
  if (typeof value === 'boolean') {
    // The setting is named `masked`, but the text says whether clients see the column.
    if (path[0] === 'columns' && path.at(-1) === 'masked') return t(value ? 'no' : 'yes')
    if (path.includes('modules')) return t(value ? 'on' : 'off')
    if (path.includes('pages')) return t(value ? 'open' : 'closed')
    return t(value ? 'yes' : 'no')
  }
  if (Array.isArray(value))
    return value.length === 0
      ? t('emailIdsNone')
      : value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')
  if (value === '') return t('nothingThere')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

import { Configuration, officeFactNames } from './configuration.ts'
import type { ColumnConfig } from './configuration.ts'

/**
 * Path of one setting, for example `['roles', 'team', 'pages', '/mail']` or `['columns', 'permits', 'title',
 * 'label']`.
 */
export type SettingPath = readonly string[]

export interface ConfigurationChange {
  path: SettingPath
  /** The path as text, for history and keys. */
  field: string
  from: unknown
  to: unknown
}

interface Setting {
  path: SettingPath
  value: unknown
}

const keyOf = (path: SettingPath) => path.join('.')
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function columnSettings(collection: string, columns: readonly ColumnConfig[]): Setting[] {
  const root = ['columns', collection]
  const each = columns.flatMap(({ name, ...properties }) =>
    Object.entries(properties).map(([property, value]): Setting => ({
      path: [...root, name, property],
      value,
    })),
  )
  return [...each, { path: [...root, 'order'], value: columns.map(({ name }) => name) }]
}

/**
 * All settings that can be changed individually. A list that only has a meaning as a whole (addresses,
 * callbacks) is one setting. The version is not a setting.
 */
function settingsIn({
  settings,
  roles,
  columns,
  callbacks,
  limits,
  retention,
  packages,
  currency,
  timeZone,
  workingCalendar,
}: Configuration): Map<string, Setting> {
  const list: Setting[] = [
    { path: ['settings', 'emailIds'], value: settings.emailIds },
    { path: ['settings', 'secondApproval'], value: settings.secondApproval },
    ...officeFactNames.map((name): Setting => ({ path: ['settings', name], value: settings[name] })),
    { path: ['currency'], value: currency },
    { path: ['timeZone'], value: timeZone },
    ...Object.entries(limits).map(([name, value]): Setting => ({ path: ['limits', name], value })),
    ...Object.entries(retention).map(([name, value]): Setting => ({ path: ['retention', name], value })),
    ...Object.entries(workingCalendar).map(([name, value]): Setting => ({
      path: ['workingCalendar', name],
      value,
    })),
    ...Object.entries(packages).map(([name, value]): Setting => ({ path: ['packages', name], value })),
    ...Object.entries(callbacks).map(([name, value]): Setting => ({ path: ['callbacks', name], value })),
    ...Object.entries(roles).flatMap(([role, { pages, modules }]) => [
      ...Object.entries(pages).map(([path, value]): Setting => ({
        path: ['roles', role, 'pages', path],
        value,
      })),
      ...Object.entries(modules).map(([name, value]): Setting => ({
        path: ['roles', role, 'modules', name],
        value,
      })),
    ]),
    ...Object.entries(columns).flatMap(([collection, list]) => columnSettings(collection, list)),
  ]
  return new Map(list.map((setting) => [keyOf(setting.path), setting]))
}

/** The differences by setting; empty when the configurations differ at most in their version. */
export function configurationChanges(before: Configuration, after: Configuration): ConfigurationChange[] {
  const [old, now] = [settingsIn(before), settingsIn(after)]
  return [...new Map([...old, ...now])].flatMap(([field, { path }]) => {
    const [from, to] = [old.get(field)?.value ?? null, now.get(field)?.value ?? null]
    return isSame(from, to) ? [] : [{ path, field, from, to }]
  })
}

function setColumn(columns: ColumnConfig[], [name, property]: SettingPath, value: unknown): void {
  if (property === undefined) {
    const order = Array.isArray(value) ? value : []
    columns.sort((a, other) => order.indexOf(a.name) - order.indexOf(other.name))
    return
  }
  const column = columns.find((column) => column.name === name)
  if (column === undefined) return
  if (value === null) Reflect.deleteProperty(column, property)
  else Reflect.set(column, property, value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A copy of the configuration with one changed setting; null removes a switch or a property of a column.
 * Throws ZodError for an invalid value.
 */
export function withSetting(config: Configuration, path: SettingPath, value: unknown): Configuration {
  const copy = structuredClone(config)
  const [head, collection = '', ...rest] = path
  if (head === 'columns') {
    const columns = Object.entries(copy.columns).find(([name]) => name === collection)?.[1]
    if (columns !== undefined) setColumn(columns, rest, value)
    return Configuration.parse(copy)
  }
  let place: unknown = copy
  for (const step of path.slice(0, -1)) place = isObject(place) ? Reflect.get(place, step) : undefined
  if (isObject(place)) {
    if (value === null) Reflect.deleteProperty(place, path.at(-1) ?? '')
    else Reflect.set(place, path.at(-1) ?? '', value)
  }
  return Configuration.parse(copy)
}

/** A setting that two people changed to different values, starting from the same configuration. */
export interface ConfigurationConflict {
  path: SettingPath
  field: string
  mine: unknown
  theirs: unknown
}

export interface ConfigurationMerge {
  /**
   * Their configuration plus the changes that only I made. Where both changed a setting, their value is kept.
   */
  merged: Configuration
  conflicts: ConfigurationConflict[]
  /** Changes that only they made. */
  others: ConfigurationChange[]
}

/** Merges two edits of the same configuration. `current` is their saved edit and determines the version. */
export function mergeConfigurations(
  base: Configuration,
  mine: Configuration,
  current: Configuration,
): ConfigurationMerge {
  const theirs = new Map(configurationChanges(base, current).map((change) => [change.field, change]))
  const own = configurationChanges(base, mine)
  const conflicts = own.flatMap(({ path, field, to }) => {
    const other = theirs.get(field)
    return other === undefined || isSame(other.to, to) ? [] : [{ path, field, mine: to, theirs: other.to }]
  })
  const names = new Set(own.map(({ field }) => field))
  return {
    merged: own
      .filter(({ field }) => !theirs.has(field))
      .reduce((config, { path, to }) => withSetting(config, path, to), current),
    conflicts,
    others: [...theirs.values()].filter(({ field }) => !names.has(field)),
  }
}

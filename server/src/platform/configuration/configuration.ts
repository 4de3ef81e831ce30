import {
  Configuration,
  initialConfiguration,
  isAdministrator,
  labelOfCode,
  withSuperadminAccess,
} from '@portal/contract'
import type { Actor, AddedField, ColumnConfig, ConfigurationView, roles } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'
import { findStored, findVersion, insertIfAbsent } from './configuration.queries.ts'
import { listAddedFields, rememberAddedFields, withColumns, withMasks } from './added-fields.ts'
import { withDetailHeadings } from './detail-headings.ts'
import { callbacksFor, columnsFor } from './visible-columns.ts'

/** The label that a column had before its declaration named one: its name in sentence case. */
const formerLabel = (name: string) => labelOfCode(name.replaceAll(/([A-Z])/g, '_$1'))

/**
 * Stored columns, followed by columns that this release declares and the stored configuration lacks. The
 * label of a release is stored too: a column that nobody renamed has the label of this release.
 */
function completeColumns(
  stored: Configuration['columns'],
  initial: Configuration['columns'],
): Configuration['columns'] {
  const merged = Object.entries(initial).map(([collection, columns]): [string, ColumnConfig[]] => {
    const kept = Object.entries(stored).find(([name]) => name === collection)?.[1] ?? []
    // The column of a removed field is left out until the field is restored.
    const known = new Set(columns.map((column) => column.name))
    const own = kept.filter(({ name }) => !name.startsWith('custom.') || known.has(name))
    const names = new Set(own.map((column) => column.name))
    const labels = new Map(columns.map(({ name, label }) => [name, label]))
    const named = own.map((column) =>
      column.label === formerLabel(column.name)
        ? { ...column, label: labels.get(column.name) ?? column.label }
        : column,
    )
    return [collection, [...named, ...columns.filter((column) => !names.has(column.name))]]
  })
  return Configuration.shape.columns.parse({ ...stored, ...Object.fromEntries(merged) })
}

/** The stored configuration with every key this release knows and a column for every added field. */
export function completeConfiguration(stored: unknown, added: readonly AddedField[]): Configuration {
  const initial = withColumns(initialConfiguration(), added)
  const config = Configuration.parse({ ...initial, ...(typeof stored === 'object' ? stored : {}) })
  const completeRole = (role: (typeof roles)[number]) => ({
    pages: { ...initial.roles[role].pages, ...config.roles[role].pages },
    modules: { ...initial.roles[role].modules, ...config.roles[role].modules },
  })
  return withSuperadminAccess({
    ...config,
    columns: withMasks(completeColumns(config.columns, initial.columns), added),
    roles: {
      superadmin: completeRole('superadmin'),
      admin: completeRole('admin'),
      team: completeRole('team'),
      client: completeRole('client'),
    },
  })
}

/** The whole current configuration, for use in the server. */
export async function currentConfiguration(deps: PlatformDeps): Promise<Configuration> {
  return configurationAt(deps, await findVersion(deps.database))
}

/** The configuration for the version that was just read; null means that no configuration is stored yet. */
export async function configurationAt(deps: PlatformDeps, version: number | null): Promise<Configuration> {
  // The version is read for every use, so a change made by another server applies immediately.
  const known = deps.memory.configuration
  if (known !== undefined && known.version === version) return known
  if (version === null) await insertIfAbsent(deps.database.kysely, initialConfiguration(), deps.clock.now())
  const added = await listAddedFields(deps.database.kysely)
  const config = completeConfiguration(await findStored(deps.database.kysely), added)
  const [{ library }] = await Promise.all([deps.permitLibrary.refresh(), deps.statusMap.refresh()])
  // The added fields are cached first, so that a request that finds this configuration also finds its fields.
  await rememberAddedFields(deps, added, withDetailHeadings(config, library.attributes).columns)
  deps.memory.configuration = config
  return config
}

/**
 * The part of the configuration a role may read. Administrators see everything. Other roles see their own
 * switches and the columns they may read; clients see no addresses. Source: contract.md 4.
 */
export function viewFor(config: Configuration, actor: Actor): ConfigurationView {
  if (isAdministrator(actor.role)) return config
  return {
    ...config,
    settings: { ...config.settings, emailIds: actor.role === 'client' ? [] : config.settings.emailIds },
    roles: { [actor.role]: config.roles[actor.role] },
    columns: columnsFor(actor, config.columns),
    callbacks: callbacksFor(actor, config),
  }
}

/** GET /config. */
export async function getConfiguration(deps: PlatformDeps, actor: Actor): Promise<ConfigurationView> {
  const config = await currentConfiguration(deps)
  return viewFor(withDetailHeadings(config, deps.permitLibrary.current.attributes), actor)
}

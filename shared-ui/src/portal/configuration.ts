import { atom } from 'jotai'
import { ConfigurationView } from '@portal/contract'
import type { CollectionName, ColumnConfig } from '@portal/contract'
import { crud } from '../api/api.ts'
import { roleAtom, userAtom } from '../session/session.ts'
import { storeConfiguration, storedConfiguration } from './stored-configuration.ts'
import type { PortalStore } from './portal-store.ts'

/**
 * The server configuration as this viewer may read it; null until it is loaded. Source: specification.md 4.
 */
export const configurationAtom = atom<ConfigurationView | null>(null)
/** What went wrong when it was loaded; null when nothing did. */
export const configurationErrorAtom = atom<string | null>(null)

/** The configured columns of a collection; empty while nothing is loaded. */
export function columnsIn(
  configuration: ConfigurationView | null,
  collection: CollectionName,
): readonly ColumnConfig[] {
  return configuration?.columns[collection] ?? []
}

/** ISO code of the currency all amounts are in. */
export const currencyAtom = atom((get) => get(configurationAtom)?.currency ?? 'USD')

/** The load that is under way, by store. */
const underWay = new WeakMap<PortalStore, Promise<void>>()

/** Resolves when no load of the configuration is under way any more. */
export const configurationLoaded = (store: PortalStore): Promise<void> =>
  underWay.get(store) ?? Promise.resolve()

/**
 * Loads the configuration into the store; a failure is kept in words and leaves what was there, or brings
 * what this browser was told last for the same role.
 */
export function loadConfiguration(store: PortalStore): Promise<void> {
  const load = fetchConfiguration(store).finally(() => {
    if (underWay.get(store) === load) underWay.delete(store)
  })
  underWay.set(store, load)
  return load
}

/**
 * Whether the configuration in the store is of this version and gives the person the pages and modules they
 * came with.
 */
export function isInForce(store: PortalStore, version: number): boolean {
  const [configuration, user, role] = [store.get(configurationAtom), store.get(userAtom), store.get(roleAtom)]
  if (configuration?.version !== version || user === null || role === null) return false
  const { pages, modules } = configuration.roles[role] ?? {}
  return isSame(pages, user.pages) && isSame(modules, user.modules)
}

const sorted = (switches: Readonly<Record<string, boolean>> | undefined) =>
  JSON.stringify(Object.entries(switches ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)))
const isSame = (...[one, other]: Parameters<typeof sorted>[0][]) => sorted(one) === sorted(other)

async function fetchConfiguration(store: PortalStore): Promise<void> {
  const role = store.get(roleAtom)
  try {
    const configuration = await crud({ apiPath: '/config', method: 'GET' }, ConfigurationView)
    store.set(configurationAtom, configuration)
    store.set(configurationErrorAtom, null)
    if (role !== null) storeConfiguration(role, configuration)
  } catch (error) {
    if (role !== null && store.get(configurationAtom) === null)
      store.set(configurationAtom, storedConfiguration(role))
    store.set(
      configurationErrorAtom,
      error instanceof Error && error.message !== '' ? error.message : 'Failed to fetch server config',
    )
  }
}

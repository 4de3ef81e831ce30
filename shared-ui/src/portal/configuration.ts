import { atom } from 'jotai'
import { ConfigurationView } from '@portal/contract'
import type { CollectionName, ColumnConfig } from '@portal/contract'
import { crud } from '../api/api.ts'
import { t } from '../api/texts.ts'
import { roleAtom, userAtom } from '../session/session.ts'
import { storeConfiguration, storedConfiguration } from './stored-configuration.ts'
import type { PortalStore } from './portal-store.ts'

/** The server configuration visible to this viewer; null until it is loaded. Source: specification.md 4. */
export const configurationAtom = atom<ConfigurationView | null>(null)
/** Why the last load failed; null if it succeeded. */
export const configurationErrorAtom = atom<string | null>(null)

/** The configured columns of a collection; empty until the configuration is loaded. */
export function columnsIn(
  configuration: ConfigurationView | null,
  collection: CollectionName,
): readonly ColumnConfig[] {
  return configuration?.columns[collection] ?? []
}

/** ISO code of the currency of all amounts. */
export const currencyAtom = atom((get) => get(configurationAtom)?.currency ?? 'USD')

/** The pending load of each store. */
const underWay = new WeakMap<PortalStore, Promise<void>>()

/** Resolves when no load of the configuration is pending. */
export const configurationLoaded = (store: PortalStore): Promise<void> =>
  underWay.get(store) ?? Promise.resolve()

/**
 * Loads the configuration into the store. On failure the error text is stored, and the current configuration
 * is kept; if there is none, the copy that this browser saved for the same role is used.
 */
export function loadConfiguration(store: PortalStore): Promise<void> {
  const load = fetchConfiguration(store).finally(() => {
    if (underWay.get(store) === load) underWay.delete(store)
  })
  underWay.set(store, load)
  return load
}

/**
 * True if the configuration in the store has this version and matches the pages and modules in the user's
 * session.
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
      error instanceof Error && error.message !== '' ? error.message : t('noConfiguration'),
    )
  }
}

import { atom } from 'jotai'
import { ConfigurationView } from '@portal/contract'
import type { CollectionName, ColumnConfig } from '@portal/contract'
import { crud } from '../api/api.ts'
import { roleAtom } from '../session/session.ts'
import { keepConfiguration, keptConfiguration } from './kept-configuration.ts'
import type { PortalStore } from './portal-store.ts'

/** The server configuration as this viewer may read it; null until it is loaded. Source: spec.txt section 4. */
export const configurationAtom = atom<ConfigurationView | null>(null)
/** What went wrong when it was loaded; null when nothing did. */
export const configurationErrorAtom = atom<string | null>(null)

/** The configured columns of a collection; empty while nothing is loaded. */
export function columnsIn(configuration: ConfigurationView | null, collection: CollectionName): readonly ColumnConfig[] {
  return configuration?.columns[collection] ?? []
}

/** ISO code of the currency all amounts are in. */
export const currencyAtom = atom((get) => get(configurationAtom)?.currency ?? 'USD')

/**
 * Loads the configuration into the store; a failure is kept in words and leaves what was there, or brings what this browser was told last
 * for the same role.
 */
export async function loadConfiguration(store: PortalStore): Promise<void> {
  const role = store.get(roleAtom)
  try {
    const configuration = await crud({ apiPath: '/config', method: 'GET' }, ConfigurationView)
    store.set(configurationAtom, configuration)
    store.set(configurationErrorAtom, null)
    if (role !== null) keepConfiguration(role, configuration)
  } catch (error) {
    if (role !== null && store.get(configurationAtom) === null) store.set(configurationAtom, keptConfiguration(role))
    store.set(configurationErrorAtom, error instanceof Error && error.message !== '' ? error.message : 'Failed to fetch server config')
  }
}

import { screenLanguage } from '@portal/contract'
import type { AppEntry, PanelDeclaration, RemoteManifest } from '@portal/contract'
import type { PanelOffer } from '@portal/shared-ui'

/** Stands for all apps where remotes have their name. No remote can have it. */
const owner = 'third-party-app'
/** A puzzle piece. */
const icon =
  'M20.5 11H19V7a2 2 0 0 0-2-2h-4V3.5a2.5 2.5 0 0 0-5 0V5H4a2 2 0 0 0-2 2v3.8h1.5a2.7 2.7 0 0 1 0 5.4H2V20a2 2 0 0 0 2 2h3.8v-1.5a2.7 2.7 0 0 1 5.4 0V22H17a2 2 0 0 0 2-2v-4h1.5a2.5 2.5 0 0 0 0-5z'

/** Where an app is shown. */
export interface AppPlace {
  pid: string
  /** The record of a tab; null on a page. */
  record: { collection: string; pid: string } | null
}

export const appNameOf = ({ name }: Pick<AppEntry, 'name'>): string => name[screenLanguage()]

/** The manifest of the pages of apps, after all others in the menu. None when no app has a page. */
export function appManifests(apps: readonly AppEntry[]): RemoteManifest[] {
  const pages = apps.filter(({ page }) => page)
  if (pages.length === 0) return []
  const routes = pages.map((app, place): RemoteManifest['routes'][number] => ({
    path: `/apps/${app.pid}`,
    guard: 'auth',
    layout: 'mail',
    menu: { label: appNameOf(app), icon, order: 10_000 + place },
  }))
  return [{ name: owner, owner: '', contract: '*', routes, panels: [], collections: [], apis: [] }]
}

/** The tabs of apps on records of a collection. */
export function appOffers(
  slot: PanelDeclaration['slot'],
  collection: string | undefined,
  apps: readonly AppEntry[],
): PanelOffer[] {
  if (slot !== 'record.tab') return []
  return apps
    .filter(({ collections }) => collections.some((name) => name === collection))
    .map((app, place) => ({
      remote: owner,
      panel: {
        slot,
        collections: [...app.collections],
        id: app.pid,
        label: appNameOf(app),
        order: 10_000 + place,
        expose: `./${app.pid}`,
      },
    }))
}

/** The pid of the app that offers a panel; null for a panel of a remote. */
export const appOf = ({ remote, panel }: PanelOffer): string | null => (remote === owner ? panel.id : null)

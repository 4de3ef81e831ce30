/** Tabs of the settings in order. The map is one of them and has an address of its own. */
export const settingsTabs = ['general', 'roles', 'modules', 'columns', 'permit-status-map'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const usersPath = '/users'
export const settingsPath = '/settings'
export const statusMapPath = '/settings/permit-status-map'

/**
 * Tabs of the users' page in order. Which one shows stands in the address as `show`: `tab` is that of the
 * open record.
 */
export const usersTabs = ['people', 'requests', 'invitations', 'audit'] as const
export type UsersTab = (typeof usersTabs)[number]

/** Address of a tab of the users' page, with what narrows it. */
export function usersTabPath(tab: UsersTab, narrowing: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(tab === 'people' ? {} : { show: tab }), ...narrowing })
  if (!query.has('page')) query.set('page', '1')
  return `${usersPath}?${query.toString()}`
}

/** The tab an address shows; an unknown one shows the people. */
export function usersTabAt(search: URLSearchParams): UsersTab {
  return usersTabs.find((tab) => tab === search.get('show')) ?? 'people'
}

/** Address of a person's record, at one of its tabs. */
export function personPath(pid: string, tab?: string): string {
  return usersTabPath('people', { record: pid, ...(tab !== undefined && { tab }) })
}

/** The page an address asks for; anything that is none is the first. */
export function pageAt(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1
}

/** Address of a tab of the settings. */
export function settingsTabPath(tab: SettingsTab): string {
  if (tab === 'permit-status-map') return statusMapPath
  return tab === 'general' ? settingsPath : `${settingsPath}?tab=${tab}`
}

/** The tab an address shows; an unknown one shows the first. */
export function settingsTabAt(pathname: string, search: URLSearchParams): SettingsTab {
  if (pathname.startsWith(statusMapPath)) return 'permit-status-map'
  return settingsTabs.find((tab) => tab === search.get('tab')) ?? 'general'
}

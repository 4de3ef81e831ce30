/** Tabs of the settings in order. The status map is one of them and has its own address. */
export const settingsTabs = [
  'general',
  'roles',
  'modules',
  'columns',
  'permit-status-map',
  'agencies',
  'agency-feeds',
  'permit-types',
  'requirements',
  'library',
  'working-calendar',
  'background-work',
  'delivery',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const usersPath = '/users'
export const settingsPath = '/settings'
export const statusMapPath = '/settings/permit-status-map'
export const agenciesPath = '/settings/agencies'
export const feedsPath = '/settings/agency-feeds'
export const permitTypesPath = '/settings/permit-types'
export const requirementsPath = '/settings/requirements'
export const libraryPath = '/settings/library'
export const backgroundPath = '/settings/background-work'
export const deliveryPath = '/settings/delivery'
/** Pages of single modules. Without a name it leads to the tab of all modules. */
export const modulesPath = '/settings/modules'

/** Tabs of the settings that are pages of their own, outside the configuration. */
export const settingsSubpages = {
  'agency-feeds': feedsPath,
  agencies: agenciesPath,
  'permit-types': permitTypesPath,
  requirements: requirementsPath,
  library: libraryPath,
  'permit-status-map': statusMapPath,
  'background-work': backgroundPath,
  delivery: deliveryPath,
} as const
export type SettingsSubpage = keyof typeof settingsSubpages

export const isSettingsSubpage = (tab: SettingsTab): tab is SettingsSubpage =>
  Object.hasOwn(settingsSubpages, tab)

/**
 * Tabs of the users page in order. The selected one is in the address as `show`, because `tab` is that of the
 * open record.
 */
export const usersTabs = ['people', 'requests', 'invitations', 'audit'] as const
export type UsersTab = (typeof usersTabs)[number]

/** The address of a tab of the users page, with its filters. */
export function usersTabPath(tab: UsersTab, narrowing: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(tab === 'people' ? {} : { show: tab }), ...narrowing })
  if (!query.has('page')) query.set('page', '1')
  return `${usersPath}?${query.toString()}`
}

/** The tab in an address; the users list when it is unknown. */
export function usersTabAt(search: URLSearchParams): UsersTab {
  return usersTabs.find((tab) => tab === search.get('show')) ?? 'people'
}

/** The address of a user's record, optionally at one of its tabs. */
export function personPath(pid: string, tab?: string): string {
  return usersTabPath('people', { record: pid, ...(tab !== undefined && { tab }) })
}

/** The page number in an address; the first page when it is invalid. */
export function pageAt(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1
}

/** The address of the page of one module. */
export const modulePath = (name: string) => `${modulesPath}/${name}`

/** Whether an address is below the tab of modules, which itself has no address of its own. */
export const isModulePath = (pathname: string) =>
  pathname === modulesPath || pathname.startsWith(`${modulesPath}/`)

/** The address of a tab of the settings. */
export function settingsTabPath(tab: SettingsTab): string {
  if (isSettingsSubpage(tab)) return settingsSubpages[tab]
  return tab === 'general' ? settingsPath : `${settingsPath}?tab=${tab}`
}

/** The tab in an address; the first one when it is unknown. */
export function settingsTabAt(pathname: string, search: URLSearchParams): SettingsTab {
  const page = settingsTabs
    .filter(isSettingsSubpage)
    .find((tab) => pathname.startsWith(settingsSubpages[tab]))
  if (page !== undefined) return page
  if (isModulePath(pathname)) return 'modules'
  return settingsTabs.find((tab) => tab === search.get('tab')) ?? 'general'
}

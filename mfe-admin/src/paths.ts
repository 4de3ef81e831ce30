/** Tabs of the settings in order. The map is one of them and has an address of its own. */
export const settingsTabs = ['general', 'roles', 'modules', 'columns', 'permit-status-map'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const usersPath = '/users'
export const settingsPath = '/settings'
export const statusMapPath = '/settings/permit-status-map'

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

import { configurationChanges } from './configuration-changes.ts'
import type { SettingPath } from './configuration-changes.ts'
import type { Configuration } from './configuration.ts'
import type { Role } from './roles.ts'

/**
 * Modules needed to manage users and configuration. If they were disabled, no one could enable them again.
 */
export const superadminModules = ['admin'] as const
/** Pages needed to manage users and configuration. */
export const superadminPages = ['/users', '/settings'] as const

/**
 * Whether only a superadmin may change this setting: office addresses, payment instructions, second approval,
 * retention, and the access of superadmins. Source: S-04, S-12, docs/decisions/0103-retention.md
 */
export function isSuperadminSetting([head, name]: SettingPath): boolean {
  return head === 'settings' || head === 'retention' || (head === 'roles' && name === 'superadmin')
}

/**
 * The changed settings that this role may not change. Shared by Settings and the server, so that both apply
 * the same rule.
 */
export function forbiddenChanges(role: Role, before: Configuration, after: Configuration): string[] {
  if (role === 'superadmin') return []
  return configurationChanges(before, after)
    .filter(({ path }) => isSuperadminSetting(path))
    .map(({ field }) => field)
}

/** The configuration with the switches that superadmins need to administer the portal turned on. */
export function withSuperadminAccess(config: Configuration): Configuration {
  const { pages, modules } = config.roles.superadmin
  const on = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]))
  const superadmin = {
    pages: { ...pages, ...on(superadminPages) },
    modules: { ...modules, ...on(superadminModules) },
  }
  return { ...config, roles: { ...config.roles, superadmin } }
}

/** Paths of the switches in a configuration that would lock superadmins out. */
export function lockedOutSwitches({ roles: { superadmin } }: Configuration): string[] {
  return [
    ...superadminPages
      .filter((path) => superadmin.pages[path] === false)
      .map((path) => `roles.superadmin.pages.${path}`),
    ...superadminModules
      .filter((name) => superadmin.modules[name] === false)
      .map((name) => `roles.superadmin.modules.${name}`),
  ]
}

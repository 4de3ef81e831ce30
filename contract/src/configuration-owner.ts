import { configurationChanges } from './configuration-changes.ts'
import type { SettingPath } from './configuration-changes.ts'
import type { Configuration } from './configuration.ts'
import type { Role } from './roles.ts'

/** Modules that carry users and configuration: without them nobody could open again what was closed. */
export const superadminModules = ['admin'] as const
/** Pages that carry users and configuration. */
export const superadminPages = ['/users', '/settings'] as const

/**
 * Is this setting the superadmin's alone? Office addresses, how clients pay, second approval, and what
 * superadmins may open are. Source: S-04, S-12.
 */
export function isSuperadminSetting([head, name]: SettingPath): boolean {
  return head === 'settings' || (head === 'roles' && name === 'superadmin')
}

/**
 * Fields in which two configurations differ and that this role may not change. Pure, so that Settings and the
 * server agree.
 */
export function forbiddenChanges(role: Role, before: Configuration, after: Configuration): string[] {
  if (role === 'superadmin') return []
  return configurationChanges(before, after)
    .filter(({ path }) => isSuperadminSetting(path))
    .map(({ field }) => field)
}

/** The configuration with what superadmins need to administer the portal switched on, whatever was stored. */
export function withSuperadminAccess(config: Configuration): Configuration {
  const { pages, modules } = config.roles.superadmin
  const on = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]))
  const superadmin = {
    pages: { ...pages, ...on(superadminPages) },
    modules: { ...modules, ...on(superadminModules) },
  }
  return { ...config, roles: { ...config.roles, superadmin } }
}

/** Switches in a configuration that would shut superadmins out, as paths. */
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

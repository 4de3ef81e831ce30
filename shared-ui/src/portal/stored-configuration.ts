import { ConfigurationView } from '@portal/contract'
import type { Role } from '@portal/contract'

const keyOf = (role: Role) => `portal.last-good.configuration.${role}`

/**
 * The configuration that this browser last saved for the role; null if there is none. It cannot be edited: it
 * lacks roles and addresses.
 */
export function storedConfiguration(role: Role): ConfigurationView | null {
  try {
    const text = localStorage.getItem(keyOf(role))
    return text === null ? null : (ConfigurationView.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/**
 * Saves the part of the configuration that screens need to start without the server: columns, callbacks,
 * limits and currency. The rights of roles come only with the session, and addresses are not saved on this
 * device.
 */
export function storeConfiguration(role: Role, configuration: ConfigurationView): void {
  try {
    localStorage.setItem(
      keyOf(role),
      JSON.stringify({ ...configuration, settings: { ...configuration.settings, emailIds: [] }, roles: {} }),
    )
  } catch {
    // Storage may be blocked or full: only the copy is lost.
  }
}

import { ConfigurationView } from '@portal/contract'
import type { Role } from '@portal/contract'

const keyOf = (role: Role) => `portal.last-good.configuration.${role}`

/**
 * What this browser was told last for that role; null when there is nothing to be read. It cannot be edited:
 * roles and addresses are not in it.
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
 * Keeps what screens need of the configuration for a start without it: columns, callbacks, limits, currency.
 * What roles may do comes with the session or not at all, and addresses are nobody's to find here.
 */
export function storeConfiguration(role: Role, configuration: ConfigurationView): void {
  try {
    localStorage.setItem(
      keyOf(role),
      JSON.stringify({ ...configuration, settings: { ...configuration.settings, emailIds: [] }, roles: {} }),
    )
  } catch {
    // Storage may be forbidden or full: only the copy is lost.
  }
}

import { Refusal, isAdministrator } from '@portal/contract'
import type { Actor, OfficeAddressStates } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'
import { currentConfiguration } from './configuration.ts'
import { foldedAddresses, officeAddressFaults, portalDomains } from './office-address-rules.ts'

/**
 * The valid office addresses in lower case, the main one first. An address that was stored before the rules
 * and breaks one remains in the configuration for a superadmin to correct, but gives no access.
 */
export async function officeAddresses(deps: PlatformDeps): Promise<string[]> {
  const { settings } = await currentConfiguration(deps)
  const faults = await officeAddressFaults(deps.database.kysely, deps.environment, settings.emailIds)
  return foldedAddresses(settings.emailIds).filter((address) => !faults.has(address))
}

/**
 * `GET /config/addresses`: the stored office addresses, with the reason for each invalid one. Administrators
 * only (403).
 */
export async function getOfficeAddressStates(deps: PlatformDeps, actor: Actor): Promise<OfficeAddressStates> {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can see the status of office addresses.')
  const { settings } = await currentConfiguration(deps)
  const faults = await officeAddressFaults(deps.database.kysely, deps.environment, settings.emailIds)
  const addresses = settings.emailIds.map((address) => ({
    address,
    fault: faults.get(address.toLowerCase()) ?? null,
  }))
  return { addresses, domains: [...portalDomains(deps.environment)] }
}

/** Logs at the start which stored office addresses are invalid, and why. */
export async function warnOfOfficeAddresses(deps: PlatformDeps): Promise<void> {
  const { settings } = await currentConfiguration(deps)
  const faults = await officeAddressFaults(deps.database.kysely, deps.environment, settings.emailIds)
  const words = {
    person: 'it belongs to a person',
    domain: `it is outside ${portalDomains(deps.environment).join(', ')}`,
  }
  for (const [address, fault] of faults)
    deps.log.warn(
      `The office address ${address} is not in force: ${words[fault]}. A superadmin corrects it in Settings.`,
    )
}

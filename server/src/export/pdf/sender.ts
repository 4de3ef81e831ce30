import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Name, address and e-mail address of the office, without those that are not set. */
export async function senderOf(deps: DomainDeps): Promise<string[]> {
  const { settings } = await currentConfiguration(deps)
  const [email = ''] = await officeAddresses(deps)
  const lines = [
    settings.officeName.trim() || 'Permit office',
    ...settings.officeAddress.split(/\r?\n/),
    email,
  ]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

import { Refusal } from '@portal/contract'
import type { MailAddress, MailIdentity } from '@portal/contract'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { MailDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

const officeName = 'Permit office'

/** Addresses somebody may write from; read before a transaction begins. */
export interface Identities {
  /** Key of the writer's own mailbox. */
  mailbox: string
  own: MailAddress
  office: readonly string[]
}

export async function identitiesOf(deps: MailDeps, { pid, name, email }: SessionUser): Promise<Identities> {
  return { mailbox: pid, own: { name, address: email.toLowerCase() }, office: await officeAddresses(deps) }
}

/**
 * The sender address of a message: the writer's own or one of the office (`settings.emailIds`), given as the
 * address or its mailbox key. Any other is refused. Source: contract.md 6, checklist item 86.
 */
export function identityAmong({ mailbox, own, office }: Identities, asked: string): MailAddress {
  const address = asked.trim().toLowerCase()
  if (asked === mailbox || address === own.address) return own
  if (office.includes(address)) return { name: officeName, address }
  throw new Refusal('forbidden', 'You can send as yourself or as the office, not from this address.')
}

/**
 * All addresses somebody may read and send from: their own first, then the office's, its main address first.
 */
export function listIdentities({ own, office }: Identities): MailIdentity[] {
  const others = [...new Set(office)].filter((address) => address !== own.address)
  return [{ ...own, isOwn: true }, ...others.map((address) => ({ name: officeName, address, isOwn: false }))]
}

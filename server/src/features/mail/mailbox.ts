import { Refusal } from '@portal/contract'
import { officeAddresses } from '#configuration/office-addresses.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../plugins/signed-in.ts'

/**
 * The mailbox a call is about: the caller's own address, or one of the office (`settings.emailIds`), which all staff read.
 * Anybody else's is not found, whether it exists or not. Source: contract.md section 6 and 10.6.
 */
export async function mailboxFor(deps: Deps, viewer: SignedIn, asked: string | undefined): Promise<string> {
  const own = viewer.email.toLowerCase()
  const mailbox = asked?.trim().toLowerCase() ?? own
  if (mailbox === own) return mailbox
  if ((await officeAddresses(deps)).includes(mailbox)) return mailbox
  throw new Refusal('not-found', 'There is no such mailbox.')
}

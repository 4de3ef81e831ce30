import { Refusal } from '@portal/contract'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { MailDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/**
 * Resolves the mailbox of a call: the caller's own, by their address or by default, or one of the office
 * (`settings.emailIds`), which all staff read. Returns its key: the pid of its person, or the office's
 * address in lower case (decision 0035). Any other mailbox is not found, whether it exists or not. Source:
 * contract.md 6 and 10.6.
 */
export async function mailboxFor(
  deps: MailDeps,
  sessionUser: SessionUser,
  asked: string | undefined,
): Promise<string> {
  const named = asked?.trim() ?? sessionUser.pid
  const mailbox = named.toLowerCase()
  if (named === sessionUser.pid || mailbox === sessionUser.email.toLowerCase()) return sessionUser.pid
  if ((await officeAddresses(deps)).includes(mailbox)) return mailbox
  throw new Refusal('not-found', 'Mailbox not found.')
}

import { Refusal, initialConfiguration } from '@portal/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../plugins/signed-in.ts'

const Addresses = z.array(z.string())

/** The addresses of the office, which all staff read: `settings.emailIds` of the configuration now in force. */
async function sharedAddresses(deps: Deps): Promise<string[]> {
  const text = `select config->'settings'->'emailIds' as addresses from configuration where id = 1`
  const [row] = await deps.database.named<{ addresses: unknown }>(text, [])
  return Addresses.parse(row?.addresses ?? initialConfiguration().settings.emailIds)
}

/**
 * The mailbox a call is about: the caller's own address, or one of the office. Anybody else's is not found, whether it exists or not.
 * Source: contract.md section 6 and 10.6.
 */
export async function mailboxFor(deps: Deps, viewer: SignedIn, asked: string | undefined): Promise<string> {
  const own = viewer.email.toLowerCase()
  const mailbox = asked?.trim().toLowerCase() ?? own
  if (mailbox === own) return mailbox
  const shared = await sharedAddresses(deps)
  if (shared.some((address) => address.toLowerCase() === mailbox)) return mailbox
  throw new Refusal('not-found', 'There is no such mailbox.')
}

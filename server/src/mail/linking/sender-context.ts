import { sql } from 'kysely'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import type { MailDeps } from '../deps.ts'
import { domainOf } from './host-owner.ts'
import { isKnownSender } from './links.queries.ts'
import { toRegisteredDomain } from './mail-hints.ts'
import type { OfficeSenders } from './office-senders.ts'
import type { SenderContext } from './mail-hints.ts'
import type { StoredMessage } from '../providers/mail-provider.ts'

/**
 * Names and addresses of the office and its staff are cached this long; a new colleague is known a minute
 * later.
 */
const keptMs = 60_000

async function oursOf(deps: MailDeps): Promise<OfficeSenders> {
  const { database, clock, memory } = deps
  const nowMs = clock.now().getTime()
  const kept = memory.officeSenders
  if (kept !== undefined && nowMs - kept.readAtMs < keptMs) return kept
  const { settings } = await currentConfiguration(deps)
  const { rows } = await sql<{
    name: string
    email: string
  }>`select lower(trim(name)) as name, lower(email) as email from users
    where lower(role) in ('superadmin', 'admin', 'team') and deleted_at is null and email is not null and name is not null limit 10000`.execute(
    database.kysely,
  )
  const domains = [...settings.emailIds, ...rows.map(({ email }) => email)]
    .map(domainOf)
    .filter((domain) => domain !== '')
  const addresses = [...Map.groupBy(rows, ({ name }) => name)].map(
    ([name, people]) => [name, people.map(({ email }) => email)] as const,
  )
  const ours: OfficeSenders = {
    readAtMs: nowMs,
    domains: [...new Set(domains)].map(toRegisteredDomain),
    addresses: new Map(addresses),
  }
  memory.officeSenders = ours
  return ours
}

/**
 * Facts about a message's sender: the domains of the office and its staff, and whether the sender has the
 * name of one of them.
 */
export async function senderContext(
  deps: MailDeps,
  { from, authentication }: StoredMessage,
): Promise<Omit<SenderContext, 'strangeLinks'>> {
  const { domains, addresses } = await oursOf(deps)
  const namesakes = addresses.get(from.name.trim().toLowerCase()) ?? []
  const address = from.address.toLowerCase()
  const isUnproven = authentication !== undefined && authentication.verdict !== 'verified'
  const isKnownAddress = isUnproven && (await isKnownSender(deps.database.kysely, address))
  return {
    ownDomains: domains,
    isKnownAddress,
    isNameOfOurs: namesakes.length > 0 && !namesakes.includes(address),
  }
}

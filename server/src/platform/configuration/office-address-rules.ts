import { Refusal, joined, phrase } from '@portal/contract'
import type { OfficeAddressFault } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { getDomain } from 'tldts'
import type { Tables } from '#platform/database/tables.ts'
import type { Environment } from '#platform/environment/environment.ts'

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
/** The addresses in lower case, without duplicates. */
export const foldedAddresses = (addresses: readonly string[]) => [
  ...new Set(addresses.map((address) => address.toLowerCase())),
]

/**
 * Allowed domains of office addresses: MAIL_DOMAINS, otherwise the domains of PUBLIC_ORIGIN and
 * GRAPH_MAILBOX, otherwise (on loopback) the example domain of a new portal. Source: decision 0035.
 */
export function portalDomains({
  mailDomains,
  publicOrigin,
  graph,
}: Pick<Environment, 'mailDomains' | 'publicOrigin' | 'graph'>): readonly string[] {
  if (mailDomains.length > 0) return mailDomains
  const registered = getDomain(new URL(publicOrigin).hostname, { allowPrivateDomains: true })
  const known = [
    ...(registered === null ? [] : [registered]),
    ...(graph === null ? [] : [domainOf(graph.mailbox)]),
  ]
  return known.length === 0 ? ['portal.example'] : [...new Set(known)]
}

function isInDomains(domains: readonly string[], address: string): boolean {
  const domain = domainOf(address)
  return domains.some((each) => domain === each || domain.endsWith(`.${each}`))
}

/** The addresses (given in lower case) that belong to a person, including disabled and deleted people. */
async function personsAddresses(
  db: Kysely<Tables>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set()
  const { rows } = await sql<{
    email: string
  }>`select distinct lower(email) as email from users where lower(email) = any(${addresses}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ email }) => email))
}

/** The addresses that are not allowed as office addresses, in lower case, with the reason. */
export async function officeAddressFaults(
  db: Kysely<Tables>,
  environment: Environment,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, OfficeAddressFault>> {
  const wanted = foldedAddresses(addresses)
  const [persons, domains] = [await personsAddresses(db, wanted), portalDomains(environment)]
  return new Map(
    wanted.flatMap((address): [string, OfficeAddressFault][] => {
      if (persons.has(address)) return [[address, 'person']]
      return isInDomains(domains, address) ? [] : [[address, 'domain']]
    }),
  )
}

/** Throws 400 if a new office address belongs to a person or is outside the portal's domains. */
export async function requireOfficeAddresses(
  trx: Transaction<Tables>,
  environment: Environment,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const known = new Set(foldedAddresses(before))
  const added = after.filter((address) => !known.has(address.toLowerCase()))
  const faults = await officeAddressFaults(trx, environment, added)
  const errors = added.flatMap((address) => {
    const fault = faults.get(address.toLowerCase())
    if (fault === undefined) return []
    const detail =
      fault === 'person'
        ? phrase(
            '{{address}} belongs to a person. All staff could read their mail. Choose an office address.',
            { address },
          )
        : phrase('{{address}} is outside the portal’s domains ({{domains}}), set in MAIL_DOMAINS.', {
            address,
            domains: portalDomains(environment).join(', '),
          })
    return [{ path: 'body.settings.emailIds', code: fault === 'person' ? 'taken' : 'out-of-range', detail }]
  })
  if (errors.length > 0)
    throw new Refusal('validation-failed', joined(errors.map(({ detail }) => detail)), { errors })
}

/**
 * Whether an address is a stored office address, valid or not. Locks the configuration until the transaction
 * ends, so that an address cannot become an office address and a person's address concurrently.
 */
export async function isOfficeAddress(trx: Kysely<Tables>, address: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
      select 1 from jsonb_array_elements_text(config #> '{settings,emailIds}') as each(address) where lower(each.address) = ${address.toLowerCase()}
    ) as found from (select config from configuration where id = 1 for share) as stored`.execute(trx)
  return rows[0]?.found ?? false
}

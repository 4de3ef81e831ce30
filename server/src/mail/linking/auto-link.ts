import type { Insertable, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'
import type { LinkedMessage } from '../providers/mail-provider.ts'
import type { MailLinkTable } from '../mail.tables.ts'
import {
  findByNumber,
  findContacts,
  findOfThread,
  findOpenPermitsOf,
  findOrganization,
  insertLink,
  isKnownSender,
} from './links.queries.ts'

/** Reference numbers of records: `PM-2026-000123`. */
const numberPattern = /\b[A-Z]{2,4}-\d{4}-\d{6}\b/gi
/** A message with more numbers is a list of permits and is not linked. */
const maxLinks = 10
/** When the contact has more open permits, none is offered. */
const maxOfferedPermits = 5
/** Number of characters searched for numbers. */
const readLength = 200_000

/** The distinct reference numbers in a message; empty when there are more than `mostLinks`. */
export function numbersIn(subject: string, text: string): string[] {
  const words = `${subject.slice(0, readLength)} ${text.slice(0, readLength)}`
  const numbers = new Set([...words.matchAll(numberPattern)].map(([number]) => number.toUpperCase()))
  return numbers.size <= maxLinks ? [...numbers] : []
}

/**
 * Links a message to the records whose numbers it contains, to the records its thread is linked to in this
 * mailbox, and to the organization of its sender. For a message from outside, only proven links are made: the
 * organization and the thread of a verified sender, and numbers of a verified sender who is known. The others
 * are offered. Source: decision 0033. Senders and recipients are linked to a contact when one contact has the
 * address; the open permits of that contact are offered (decision 0070).
 */
export async function autoLink(
  deps: Pick<MailDeps, 'clock'>,
  trx: Transaction<Tables>,
  message: LinkedMessage,
): Promise<void> {
  const { id, mailbox, conversationId, subject, numbers, from, receivedAt, authentication } = message
  const address = from.toLowerCase()
  const isProven = authentication === null || authentication.verdict === 'verified'
  const base = {
    message: id,
    mailbox,
    conversation_id: conversationId,
    subject,
    received_at: receivedAt,
    linked_by: null,
    linked_at: deps.clock.now(),
  }
  const named = await findByNumber(trx, numbers)
  const isTrusted =
    isProven && (authentication === null || named.length === 0 || (await isKnownSender(trx, address)))
  for (const { collection, pid, number } of named)
    await insertLink(trx, {
      ...base,
      collection,
      pid,
      reason: 'reference-number',
      detail: number,
      is_offered: !isTrusted,
    })
  for (const { collection, pid } of await findOfThread(trx, { mailbox, conversationId, id }))
    await insertLink(trx, {
      ...base,
      collection,
      pid,
      reason: 'same-thread',
      detail: '',
      is_offered: !isProven,
    })
  const organization = await findOrganization(trx, address)
  if (organization !== undefined)
    await insertLink(trx, {
      ...base,
      collection: 'orgs',
      pid: organization,
      reason: 'known-address',
      detail: address,
      is_offered: !isProven,
    })
  for (const each of new Set([address, ...(message.to ?? []).map((to) => to.toLowerCase())]))
    await linkContacts(trx, base, each, isProven)
}

type Base = Omit<Insertable<MailLinkTable>, 'collection' | 'pid' | 'reason' | 'detail' | 'is_offered'>

/** When several contacts share the address, they and their permits are only offered and a person chooses. */
async function linkContacts(
  trx: Transaction<Tables>,
  base: Base,
  address: string,
  isProven: boolean,
): Promise<void> {
  const contacts = await findContacts(trx, address)
  const known = { ...base, reason: 'known-address', detail: address } as const
  const isOffered = !isProven || contacts.length > 1
  for (const { pid, org } of contacts) {
    await insertLink(trx, { ...known, collection: 'contacts', pid, is_offered: isOffered })
    if (org !== null) await insertLink(trx, { ...known, collection: 'orgs', pid: org, is_offered: isOffered })
  }
  const permits = await findOpenPermitsOf(
    trx,
    contacts.map(({ pid }) => pid),
    maxOfferedPermits + 1,
  )
  if (permits.length > maxOfferedPermits) return
  for (const pid of permits) await insertLink(trx, { ...known, collection: 'permits', pid, is_offered: true })
}

import type { Insertable, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'
import type { LinkedMessage } from './mail-provider.ts'
import type { MailLinkTable } from './mail.tables.ts'
import {
  findByNumber,
  findContacts,
  findOfThread,
  findOpenPermitsOf,
  findOrganization,
  insertLink,
  isKnownSender,
} from './links.queries.ts'

/** Numbers of records as people write them: `PM-2026-000123`. */
const numberPattern = /\b[A-Z]{2,4}-\d{4}-\d{6}\b/gi
/** A message that names more is a list of permits and about none of them. */
const maxLinks = 10
/** Somebody who is on more open permits says nothing of which one a message is about. */
const maxOfferedPermits = 5
/** So much of a message is read for numbers. */
const readLength = 200_000

/** The numbers of records a message names, each once; none where it names more than one message is about. */
export function numbersIn(subject: string, text: string): string[] {
  const words = `${subject.slice(0, readLength)} ${text.slice(0, readLength)}`
  const numbers = new Set([...words.matchAll(numberPattern)].map(([number]) => number.toUpperCase()))
  return numbers.size <= maxLinks ? [...numbers] : []
}

/**
 * Links a message that came or went to the records whose numbers it names, to those its thread is linked to
 * in this mailbox, and to the organization its sender is known to be of. Of a message from outside only what
 * its sender can prove is linked: the organization and the thread of a verified sender, numbers of one who is
 * known besides. The rest is offered. Source: decision 0033. Contacts it came from or went to are linked
 * where the address is one contact's; their open permits are offered (decision 0070).
 */
export async function autoLink(
  deps: Pick<Deps, 'clock'>,
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

/** Several contacts of one address may all be meant, and so may each of their permits: a person chooses. */
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

import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'
import { findByNumber, findOrganization, insertLink } from './links.queries.ts'

/** Numbers of records as people write them: `PM-2026-000123`. */
const numberPattern = /\b[A-Z]{2,4}-\d{4}-\d{6}\b/gi
/** A message that names more is a list of permits and about none of them. */
const mostLinks = 10
/** So much of a message is read for numbers. */
const readLength = 200_000

/** What of an arriving message says what it is about. */
export interface ArrivedMessage {
  id: string
  subject: string
  text: string
  from: string
}

/** Links an arriving message to the records whose numbers it names, and to the organization its sender is known to be of. */
export async function linkByItself(deps: Pick<Deps, 'clock'>, trx: Transaction<Tables>, { id, subject, text, from }: ArrivedMessage): Promise<void> {
  const words = `${subject.slice(0, readLength)} ${text.slice(0, readLength)}`
  const numbers = [...new Set([...words.matchAll(numberPattern)].map(([number]) => number.toUpperCase()))]
  const base = { message: id, linked_by: null, linked_at: deps.clock.now() }
  if (numbers.length <= mostLinks) {
    for (const { collection, pid, number } of await findByNumber(trx, numbers))
      await insertLink(trx, { ...base, collection, pid, reason: 'reference-number', detail: number })
  }
  const address = from.toLowerCase()
  const organization = await findOrganization(trx, address)
  if (organization !== undefined) await insertLink(trx, { ...base, collection: 'orgs', pid: organization, reason: 'known-address', detail: address })
}

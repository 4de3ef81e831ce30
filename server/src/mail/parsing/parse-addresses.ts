import { withNeededQuotes } from '@portal/contract'
import type { MailAddress } from '@portal/contract'
import addressparser from 'nodemailer/lib/addressparser'
import { decodeWords } from 'postal-mime'

/** A longer From header is not parsed for authors. */
const maxFromLength = 4_000
const encodedWords = /^\s*(?:=\?[^\s?]{1,100}\?[bq]\?[^\s?]*\?=\s*)+$/i
const inAngles = /<[^<>\s@]+@[^<>\s]+>/

/** A name of encoded words may contain the address as well, as some programs write it. */
function fromWords(name: string): MailAddress[] {
  const words = decodeWords(name)
  if (!encodedWords.test(name) || !inAngles.test(words)) return [{ name: words, address: '' }]
  return addressparser(words, { flatten: true }).map(({ name: own, address }) => ({
    name: own,
    address: withNeededQuotes(address),
  }))
}

/**
 * The people of an address header. Comments and routes are dropped, groups are replaced by their members,
 * names are decoded, and a local part keeps the quotes it needs. Entries without an address are dropped if
 * any entry has one. Source: RFC 5322 3.4 and 4.4, RFC 2047.
 */
export function parseAddresses(value: string): MailAddress[] {
  const people = addressparser(value, { flatten: true }).flatMap(({ name, address }) =>
    address === '' ? fromWords(name) : [{ name: decodeWords(name), address: withNeededQuotes(address) }],
  )
  const reachable = people.filter(({ address }) => address.includes('@'))
  return reachable.length > 0
    ? reachable
    : people.filter(({ name, address }) => name !== '' || address !== '')
}

/** All authors of a message with several in From (RFC 5322 3.6.2); empty if there is one. */
export function authorsOf(headers: readonly { name: string; value: string }[]): MailAddress[] {
  const from = headers.find(({ name }) => name.toLowerCase() === 'from')?.value ?? ''
  if (from.length > maxFromLength || !/[,;:]/.test(from)) return []
  const authors = parseAddresses(from)
  return authors.length > 1 ? authors : []
}

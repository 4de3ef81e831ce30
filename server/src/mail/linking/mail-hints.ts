import type { MailHint } from '@portal/contract'
import { domainOf, ownerOf } from './host-owner.ts'
import type { StoredMessage } from '../providers/mail-provider.ts'
import type { StrangeLink } from '../parsing/sanitise-html.ts'

/** A domain, its registered domain, and its look-alike form. */
export interface RegisteredDomain {
  domain: string
  owner: string
  skeleton: string
}

/** Facts of the portal that the hints depend on. */
export interface SenderContext {
  /** Domains of the office and its people. */
  ownDomains: readonly RegisteredDomain[]
  /** A user of the portal has the sender's name with another address. */
  isNameOfOurs: boolean
  /** The sender's address belongs to a user, a client or an organization. */
  isKnownAddress: boolean
  strangeLinks: readonly StrangeLink[]
}

/** Maximum plausible difference between a message's own date and its arrival. */
const maxJourneyMs = 7 * 86_400_000

/** Names are cut to this length before the checks. */
const maxNameLength = 300

/** Maps look-alike characters to one form: rn and m, 0 and o, 1 and l, vv and w, and Unicode variants. */
function skeletonOf(domain: string): string {
  return domain
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[0оοо]/g, 'o')
    .replaceAll(/[1iіlӏ|]/g, 'l')
    .replaceAll(/[аα]/g, 'a')
    .replaceAll(/[еε]/g, 'e')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('-', '')
}

/** Whether two names differ by one character: replaced, missing or added. */
function isOneOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (one[at] === other[at]) at += 1
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  return rest.slice(1) === otherRest.slice(1) || rest === otherRest.slice(1) || rest.slice(1) === otherRest
}

/** The parts of a domain that are compared. */
export function toRegisteredDomain(domain: string): RegisteredDomain {
  const owner = ownerOf(domain)
  return { domain, owner, skeleton: skeletonOf(owner) }
}

/** The portal's domain that this domain imitates, or undefined. */
function findLookAlike(
  domain: string,
  ownDomains: readonly RegisteredDomain[],
): RegisteredDomain | undefined {
  const theirs = toRegisteredDomain(domain)
  return ownDomains.find(
    (own) =>
      theirs.owner !== own.owner &&
      (theirs.skeleton === own.skeleton || (own.owner.length >= 8 && isOneOff(theirs.owner, own.owner))),
  )
}

function oddDate({ headers, receivedAt }: StoredMessage): string | null {
  const written = headers.find(({ name }) => name.toLowerCase() === 'date')?.value
  const at = Date.parse(written ?? '')
  if (written === undefined || Number.isNaN(at)) return null
  return Math.abs(at - Date.parse(receivedAt)) > maxJourneyMs ? written : null
}

/**
 * Hints that a message may be fraudulent, the gravest first; a hint is no proof. Pure. Source: issue 5 of 7,
 * checklist item 83.
 */
export function hintsOf(
  message: StoredMessage,
  { ownDomains, isNameOfOurs, isKnownAddress, strangeLinks }: SenderContext,
): MailHint[] {
  const { replyTo, authentication } = message
  const from = { ...message.from, name: message.from.name.slice(0, maxNameLength) }
  const domain = domainOf(from.address)
  const isOurs = ownDomains.some((own) => own.domain === domain)
  const isUnproven = authentication !== undefined && authentication.verdict !== 'verified'
  const hints: MailHint[] = []
  if (isUnproven && isOurs) hints.push({ kind: 'forged-own', detail: domain })
  else if (isUnproven && isKnownAddress) hints.push({ kind: 'unverified-known', detail: from.address })
  hints.push(
    ...strangeLinks.map(({ text, host }): MailHint => ({
      kind: 'link-elsewhere',
      detail: `${text} → ${host}`,
    })),
  )
  const alike = isOurs ? undefined : findLookAlike(domain, ownDomains)
  if (alike !== undefined) hints.push({ kind: 'look-alike', detail: `${domain} ≠ ${alike.domain}` })
  const named = /[^\s<>"'(),;:]+@([^\s<>"'(),;:]+\.[a-z]{2,})/i.exec(from.name)
  if (named !== null && ownerOf(named[1] ?? '') !== ownerOf(domain))
    hints.push({ kind: 'name-is-address', detail: `${named[0]} ≠ ${from.address}` })
  if (isNameOfOurs && !isOurs)
    hints.push({ kind: 'own-name-from-outside', detail: `${from.name} <${from.address}>` })
  const elsewhere = replyTo.find(
    ({ address }) => address.includes('@') && ownerOf(domainOf(address)) !== ownerOf(domain),
  )
  if (elsewhere !== undefined) hints.push({ kind: 'reply-elsewhere', detail: elsewhere.address })
  const date = oddDate(message)
  if (date !== null) hints.push({ kind: 'odd-date', detail: date })
  return hints.map(({ kind, detail }) => ({ kind, detail: detail.replaceAll(/\p{Cc}/gu, ' ').slice(0, 300) }))
}

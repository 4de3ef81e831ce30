import type { MailHint } from '@portal/contract'
import { domainOf, ownerOf } from './host-owner.ts'
import type { StoredMessage } from './mail-provider.ts'
import type { StrangeLink } from './sanitise-html.ts'

/** A domain, who has registered it, and how that looks. */
export interface RegisteredDomain {
  domain: string
  owner: string
  skeleton: string
}

/** What of the portal decides what is strange. */
export interface SenderContext {
  /** Domains of the office and its people. */
  ownDomains: readonly RegisteredDomain[]
  /** Somebody of the portal has the sender's name and another address. */
  isNameOfOurs: boolean
  /** The sender's address is that of somebody here, or of a client or an organization. */
  isKnownAddress: boolean
  strangeLinks: readonly StrangeLink[]
}

/** A message's own date may differ from its arrival by so much. */
const maxJourneyMs = 7 * 86_400_000

/** More of a name is read for no sign. */
const maxNameLength = 300

/** Letters that look alike as one: rn and m, 0 and o, 1 and l, vv and w, and what Unicode has of each. */
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

/** Do two names differ by one letter: written otherwise, left out or added? */
function isOneOff(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (one[at] === other[at]) at += 1
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  return rest.slice(1) === otherRest.slice(1) || rest === otherRest.slice(1) || rest.slice(1) === otherRest
}

/** What is compared of a domain. */
export function toRegisteredDomain(domain: string): RegisteredDomain {
  const owner = ownerOf(domain)
  return { domain, owner, skeleton: skeletonOf(owner) }
}

/** The domain of ours that another one looks like; undefined where it looks like none. */
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
 * Signs that a message is not what it seems, the gravest first; each is a sign, no proof. Pure. Source: issue
 * 5 of 7, checklist item 83.
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

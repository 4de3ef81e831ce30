import type { MailAddress, MailFolderId } from '@portal/contract'
import type { SeedContext, SeedPermit } from '#domain/seed/context.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { seal, sealId } from './attachments.ts'
import type { SeedAttachment } from './attachments.ts'
import { quoted, toHtml, toLetterhead, textOfBlocks } from './blocks.ts'
import { castFor, clientOf, isOffice } from './cast.ts'
import type { Cast } from './cast.ts'
import { oddMessages } from './odd-messages.ts'
import { writeStory } from './stories.ts'
import type { Turn } from './story.ts'

/** A seeded mailbox and its number of stories. */
export interface SeedMailbox {
  owner: MailAddress
  stories: number
}

/** A seeded message in one mailbox. */
export interface MailCopy {
  id: string
  mailbox: string
  folder: MailFolderId
  conversationId: string
  messageId: string
  subject: string
  from: MailAddress
  to: MailAddress[]
  cc: MailAddress[]
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  receivedAt: Date
  isRead: boolean
  flag: boolean
  attachments: readonly SeedAttachment[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Folder and state of a story's message: sent, archived when it is old, otherwise in the inbox. Unread
 * messages are a few days old at most.
 */
function placeOf(
  isOwn: boolean,
  at: Date,
  now: Date,
  random: SeedRandom,
): { folder: MailFolderId; isRead: boolean } {
  const days = (now.getTime() - at.getTime()) / dayMs
  if (isOwn) return { folder: 'sentitems', isRead: true }
  if (days > 21 && random.chance(0.6)) return { folder: 'archive', isRead: true }
  if (days > 7 && random.chance(0.06)) return { folder: 'deleteditems', isRead: true }
  return { folder: 'inbox', isRead: !(days < 6 && random.chance(0.6)) }
}

/** Moves a time into office hours (UTC 13:30 to 23:00). */
function atWork(at: number, random: SeedRandom): number {
  return Math.floor(at / dayMs) * dayMs + random.int(13 * 60 + 30, 23 * 60) * 60_000
}

interface Told {
  text: string
  at: Date
  from: MailAddress
  messageId: string
}

function bodyOf(
  turn: Turn,
  from: MailAddress,
  cast: Cast,
  before: Told | undefined,
): { text: string; html: string | null; attachments: readonly SeedAttachment[] } {
  const attachments = turn.attachments ?? []
  if (isOffice(from.address)) {
    return {
      text: textOfBlocks(turn.blocks),
      html: toLetterhead(turn.blocks, cast.matter.authority.office, sealId),
      attachments: [...attachments, seal],
    }
  }
  const blocks =
    before === undefined ? turn.blocks : [...turn.blocks, quoted(before.text, before.from.name, before.at)]
  return { text: textOfBlocks(blocks), html: turn.from === 'client' ? null : toHtml(blocks), attachments }
}

/** State shared by all mailboxes while messages are generated. */
interface Stage {
  context: SeedContext
  permits: readonly SeedPermit[]
  /** Mailboxes of the portal: only they get copies. */
  addresses: ReadonlySet<string>
}

/** Permits whose organization has users; all permits if there are none. */
function talkedAbout({ permits, people }: SeedContext): readonly SeedPermit[] {
  const answering = new Set(
    people.filter(({ role, status }) => role === 'client' && status === 'ACTIVE').map(({ org }) => org),
  )
  const known = permits.filter(({ org }) => answering.has(org))
  return known.length > 0 ? known : permits
}

/** The messages of one story, oldest first, with a copy for every portal mailbox involved. */
function storyMessages(
  { context, permits, addresses }: Stage,
  owner: MailAddress,
  random: SeedRandom,
): MailCopy[] {
  const cast = castFor(context, random.pick(permits), owner, random)
  const story = writeStory(cast.matter, random)
  let at = atWork(context.now.getTime() - Math.floor(random.next() ** 2 * 110 * dayMs) - dayMs, random)
  const copies: MailCopy[] = []
  const conversationId = random.pid(new Date(at))
  let before: Told | undefined
  for (const turn of story.turns) {
    if (at > context.now.getTime()) break
    const receivedAt = new Date(at)
    const from = cast.people[turn.from]
    const to = [cast.people[turn.to]]
    const cc = turn.cc === undefined ? [] : [cast.people[turn.cc]]
    const messageId = `${random.pid(receivedAt).toLowerCase()}@${from.address.split('@')[1]}`
    const subject = turn.subject ?? (before === undefined ? story.subject : `RE: ${story.subject}`)
    const threading = before === undefined ? [] : [{ name: 'In-Reply-To', value: `<${before.messageId}>` }]
    const body = bodyOf(turn, from, cast, before)
    const headers = [{ name: 'Message-ID', value: `<${messageId}>` }, ...threading]
    for (const person of new Map([from, ...to, ...cc].map((each) => [each.address, each])).values()) {
      if (!addresses.has(person.address)) continue
      const place = placeOf(person.address === from.address, receivedAt, context.now, random)
      const flag = place.folder === 'inbox' && random.chance(0.08)
      copies.push({
        id: random.pid(receivedAt),
        mailbox: person.address,
        conversationId,
        messageId,
        subject,
        from,
        to,
        cc,
        headers,
        receivedAt,
        flag,
        ...place,
        ...body,
      })
    }
    before = { text: textOfBlocks(turn.blocks), at: receivedAt, from, messageId }
    at = atWork(at + random.int(0, 3) * dayMs, random)
    if (at <= receivedAt.getTime()) at = receivedAt.getTime() + random.int(9, 180) * 60_000
  }
  return copies
}

/** Messages of a mailbox that belong to no story. */
function strayMessages({ context, permits }: Stage, owner: MailAddress, random: SeedRandom): MailCopy[] {
  const permit = random.pick(permits)
  const { person } = clientOf(context, permit, random)
  return oddMessages(person, permit.refNo, owner.name).map((odd) => {
    const receivedAt = new Date(context.now.getTime() - odd.hoursAgo * hourMs - random.int(0, 50) * 60_000)
    const from = odd.from ?? owner
    const isOwn = odd.from === undefined
    const messageId = `${random.pid(receivedAt).toLowerCase()}@${from.address.split('@')[1]}`
    return {
      id: random.pid(receivedAt),
      mailbox: owner.address,
      folder: odd.folder,
      conversationId: random.pid(receivedAt),
      messageId,
      subject: odd.subject,
      from,
      to: odd.to === undefined ? (isOwn ? [] : [owner]) : [odd.to],
      cc: [],
      headers: [{ name: 'Message-ID', value: `<${messageId}>` }, ...(odd.headers ?? [])],
      text: odd.text,
      html: odd.html ?? null,
      receivedAt,
      isRead: odd.isRead,
      flag: odd.flag ?? false,
      attachments: odd.attachments ?? [],
    }
  })
}

/** All seeded messages, oldest first. The same context gives the same messages. */
export function makeMessages(context: SeedContext, mailboxes: readonly SeedMailbox[]): MailCopy[] {
  const permits = talkedAbout(context)
  if (permits.length === 0) return []
  const stage = { context, permits, addresses: new Set(mailboxes.map(({ owner }) => owner.address)) }
  const copies = mailboxes.flatMap(({ owner, stories }) => {
    const random = context.random.fork(owner.address)
    const told = Array.from({ length: stories }, () => storyMessages(stage, owner, random)).flat()
    return [...told, ...strayMessages(stage, owner, random)]
  })
  return copies.toSorted((a, other) => a.receivedAt.getTime() - other.receivedAt.getTime())
}

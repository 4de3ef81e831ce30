import { isMailAddress, withNeededQuotes } from '@portal/contract'
import type { MailAddress, MailDraft, MailDraftPatch } from '@portal/contract'
import addressparser from 'nodemailer/lib/addressparser'
import type { DraftText } from './draft-storage.ts'

export const emptyText: DraftText = {
  from: { name: '', address: '' },
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
}

/** What of a draft a person wrote. */
export function textOf({ from, to, cc, bcc, subject, html }: MailDraft): DraftText {
  return { from, to, cc, bcc, subject, html }
}

const people = ['to', 'cc', 'bcc'] as const
const samePeople = (one: readonly MailAddress[], other: readonly MailAddress[]) =>
  one.length === other.length &&
  one.every(({ name, address }, place) => name === other[place]?.name && address === other[place]?.address)

/** What of `text` is not as it was in `before`, as it is sent to be saved. */
export function changedFields(text: DraftText, before: DraftText): Omit<MailDraftPatch, 'version'> {
  return {
    ...(text.from.address !== before.from.address && text.from.address !== '' && { from: text.from.address }),
    ...Object.fromEntries(
      people.filter((field) => !samePeople(text[field], before[field])).map((field) => [field, text[field]]),
    ),
    // The server keeps subjects without white space around them; a space typed at the end is no change yet.
    ...(text.subject.trim() !== before.subject.trim() && { subject: text.subject }),
    ...(text.html !== before.html && { html: text.html }),
  }
}

export function sameText(one: DraftText, other: DraftText): boolean {
  return Object.keys(changedFields(one, other)).length === 0
}

/** `later` is `text`, or `text` with something put in at one place. */
function isBefore(text: string, later: string): boolean {
  let [start, end] = [0, 0]
  while (start < text.length && text[start] === later[start]) start += 1
  while (end < text.length && text.at(-1 - end) === later.at(-1 - end)) end += 1
  return start + end >= text.length && later.length >= text.length
}

/** All that stands in `text` stands in `later` too, which went on from there. */
export function isWithin(text: DraftText, later: DraftText): boolean {
  return (
    (text.from.address === '' || text.from.address === later.from.address) &&
    people.every((field) =>
      text[field].every(({ address: one }) => later[field].some(({ address: other }) => one === other)),
    ) &&
    isBefore(text.subject.trim(), later.subject.trim()) &&
    isBefore(text.html, later.html)
  )
}

const hasWords = (html: string) => html.replaceAll(/<(?!img)[^<>]*>|&nbsp;|\s/g, '') !== ''

/** Nothing stands in it. */
export function isBlank({ to, cc, bcc, subject, html }: DraftText): boolean {
  return to.length + cc.length + bcc.length === 0 && subject.trim() === '' && !hasWords(html)
}

/** The text of a body, for looking into it. */
export function plainText(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ')
}

/** Can mail be sent there, by the form of the address? The server has the last word. */
export const isAddress = (text: string) => isMailAddress(text.trim())

/** A quote that is not closed quotes nothing. */
function withClosedQuotes(typed: string): string {
  const last = typed.lastIndexOf('"')
  return typed.split('"').length % 2 === 1 ? typed : `${typed.slice(0, last)}${typed.slice(last + 1)}`
}

/**
 * Reads what was typed or pasted into a line of recipients: addresses, with names or without, between commas,
 * semicolons or lines, as the grammar of mail has them (RFC 5322 3.4). What is no address stands where one
 * would. Linear.
 */
export function readPeople(typed: string): MailAddress[] {
  return addressparser(withClosedQuotes(typed.replaceAll(/\r?\n/g, ',')), { flatten: true })
    .map(({ name, address }) =>
      address === '' ? { name: '', address: name } : { name, address: withNeededQuotes(address) },
    )
    .filter(({ address }) => address !== '')
}

/** People added to a line; nobody twice. */
export function withPeople(before: readonly MailAddress[], added: readonly MailAddress[]): MailAddress[] {
  const known = new Set(before.map((each) => each.address.toLowerCase()))
  return [
    ...before,
    ...added.filter(({ address: one }) => !known.has(one.toLowerCase()) && known.add(one.toLowerCase())),
  ]
}

const speaksOfAttachment = /\battach(ed|ment|ments|ing)?\b|\benclosed\b/i

/** The text speaks of an attachment and there is none; what is quoted does not count. */
export function forgotAttachment({ subject, html }: DraftText, attachments: number): boolean {
  if (attachments > 0) return false
  const [own = ''] = html.split(/<blockquote/i)
  return speaksOfAttachment.test(`${subject} ${plainText(own)}`)
}

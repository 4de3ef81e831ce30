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

/** The fields of a draft that a user wrote. */
export function textOf({ from, to, cc, bcc, subject, html }: MailDraft): DraftText {
  return { from, to, cc, bcc, subject, html }
}

const people = ['to', 'cc', 'bcc'] as const
const samePeople = (one: readonly MailAddress[], other: readonly MailAddress[]) =>
  one.length === other.length &&
  one.every(({ name, address }, index) => name === other[index]?.name && address === other[index]?.address)

/** The fields of `text` that differ from `before`, in the form a save sends. */
export function changedFields(text: DraftText, before: DraftText): Omit<MailDraftPatch, 'version'> {
  return {
    ...(text.from.address !== before.from.address && text.from.address !== '' && { from: text.from.address }),
    ...Object.fromEntries(
      people.filter((field) => !samePeople(text[field], before[field])).map((field) => [field, text[field]]),
    ),
    // The server trims subjects, so a trailing space alone is not a change.
    ...(text.subject.trim() !== before.subject.trim() && { subject: text.subject }),
    ...(text.html !== before.html && { html: text.html }),
  }
}

export function sameText(one: DraftText, other: DraftText): boolean {
  return Object.keys(changedFields(one, other)).length === 0
}

/** Whether `later` is `text`, or `text` with one insertion. */
function isBefore(text: string, later: string): boolean {
  let [start, end] = [0, 0]
  while (start < text.length && text[start] === later[start]) start += 1
  while (end < text.length && text.at(-1 - end) === later.at(-1 - end)) end += 1
  return start + end >= text.length && later.length >= text.length
}

/** Whether `later` contains everything in `text`, that is, continues it. */
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

/** Whether nothing was written. */
export function isBlank({ to, cc, bcc, subject, html }: DraftText): boolean {
  return to.length + cc.length + bcc.length === 0 && subject.trim() === '' && !hasWords(html)
}

/** The body as plain text, for searching. */
export function plainText(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ')
}

/** Whether the address is valid by its form. The server decides finally. */
export const isAddress = (text: string) => isMailAddress(text.trim())

/** Escapes a quote that is not closed, so that it quotes nothing. */
function withClosedQuotes(typed: string): string {
  const last = typed.lastIndexOf('"')
  return typed.split('"').length % 2 === 1 ? typed : `${typed.slice(0, last)}${typed.slice(last + 1)}`
}

/**
 * Parses typed or pasted recipients: addresses with or without names, separated by commas, semicolons or
 * lines (RFC 5322 3.4). Text that is not an address is returned as one. Linear time.
 */
export function readPeople(typed: string): MailAddress[] {
  return addressparser(withClosedQuotes(typed.replaceAll(/\r?\n/g, ',')), { flatten: true })
    .map(({ name, address }) =>
      address === '' ? { name: '', address: name } : { name, address: withNeededQuotes(address) },
    )
    .filter(({ address }) => address !== '')
}

/** Adds recipients, without duplicates. */
export function withPeople(before: readonly MailAddress[], added: readonly MailAddress[]): MailAddress[] {
  const known = new Set(before.map((each) => each.address.toLowerCase()))
  return [
    ...before,
    ...added.filter(({ address: one }) => !known.has(one.toLowerCase()) && known.add(one.toLowerCase())),
  ]
}

const speaksOfAttachment = /\battach(ed|ment|ments|ing)?\b|\benclosed\b/i

/** Whether the text mentions an attachment and there is none; quoted text does not count. */
export function forgotAttachment({ subject, html }: DraftText, attachments: number): boolean {
  if (attachments > 0) return false
  const [own = ''] = html.split(/<blockquote/i)
  return speaksOfAttachment.test(`${subject} ${plainText(own)}`)
}

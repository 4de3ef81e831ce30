import { inEnglish, joined, phrase, verbatim } from '@portal/contract'
import type { MailReport, MailReportOutcome, MailReportRecipient, Say, Sayable } from '@portal/contract'
import { decodeWords } from 'postal-mime'
import { parseAddresses } from '../parsing/parse-addresses.ts'

/** Number of characters read of a report. */
const maxReportLength = 100_000
const maxRecipients = 100
const longest = { subject: 2_000, messageId: 500, reason: 1_000, address: 320 }

/** A part of a message that may be a report or belong to one. */
export interface ReportPart {
  mimeType: string
  bytes: Uint8Array
}

const kinds: Readonly<Record<string, MailReport['kind']>> = {
  'message/delivery-status': 'delivery',
  'message/global-delivery-status': 'delivery',
  'message/disposition-notification': 'receipt',
  'message/global-disposition-notification': 'receipt',
  'message/feedback-report': 'complaint',
}
const originals = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/global-headers',
])

/** Whether this part is the machine-readable report. */
export const isReportPart = ({ mimeType }: Pick<ReportPart, 'mimeType'>): boolean =>
  Object.hasOwn(kinds, mimeType.toLowerCase())

type Fields = ReadonlyMap<string, string>

export const reportText = ({ bytes }: ReportPart): string =>
  Buffer.from(bytes.subarray(0, maxReportLength))
    .toString('utf8')
    .replaceAll('\u0000', '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()

/** The field groups of a report, separated by empty lines; the first value of a name counts. */
function groupsOf(text: string): Fields[] {
  return text.split(/\n[ \t]*\n/).map((group) => {
    const fields = new Map<string, string>()
    for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
      const colon = line.indexOf(':')
      const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
      if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
    }
    return fields
  })
}

/** The value after the type of a field: `rfc822; ben@acme.example`. */
const behindType = (value: string) => value.slice(value.indexOf(';') + 1).trim()
const withoutAngles = (value: string) => value.replaceAll(/^<|>$/g, '').slice(0, longest.messageId)
const addressIn = (value: string) =>
  (parseAddresses(behindType(value).slice(0, 1_000))[0]?.address ?? behindType(value)).slice(
    0,
    longest.address,
  )

/** Text for an enhanced status code (RFC 3463), by its subject and detail. */
const statusWords: Readonly<Record<string, string>> = {
  '1.1': 'The address does not exist.',
  '1.2': 'The domain of the address does not exist.',
  '1.3': 'The address is not valid.',
  '1.6': 'The person has moved to another address.',
  '1.10': 'The domain does not accept mail.',
  '2.1': 'The mailbox is disabled.',
  '2.2': 'The mailbox is full.',
  '2.3': 'The message is too large for the mailbox.',
  '3.4': 'The message is too large.',
  '4.1': 'The mail server is not responding.',
  '4.2': 'The connection to the mail server was lost.',
  '4.4': 'The mail server of the address was not found.',
  '4.6': 'The message is caught in a mail loop.',
  '4.7': 'The mail server could not be reached in time.',
  '7.0': 'The mail server rejected the message.',
  '7.1': 'The mail server rejected the message.',
}

function reasonOf(fields: Fields): string {
  const [, code = ''] = /^[245]\.(\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '') ?? []
  const said = behindType(fields.get('diagnostic-code') ?? '').replaceAll(/\s+/g, ' ')
  return [statusWords[code] ?? '', said === '' ? '' : `(${said})`]
    .filter(Boolean)
    .join(' ')
    .slice(0, longest.reason)
}

/** A reason as it is kept: our own sentence for the status, if any, and what the mail server said. */
export function sayableReason(reason: string): Sayable {
  const sentence = Object.values(statusWords).find((each) => reason.startsWith(each))
  return sentence === undefined
    ? verbatim(reason)
    : joined([sentence, verbatim(reason.slice(sentence.length))], '')
}

/**
 * Whether a reason concerns one message or a time, not the address: a full mailbox, or too large a message.
 */
export const isTemporary = (reason: string): boolean =>
  ['2.2', '2.3', '3.4'].some((code) => reason.startsWith(statusWords[code] ?? code))

/** The recipients of a report with their reasons in the language of the reader. */
export const recipientsIn = (recipients: readonly MailReportRecipient[], say: Say): MailReportRecipient[] =>
  recipients.map((recipient) => ({ ...recipient, reason: say(sayableReason(recipient.reason)) }))

const actions: readonly MailReportOutcome[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded']

function deliveryTo(fields: Fields): MailReportRecipient {
  const action = (fields.get('action') ?? '').toLowerCase().split(/\s/)[0]
  return {
    address: addressIn(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
    outcome: actions.find((each) => each === action) ?? 'unknown',
    reason: reasonOf(fields),
  }
}

function receiptOf(fields: Fields): MailReportRecipient {
  const disposition = (fields.get('disposition') ?? '').toLowerCase()
  const outcome = disposition.includes('displayed')
    ? 'displayed'
    : disposition.includes('deleted')
      ? 'deleted'
      : 'unknown'
  const reason = (fields.get('error') ?? fields.get('failure') ?? '').slice(0, longest.reason)
  return {
    address: addressIn(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
    outcome,
    reason,
  }
}

function complaintOf(fields: Fields): MailReportRecipient {
  const type = (fields.get('feedback-type') ?? '').toLowerCase()
  return {
    address: addressIn(fields.get('original-rcpt-to') ?? ''),
    outcome: type === 'not-spam' ? 'unknown' : 'junk',
    reason: type.slice(0, 100),
  }
}

function recipientsOf(kind: MailReport['kind'], groups: readonly Fields[]): MailReportRecipient[] {
  if (kind === 'receipt') return groups.slice(0, 1).map(receiptOf)
  if (kind === 'complaint') return groups.slice(0, 1).map(complaintOf)
  return groups
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .slice(0, maxRecipients)
    .map(deliveryTo)
}

/** The report in the parts of a message, or null. Any sender can write such a part: it proves nothing. */
export function readReport(parts: readonly ReportPart[]): MailReport | null {
  const part = parts.find(isReportPart)
  const kind = kinds[part?.mimeType.toLowerCase() ?? '']
  if (part === undefined || kind === undefined) return null
  const groups = groupsOf(reportText(part))
  const recipients = recipientsOf(kind, groups)
  if (recipients.length === 0) return null
  const original = parts.find(({ mimeType }) => originals.has(mimeType.toLowerCase()))
  const head = original === undefined ? undefined : groupsOf(reportText(original))[0]
  const told = groups[0]?.get('original-message-id') ?? ''
  return {
    kind,
    subject: decodeWords(head?.get('subject') ?? '')
      .slice(0, longest.subject)
      .toWellFormed(),
    messageId: withoutAngles(told === '' ? (head?.get('message-id') ?? '') : told),
    recipients,
  }
}

const outcomes: Readonly<Record<MailReportOutcome, (to: Sayable) => Sayable>> = {
  failed: (to) => phrase('The message could not be delivered to {{to}}.', { to }),
  delayed: (to) =>
    phrase('The message has not been delivered to {{to}} yet. The mail server is still trying.', { to }),
  delivered: (to) => phrase('The message was delivered to {{to}}.', { to }),
  relayed: (to) =>
    phrase('The message for {{to}} was passed to a mail server that sends no reports.', { to }),
  expanded: (to) => phrase('The message was forwarded to the members of {{to}}.', { to }),
  displayed: (to) => phrase('The message was opened by {{to}}.', { to }),
  deleted: (to) => phrase('The message was deleted by {{to}} without being opened.', { to }),
  junk: (to) => phrase('The message was reported as junk by {{to}}.', { to }),
  unknown: (to) => phrase('Report for the message to {{to}}.', { to }),
}

/** A report as text, for a message without text of its own. */
export function formatReport({ subject, recipients }: MailReport, say: Say = inEnglish): string {
  const lines = recipients.map(({ address, outcome, reason }) =>
    `${say(outcomes[outcome](address === '' ? 'a recipient' : verbatim(address)))} ${say(sayableReason(reason))}`.trim(),
  )
  const about = phrase('Subject of the message: {{subject}}', { subject: verbatim(subject) })
  return [...lines, ...(subject === '' ? [] : [say(about)])].join('\n')
}

interface MessageWithReport {
  text: string
  report?: MailReport
}

/**
 * A message as its reader sees it: text that the portal wrote from the report of the message is in the
 * reader's language. It is stored in English.
 */
export function withReportIn<Message extends MessageWithReport>(message: Message, say: Say): Message {
  if (message.report === undefined) return message
  const stored = formatReport(message.report)
  if (!message.text.startsWith(stored)) return message
  return { ...message, text: `${formatReport(message.report, say)}${message.text.slice(stored.length)}` }
}

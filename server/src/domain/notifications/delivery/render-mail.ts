import type { Language } from '@portal/contract'
import { Unsubscribable } from '@portal/contract/notifications'
import type { MailItem } from './find-item.ts'
import { mailTexts } from './mail-texts.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** A mail as it is given to the outbox. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
}

/** A part of a mail: a paragraph, or a link with its label. */
export type MailPart = string | { label: string; url: string }

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? each)
/** A header is one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const maxSubjectLength = 200

const colors = { text: '#111827', muted: '#4b5563', primary: '#15803d', line: '#e5e7eb' } as const

function htmlOf(part: MailPart): string {
  if (typeof part !== 'string')
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" style="color:${colors.primary};font-weight:600">${escapeHtml(part.label)}</a></p>`
  return `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`
}

const textOf = (part: MailPart) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`)

/** The same parts as HTML and as plain text. The HTML loads nothing from elsewhere. */
export function renderParts(
  language: Language,
  title: string,
  parts: readonly MailPart[],
  foot: readonly MailPart[],
): Pick<RenderedMail, 'subject' | 'text' | 'html'> {
  const subject = oneLine(title).slice(0, maxSubjectLength).toWellFormed()
  const footHtml =
    foot.length === 0
      ? ''
      : `<div style="border-top:1px solid ${colors.line};padding-top:16px;font-size:12px;color:${colors.muted}">${foot.map(htmlOf).join('')}</div>`
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:${colors.text}"><div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:18px;line-height:26px">${escapeHtml(title)}</h1>${parts.map(htmlOf).join('')}${footHtml}</div></body></html>`
  const text = [...parts.map(textOf), ...(foot.length === 0 ? [] : ['--', ...foot.map(textOf)])].join('\n\n')
  return { subject, text, html }
}

interface Links {
  publicOrigin: string
  secretKey: string
  /** The pid of the receiver. */
  pid: string
}

/** One notification as a mail in the receiver's language. */
export function renderNotification(
  language: Language,
  { title, message, kind, path }: MailItem,
  { publicOrigin, secretKey, pid }: Links,
): RenderedMail {
  const say = mailTexts(language)
  const parts: MailPart[] = [
    say(`lead_${kind}`),
    ...(message === '' ? [title] : [`${title}\n${message}`]),
    ...(path === null ? [] : [{ label: say(`open_${kind}`), url: `${publicOrigin}${path}` }]),
  ]
  const unsubscribe = Unsubscribable.safeParse(kind).data
  if (unsubscribe === undefined)
    return { ...renderParts(language, title, parts, [say('mandatory')]), headers: [] }
  const foot = footOf(language, { publicOrigin, secretKey, pid }, unsubscribe)
  return { ...renderParts(language, title, parts, foot.parts), headers: foot.headers }
}

/** The end of a mail that can be switched off, and the headers by which a mail program does so. */
function footOf(
  language: Language,
  { publicOrigin, secretKey, pid }: Links,
  kind: Unsubscribable,
): { parts: MailPart[]; headers: RenderedMail['headers'] } {
  const say = mailTexts(language)
  const token = encodeURIComponent(unsubscribeToken(secretKey, { pid, kind }))
  return {
    parts: [
      say('chooseText'),
      { label: say('chooseLink'), url: `${publicOrigin}/account/notifications` },
      {
        label: say(kind === 'DIGEST' ? 'stopDigest' : 'stopLink'),
        url: `${publicOrigin}/unsubscribe?token=${token}`,
      },
    ],
    // One click in a mail program is a POST to this address (RFC 8058).
    headers: [
      { name: 'List-Unsubscribe', value: `<${publicOrigin}/api/auth/unsubscribe?token=${token}>` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ],
  }
}

const maxDigestItems = 100

/** The items of one person in one mail. Items about one record stand together, in the order of the first. */
export function renderDigest(language: Language, items: readonly MailItem[], links: Links): RenderedMail {
  const say = mailTexts(language)
  const sorted = items.toSorted((a, other) => a.at.getTime() - other.at.getTime())
  const groups = [...Map.groupBy(sorted, ({ about, title }) => about ?? title).values()].flat()
  const shown = groups.slice(0, maxDigestItems)
  const parts = shown.flatMap(({ title, message, path, kind }): MailPart[] => [
    message === '' ? title : `${title}\n${message}`,
    ...(path === null ? [] : [{ label: say(`open_${kind}`), url: `${links.publicOrigin}${path}` }]),
  ])
  const more = items.length - shown.length
  const rest = more === 0 ? [] : [say('digestMore', { count: more })]
  const foot = footOf(language, links, 'DIGEST')
  const title = say('digestSubject', { count: items.length })
  return {
    ...renderParts(language, title, [say('digestLead'), ...parts, ...rest], foot.parts),
    headers: foot.headers,
  }
}

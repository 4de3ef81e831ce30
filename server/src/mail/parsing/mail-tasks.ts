import { verifySignatures } from '../authentication/signatures.ts'
import type { DnsAnswer, Signatures } from '../authentication/signatures.ts'
import { bodyDocument, bodyWarnings } from '../reading/body-document.ts'
import type { BodyDocument, BodyWarnings, ColourScheme, DisplayedMessage } from '../reading/body-document.ts'
import { htmlToText, textOfHtml } from './html-text.ts'
import { parseMessage } from './parse-message.ts'
import type { ParsedMessage } from './parse-message.ts'
import { leadingBytes } from './mime-limits.ts'
import { keepOwnImages, quotedHtml } from '../drafts/quotable.ts'

/**
 * Tasks on bytes and HTML from outside: run by the mail parser processes (mail-parser.ts), and in the server
 * for short input. Arguments and results must be structured-cloneable.
 */

export function parse(raw: Uint8Array): Promise<ParsedMessage> {
  return parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
}

/** The headers of a message and the beginning of its text, when parsing all of it exceeds a limit. */
export function parseBeginning(raw: Uint8Array): Promise<ParsedMessage> {
  return parseMessage(leadingBytes(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
}

export function signatures({
  raw,
  answers,
}: {
  raw: Uint8Array
  answers: Readonly<Record<string, DnsAnswer>>
}): Promise<Signatures> {
  return verifySignatures(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), answers)
}

export function toText(html: string): string {
  return htmlToText(html)
}

/** The sanitized body of a draft and its plain text. */
export function draftBody(html: string): { html: string; text: string } {
  const { text, isDeep } = textOfHtml(html)
  return { html: isDeep ? keepOwnImages(html, null) : html, text }
}

export interface DocumentTask {
  message: DisplayedMessage
  scheme: ColourScheme
  /** URL of an attachment, with `{id}` in place of its id. */
  attachmentUrl: string
  showsElsewhere: boolean
}

/** Placeholder for the URL of a remote picture, which the server signs afterwards. */
export const imageMarker = (place: number) => `/picture-from-elsewhere/${place}`

/** The document of a body, and the remote URLs behind the placeholders. */
export function document({
  message,
  scheme,
  attachmentUrl,
  showsElsewhere,
}: DocumentTask): BodyDocument & { elsewhere: string[] } {
  const elsewhere: string[] = []
  const mark = (url: string) => imageMarker(elsewhere.push(url) - 1)
  const attachment = (id: string) => attachmentUrl.replace('{id}', () => encodeURIComponent(id))
  return {
    ...bodyDocument(message, scheme, { attachment, ...(showsElsewhere && { elsewhere: mark }) }),
    elsewhere,
  }
}

export function signs(message: DisplayedMessage): BodyWarnings {
  return bodyWarnings(message)
}

export function quote(message: DisplayedMessage): string {
  return quotedHtml(message)
}

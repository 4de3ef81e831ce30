import { join } from 'node:path'
import { MailAddress, MailReport, Truncation } from '@portal/contract'
import { z } from 'zod'
import { WorkerLimitError, createWorkerPool } from '#platform/workers/worker-pool.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.ts'
import { Signatures } from '../authentication/signatures.ts'
import type { DnsAnswer } from '../authentication/signatures.ts'
import type { BodyDocument, BodyWarnings, ColourScheme, DisplayedMessage } from '../reading/body-document.ts'
import type { ParsedMessage } from './parse-message.ts'
import * as tasks from './mail-tasks.ts'

/**
 * HTML and messages up to these lengths are parsed in the server itself, since they take less than 20 ms
 * (decision 0032, measured by small-input.test.ts); longer ones in a process with limits.
 */
export const smallHtmlLength = 10_000
export const smallMessageLength = 4_000

const Parsed = z.object({
  from: MailAddress,
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  subject: z.string(),
  messageId: z.string(),
  references: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  html: z.string().nullable(),
  report: MailReport.nullable(),
  unreadRest: Truncation.nullable(),
  attachments: z.array(
    z.object({
      name: z.string(),
      mimeType: z.string(),
      contentId: z.string().nullable(),
      bytes: z.instanceof(Uint8Array<ArrayBufferLike>),
    }),
  ),
})
const Found = z.object({
  blockedPictures: z.number(),
  strangeLinks: z.array(z.object({ text: z.string(), host: z.string() })),
})
const Signs = Found.extend({ shown: z.array(z.string()) })
const Document = Found.extend({ document: z.string(), elsewhere: z.array(z.string()) })
const DraftBody = z.object({ html: z.string(), text: z.string() })

/** Result of a limited task: a value, or the `limit` it exceeded. */
export type LimitedResult<Value> =
  { value: Value; limit: null } | { value: null; limit: WorkerLimitError['limit'] }

export interface ShowBody {
  message: DisplayedMessage
  scheme: ColourScheme
  /** URL of an attachment, with `{id}` in place of its id. */
  attachmentUrl: string
  /** URL for a remote picture; null when remote pictures are blocked. */
  elsewhere: ((url: string) => string) | null
}

/**
 * Parses input from outside: messages and untrusted HTML. Long input is parsed in processes with time and
 * memory limits, so that it cannot block or crash the server. Source: decision 0032.
 */
export interface MailParser {
  /** Never throws because of the message: of one that exceeds a limit it returns the beginning, and why. */
  parseMessage(raw: Buffer): Promise<ParsedMessage>
  /** Verifies signatures with the known keys. Throws WorkerLimitError. */
  verifySignatures(raw: Buffer, results: Readonly<Record<string, DnsAnswer>>): Promise<Signatures>
  /** Plain text of HTML; empty when a limit is exceeded. */
  toText(html: string): Promise<string>
  /** The sanitized body of a draft, flattened if it is too deep. Throws WorkerLimitError. */
  draftBody(html: string): Promise<{ html: string; text: string }>
  showBody(body: ShowBody): Promise<LimitedResult<BodyDocument>>
  signsOf(message: DisplayedMessage): Promise<LimitedResult<BodyWarnings>>
  /** The body as a quote; the plain text when the HTML exceeds a limit. */
  quote(message: DisplayedMessage): Promise<string>
  close(): Promise<void>
}

const partOf = ({ html, text, subject, attachments }: DisplayedMessage): DisplayedMessage => ({
  html,
  text,
  subject,
  attachments,
})
const sizeOf = ({ html, text }: DisplayedMessage) => html?.length ?? text.length

export function createMailParser(limits = { timeoutMs: 10_000, memoryMb: 256 }): MailParser {
  const file = join(import.meta.dirname, 'mail-tasks.ts')
  // Separate pools, so that arriving mail never delays people who read theirs.
  const arriving = createWorkerPool({ file, isBackground: true, ...limits })
  const reading = createWorkerPool({ file, ...limits })

  async function run<Schema extends z.ZodType>(
    pool: WorkerPool,
    schema: Schema,
    name: string,
    argument: unknown,
  ): Promise<z.infer<Schema>> {
    return schema.parse(await pool.run(name, argument))
  }
  async function unlessLimited<Value>(asked: Promise<Value>): Promise<LimitedResult<Value>> {
    try {
      return { value: await asked, limit: null }
    } catch (error) {
      if (error instanceof WorkerLimitError) return { value: null, limit: error.limit }
      throw error
    }
  }

  return {
    async parseMessage(raw) {
      if (raw.length <= smallMessageLength) return tasks.parse(raw)
      const { value, limit } = await unlessLimited(run(arriving, Parsed, 'parse', raw))
      if (limit === null) return value
      const beginning = await unlessLimited(run(arriving, Parsed, 'parseBeginning', raw))
      // Where even the beginning takes too long, as when the machine is busy, the first bytes are parsed
      // here,
      // so that sender and subject are there.
      const start = beginning.value ?? (await tasks.parseBeginning(raw.subarray(0, smallMessageLength)))
      return { ...start, unreadRest: limit }
    },
    async verifySignatures(raw, results) {
      if (raw.length <= smallMessageLength) return tasks.signatures({ raw, answers: results })
      return run(arriving, Signatures, 'signatures', { raw, answers: results })
    },
    async toText(html) {
      if (html.length <= smallHtmlLength) return tasks.toText(html)
      return (await unlessLimited(run(arriving, z.string(), 'toText', html))).value ?? ''
    },
    async draftBody(html) {
      return html.length <= smallHtmlLength
        ? tasks.draftBody(html)
        : run(reading, DraftBody, 'draftBody', html)
    },
    async showBody({ elsewhere, ...rest }) {
      const task: tasks.DocumentTask = { ...rest, showsElsewhere: elsewhere !== null }
      const isSmall = sizeOf(rest.message) <= smallHtmlLength
      const shown = isSmall
        ? { value: tasks.document(task), limit: null }
        : await unlessLimited(run(reading, Document, 'document', task))
      if (shown.limit !== null) return shown
      const { elsewhere: urls, ...value } = shown.value
      const document = value.document.replaceAll(
        /src="\/picture-from-elsewhere\/(\d{1,4})"/g,
        (whole, place) => {
          const url = urls[Number(place)]
          return url === undefined || elsewhere === null
            ? whole
            : `src="${elsewhere(url).replaceAll('&', '&amp;')}"`
        },
      )
      return { value: { ...value, document }, limit: null }
    },
    async signsOf(message) {
      if (sizeOf(message) <= smallHtmlLength) return { value: tasks.signs(message), limit: null }
      return unlessLimited(run(reading, Signs, 'signs', partOf(message)))
    },
    async quote(message) {
      if (sizeOf(message) <= smallHtmlLength) return tasks.quote(message)
      const { value } = await unlessLimited(run(reading, z.string(), 'quote', partOf(message)))
      return value ?? tasks.quote({ ...message, html: null, text: message.text.slice(0, smallHtmlLength) })
    },
    async close() {
      await Promise.all([arriving.close(), reading.close()])
    },
  }
}

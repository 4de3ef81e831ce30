import { z } from 'zod'
import { readExchangeResults } from '../../authentication/authentication-results.ts'
import { numbersIn } from '../../linking/auto-link.ts'
import type { LinkedMessage, NewMail } from '../mail-provider.ts'
import { GraphError } from './graph-client.ts'
import type { GraphRequest } from './graph-client.ts'
import type { GraphParts } from './graph-folders.ts'
import { GraphHeaders, GraphMessage, toAddress } from './graph-shapes.ts'

const Row = z.union([
  z.object({ id: z.string(), '@removed': z.object({ reason: z.string() }) }),
  GraphMessage,
])
const Page = z.object({
  value: z.array(Row),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})
type Row = z.infer<typeof Row>

const path = '/mailFolders/inbox/messages/delta'
const fields = 'id,conversationId,subject,from,receivedDateTime,body'
const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=50' }
/**
 * Tolerance between clocks: messages received shortly before the last check may still be new. The delta link
 * reports each only once.
 */
const overlapMs = 60_000

/** A mark stores the delta link of Graph and when it was issued. */
const Mark = z.object({ link: z.string(), at: z.string() })

async function readToEnd(
  { client }: GraphParts,
  mailbox: string,
  first: GraphRequest,
): Promise<{ rows: Row[]; link: string }> {
  const rows: Row[] = []
  for (let request = first; ;) {
    const page: z.infer<typeof Page> = await client.json(mailbox, Page, request)
    rows.push(...page.value)
    const { '@odata.nextLink': next, '@odata.deltaLink': link } = page
    if (link !== undefined) return { rows, link }
    if (next === undefined) throw new GraphError(502, 'DeltaWithoutLink')
    request = { path: next, headers }
  }
}

/** Starts now: existing messages are not new. */
async function begin(parts: GraphParts, mailbox: string, hasChanged: boolean): Promise<NewMail> {
  const at = new Date().toISOString()
  const query = { $select: fields, $filter: `receivedDateTime ge ${at}` }
  const { link } = await readToEnd(parts, mailbox, { path, query, headers })
  return { mark: JSON.stringify({ link, at }), arrived: [], hasChanged }
}

/** The fields of a message that links are derived from. */
async function toLinked(
  { client, toText }: GraphParts,
  mailbox: string,
  message: GraphMessage,
  at: Date,
): Promise<LinkedMessage> {
  const subject = message.subject ?? ''
  // The delta list has no headers.
  const path = `/messages/${encodeURIComponent(message.id)}`
  const { internetMessageHeaders } = await client.json(mailbox, GraphHeaders, {
    path,
    query: { $select: 'internetMessageHeaders' },
  })
  const from = toAddress(message.from).address
  return {
    id: message.id,
    mailbox,
    conversationId: message.conversationId ?? message.id,
    subject,
    numbers: numbersIn(subject, await toText(message.body?.content ?? '')),
    from,
    receivedAt: new Date(message.receivedDateTime ?? at),
    authentication: readExchangeResults(internetMessageHeaders ?? [], from) ?? null,
  }
}

/**
 * New messages in the inbox since the mark. When Graph no longer knows the mark (410), tracking starts again
 * and open pages reload.
 */
export async function fetchNewMail(
  parts: GraphParts,
  mailbox: string,
  mark: string | null,
): Promise<NewMail> {
  if (mark === null) return begin(parts, mailbox, false)
  const since = Mark.parse(JSON.parse(mark))
  const at = new Date()
  try {
    const { rows, link } = await readToEnd(parts, mailbox, { path: since.link, headers })
    const freshFrom = Date.parse(since.at) - overlapMs
    const messages = rows.flatMap((row) => ('@removed' in row ? [] : [row]))
    const arrived = messages.filter(({ receivedDateTime }) => Date.parse(receivedDateTime ?? '') >= freshFrom)
    return {
      mark: JSON.stringify({ link, at: at.toISOString() }),
      hasChanged: rows.length > arrived.length,
      arrived: await Promise.all(arrived.map((message) => toLinked(parts, mailbox, message, at))),
    }
  } catch (error) {
    if (error instanceof GraphError && error.status === 410) return begin(parts, mailbox, true)
    throw error
  }
}

import { z } from 'zod'
import { readExchangeResults } from '../authentication/authentication-results.ts'
import { numbersIn } from '../auto-link.ts'
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
/** Clocks differ; what came shortly before the last look may be new all the same, and is told once. */
const overlapMs = 60_000

/** A mark holds the address Graph goes on from, and when it was given. */
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

/** From now on: what lies there already is not new. */
async function begin(parts: GraphParts, mailbox: string, hasChanged: boolean): Promise<NewMail> {
  const at = new Date().toISOString()
  const query = { $select: fields, $filter: `receivedDateTime ge ${at}` }
  const { link } = await readToEnd(parts, mailbox, { path, query, headers })
  return { mark: JSON.stringify({ link, at }), arrived: [], hasChanged }
}

/** What of a message says what it is about. */
async function toLinked(
  { client, toText }: GraphParts,
  mailbox: string,
  message: GraphMessage,
  at: Date,
): Promise<LinkedMessage> {
  const subject = message.subject ?? ''
  // A list of changes has no headers.
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
 * What has come into the inbox since the mark. One Graph does not know any more (410) is begun anew, and open
 * pages are to list anew.
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

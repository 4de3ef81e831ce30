import { z } from 'zod'
import { soqlCompanies } from './company-condition.ts'
import { Records, headerTime, knownTime, parseJson, sampleRows } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader } from './feed-client.ts'
import type { RawRecord } from '../feed-row.ts'

const rowsPerPage = 1_000
/** Numbers of a call may each have several rows. */
const rowsOfNumbers = 5_000
const updatedAt = ':updated_at'
const maxTimeLength = 40

/** The columns of the source, without those that it has twice. */
export function columnsOf({ feed: { fields } }: FeedClient): string[] {
  return [...new Set(Object.values(fields).filter((column) => column !== undefined))]
}

/** A text of a SoQL condition. */
export const soqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const soqlNumbers = (column: string, numbers: readonly string[]): string =>
  `${column} in (${numbers.map(soqlText).join(', ')})`

/** The time of a row in `:updated_at`; null when the row has none. */
export function timeOfRow(row: RawRecord | undefined): { text: string; at: Date } | null {
  const text = row?.[updatedAt]
  if (typeof text !== 'string') return null
  const at = knownTime(Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`))
  return at === null || text.length > maxTimeLength ? null : { text, at }
}

/** SODA 2 gives tokens in a header, and names its columns in another. */
function fieldsOfHeader(text: string | undefined): string[] | null {
  if (text === undefined) return null
  try {
    return z.array(z.string()).safeParse(JSON.parse(text)).data ?? null
  } catch {
    // A header that a proxy cut off says nothing about the columns.
    return null
  }
}

async function ask(
  client: FeedClient,
  parameters: Readonly<Record<string, string>>,
  etag: string | null = null,
) {
  const { dataset, token } = client.feed
  const response = await client.call({
    url: client.url(`/resource/${dataset ?? ''}.json`, parameters),
    etag,
    headers: token === null ? {} : { 'x-app-token': token },
  })
  return { response, rows: response.status === 304 ? [] : parseJson(client, response.text, Records) }
}

/** The pages of a condition. Pages are told apart by an order that no two rows share. */
async function* pages(client: FeedClient, $where: string, $order: string) {
  for (let offset = 0; ; offset += rowsPerPage) {
    const { rows } = await ask(client, {
      $select: columnsOf(client).join(','),
      $where,
      $order,
      $limit: String(rowsPerPage),
      $offset: String(offset),
    })
    yield rows
    if (rows.length < rowsPerPage) return
  }
}

export const soda2: FeedReader = {
  async head(client, known): Promise<FeedHead> {
    const $select = [updatedAt, ...columnsOf(client)].join(',')
    const { response, rows } = await ask(
      client,
      { $select, $order: `${updatedAt} DESC`, $limit: '1' },
      known.etag,
    )
    const { headers } = response
    const row = timeOfRow(rows[0])
    const newest = row?.text ?? null
    return {
      isUnchanged: response.status === 304,
      etag: headers['etag'] ?? null,
      newest,
      refreshedAt: headerTime(headers, 'x-soda2-truth-last-modified', 'last-modified') ?? row?.at ?? null,
      columns: fieldsOfHeader(headers['x-soda2-fields']),
      isEmpty: response.status !== 304 && rows.length === 0,
    }
  },
  async *byNumbers(client, numbers) {
    const { rows } = await ask(client, {
      $select: columnsOf(client).join(','),
      $where: soqlNumbers(client.feed.fields.number, numbers),
      $limit: String(rowsOfNumbers),
    })
    yield rows
  },
  since: (client, newest) => pages(client, `${updatedAt} > ${soqlText(newest)}`, `${updatedAt},:id`),
  byCompanies: (client, query) => pages(client, soqlCompanies(client, query), `${updatedAt} DESC,:id`),
  async sample(client) {
    const { rows } = await ask(client, { $limit: String(sampleRows) })
    return rows
  },
}

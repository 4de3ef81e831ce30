import { soqlCompanies } from './company-condition.ts'
import { Records, headerTime, parseJson, sampleRows } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader } from './feed-client.ts'
import { columnsOf, soqlNumbers, soqlText, timeOfRow } from './soda2.ts'

const rowsPerPage = 1_000
const updatedAt = ':updated_at'

/** SODA 3 takes one query as a text, and always a token. */
async function ask(
  client: FeedClient,
  query: string,
  page = 1,
  etag: string | null = null,
  pageSize = rowsPerPage,
) {
  const { dataset, token } = client.feed
  const response = await client.call({
    url: client.url(`/api/v3/views/${dataset ?? ''}/query.json`),
    body: { query, page: { pageNumber: page, pageSize } },
    etag,
    headers: token === null ? {} : { 'x-app-token': token },
  })
  return { response, rows: response.status === 304 ? [] : parseJson(client, response.text, Records) }
}

async function* pages(client: FeedClient, query: string) {
  for (let page = 1; ; page += 1) {
    const { rows } = await ask(client, query, page)
    yield rows
    if (rows.length < rowsPerPage) return
  }
}

export const soda3: FeedReader = {
  async head(client, known): Promise<FeedHead> {
    const query = `SELECT ${[updatedAt, ...columnsOf(client)].join(', ')} ORDER BY ${updatedAt} DESC LIMIT 1`
    const { response, rows } = await ask(client, query, 1, known.etag, 1)
    const { headers } = response
    const row = timeOfRow(rows[0])
    return {
      isUnchanged: response.status === 304,
      etag: headers['etag'] ?? null,
      newest: row?.text ?? null,
      refreshedAt: headerTime(headers, 'x-soda2-truth-last-modified', 'last-modified') ?? row?.at ?? null,
      columns: null,
      isEmpty: response.status !== 304 && rows.length === 0,
    }
  },
  byNumbers: (client, numbers) =>
    pages(
      client,
      `SELECT ${columnsOf(client).join(', ')} WHERE ${soqlNumbers(client.feed.fields.number, numbers)}`,
    ),
  since: (client, newest) =>
    pages(
      client,
      `SELECT ${columnsOf(client).join(', ')} WHERE ${updatedAt} > ${soqlText(newest)} ORDER BY ${updatedAt}, :id`,
    ),
  byCompanies: (client, query) =>
    pages(
      client,
      `SELECT ${columnsOf(client).join(', ')} WHERE ${soqlCompanies(client, query)} ORDER BY ${updatedAt} DESC, :id`,
    ),
  async sample(client) {
    const { rows } = await ask(client, 'SELECT *', 1, null, sampleRows)
    return rows
  },
}

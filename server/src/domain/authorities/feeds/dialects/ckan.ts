import { z } from 'zod'
import type { OutsideResponse } from '#platform/outside/outside-request.ts'
import type { NameQuery } from '../discovery/company-name.ts'
import { newestBy } from './company-condition.ts'
import { Records, headerTime, parseJson, sampleRows, sinceHeader } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader, KnownHead } from './feed-client.ts'
import { columnsOf } from './soda2.ts'

const rowsPerPage = 1_000

const Found = z.object({
  success: z.literal(true),
  result: z.object({
    fields: z.array(z.object({ id: z.string() })).nullish(),
    records: Records,
    total: z.number().nullish(),
  }),
})

async function ask(
  client: FeedClient,
  parameters: Readonly<Record<string, string>>,
  known: KnownHead = { etag: null, newest: null },
) {
  const { dataset, token } = client.feed
  const response = await client.call({
    url: client.url('/api/3/action/datastore_search', { resource_id: dataset ?? '', ...parameters }),
    etag: known.etag,
    headers: { ...sinceHeader(known), ...(token !== null && { authorization: token }) },
  })
  return { response, result: response.status === 304 ? null : parseJson(client, response.text, Found).result }
}

async function* pages(client: FeedClient, parameters: Readonly<Record<string, string>>) {
  for (let offset = 0; ;) {
    const { result } = await ask(client, {
      ...parameters,
      fields: columnsOf(client).join(','),
      limit: String(rowsPerPage),
      offset: String(offset),
    })
    const rows = result?.records ?? []
    yield rows
    offset += rows.length
    const total = result?.total ?? null
    if (rows.length === 0 || (total === null ? rows.length < rowsPerPage : offset >= total)) return
  }
}

/**
 * A weak tag is mostly made of the answer, which holds one row. Beside a time of change it is made of the
 * data.
 */
function tagOfData({ etag, 'last-modified': changed }: OutsideResponse['headers']): string | null {
  return etag === undefined || (etag.startsWith('W/') && changed === undefined) ? null : etag
}

/** Words of the text search of PostgreSQL that a name may hold in any form. Shorter ones find too much. */
const minWordLength = 3

/** A full text query for these names; null where none has a word to look for. */
function textQuery(names: readonly NameQuery[]): string | null {
  const wanted = names.map(({ wholeWords }) => wholeWords.filter((word) => word.length >= minWordLength))
  const queries = wanted.filter((words) => words.length > 0).map((words) => words.map((word) => `${word}:*`))
  return queries.length === 0 ? null : queries.map((words) => `(${words.join(' & ')})`).join(' | ')
}

/** The data store of a CKAN portal. */
export const ckan: FeedReader = {
  async head(client, known): Promise<FeedHead> {
    const { response, result } = await ask(client, { limit: '1' }, known)
    return {
      isUnchanged: response.status === 304,
      etag: tagOfData(response.headers),
      newest: response.headers['last-modified'] ?? null,
      refreshedAt: headerTime(response.headers, 'last-modified'),
      columns: result?.fields?.map(({ id }) => id) ?? null,
      isEmpty: result !== null && result.records.length === 0,
    }
  },
  byNumbers: (client, numbers) =>
    pages(client, { filters: JSON.stringify({ [client.feed.fields.number]: numbers }) }),
  pages: (client) => pages(client, {}),
  async *byCompanies(client, { names }) {
    const query = textQuery(names)
    if (query === null) return
    const q = JSON.stringify({ [client.feed.fields.client ?? '']: query })
    yield* pages(client, { q, plain: 'false', sort: `"${newestBy(client)}" desc` })
  },
  async sample(client) {
    const { result } = await ask(client, { limit: String(sampleRows) })
    return result?.records ?? []
  },
}

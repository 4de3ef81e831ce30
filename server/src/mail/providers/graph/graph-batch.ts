import { z } from 'zod'
import { GraphError } from './graph-client.ts'
import type { GraphClient } from './graph-client.ts'

const maxInBatch = 20
const maxRounds = 5

export interface BatchedRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the mailbox's root. */
  path: string
  body?: unknown
}

export interface BatchedResponse {
  status: number
  body: unknown
}

const Answers = z.object({
  responses: z.array(
    z.object({
      id: z.string(),
      status: z.number(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
  ),
})

/**
 * Sends many requests of one mailbox in batches of twenty and retries throttled ones. The answers are in the
 * order of the requests.
 */
export async function sendBatch(
  client: GraphClient,
  mailbox: string,
  root: string,
  requests: readonly BatchedRequest[],
  wait: (ms: number) => Promise<void>,
): Promise<BatchedResponse[]> {
  const results = new Map<number, BatchedResponse>()
  let open = requests.map((_, index) => index)
  for (let round = 1; open.length > 0; round += 1) {
    let pauseSeconds = 0
    for (let at = 0; at < open.length; at += maxInBatch) {
      const places = open.slice(at, at + maxInBatch)
      const { responses } = await client.json(mailbox, Answers, {
        method: 'POST',
        path: '/$batch',
        json: { requests: places.map((place) => toPart(root, place, requests[place])) },
      })
      for (const { id, status, headers, body } of responses) {
        if (status === 429 && round < maxRounds)
          pauseSeconds = Math.max(pauseSeconds, Number(headers?.['Retry-After'] ?? 1))
        else results.set(Number(id), { status, body })
      }
    }
    open = open.filter((place) => !results.has(place))
    if (open.length > 0) await wait(pauseSeconds * 1_000)
  }
  return requests.map((_, index) => {
    const response = results.get(index)
    if (response === undefined) throw new GraphError(502, 'MissingAnswer')
    return response
  })
}

function toPart(root: string, place: number, request: BatchedRequest | undefined) {
  if (request === undefined) throw new Error('A batch names a request it does not have.')
  const { method, path, body } = request
  const headers = {
    Prefer: 'IdType="ImmutableId"',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { id: String(place), method, url: `${root}${path}`, headers, ...(body !== undefined && { body }) }
}

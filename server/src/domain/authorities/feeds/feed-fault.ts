import { phrase, verbatim } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import type { OutsideError } from '#platform/outside/outside-request.ts'

/**
 * A feed that could not be read. `stop` says whether only a person starts the source again; otherwise it is
 * asked again later, at the earliest after `retryAfterMs`.
 */
export class FeedFault extends Error {
  readonly said: Sayable
  readonly stop: boolean
  readonly retryAfterMs: number
  constructor(said: Sayable, { stop = false, retryAfterMs = 0 } = {}, cause?: unknown) {
    super('the feed could not be read', { cause })
    this.name = 'FeedFault'
    this.said = said
    this.stop = stop
    this.retryAfterMs = retryAfterMs
  }
}

/** A column that is not in the feed any more, or never was. */
export const missingColumn = (column: string): FeedFault =>
  new FeedFault(
    phrase('The feed has no column {{column}}. Correct the column in the source, then run it again.', {
      column: verbatim(column),
    }),
    { stop: true },
  )

/** A feed without the rows that it had. */
export const dryFeed = (known: number, found: number): FeedFault =>
  new FeedFault(
    known === 0
      ? 'The feed has no rows.'
      : phrase('The feed has run dry: of {{known}} permits that it had, {{found}} are left.', {
          known,
          found,
        }),
    { stop: true },
  )

export const refusedToken = (status: number): FeedFault =>
  new FeedFault(phrase('The feed refused access (HTTP {{status}}). Enter a valid token.', { status }), {
    stop: true,
  })

/** A date of the feed that is still to come. */
export const skewedClock = (at: Date): FeedFault =>
  new FeedFault(
    phrase(
      'The feed says that it was refreshed at {{at}} (UTC), which is still to come. Its clock is wrong.',
      {
        at: verbatim(at.toISOString().slice(0, 16).replace('T', ' ')),
      },
    ),
  )

export const slowDown = (retryAfterMs: number, status = 429): FeedFault =>
  new FeedFault(phrase('The feed asked to be called less often (HTTP {{status}}).', { status }), {
    retryAfterMs,
  })

export const wrongStatus = (status: number, retryAfterMs = 0): FeedFault =>
  new FeedFault(phrase('The feed answered with HTTP {{status}}.', { status }), { retryAfterMs })

/** A feed whose pages do not follow each other. */
export const repeatedRows = (): FeedFault =>
  new FeedFault('The feed sends the same rows again instead of its next page. It can’t be read to its end.', {
    stop: true,
  })

export const tooManyRows = (limit: number): FeedFault =>
  new FeedFault(phrase('The feed has more than {{limit}} rows.', { limit: verbatim(String(limit)) }), {
    stop: true,
  })

/** An answer with more rows or lists than a call asks for. */
export const answerTooLarge = (host: string): FeedFault =>
  new FeedFault(phrase('The answer of {{host}} is too large.', { host: verbatim(host) }), { stop: true })

export const notReadable = (what: 'JSON' | 'CSV', cause?: unknown): FeedFault =>
  new FeedFault(phrase('The feed did not answer with complete {{what}}.', { what }), {}, cause)

/** A column of the source that a file has twice, so that its cells are ambiguous. */
export const repeatedColumn = (column: string): FeedFault =>
  new FeedFault(
    phrase('The feed has the column {{column}} more than once. Choose another column.', {
      column: verbatim(column),
    }),
    { stop: true },
  )

/** A file with a row that is none of its header. `row` counts from 1 below the header. */
export function brokenRow(code: string, row: number, cause: unknown): FeedFault {
  const fault = (sentence: string) => new FeedFault(phrase(sentence, { row }), {}, cause)
  if (code === 'CSV_MAX_RECORD_SIZE') return fault('Row {{row}} of the feed is longer than 1 MiB.')
  if (/INCONSISTENT/.test(code))
    return fault('Row {{row}} of the feed has another number of cells than its header.')
  if (/OPENING_QUOTE|CLOSING_QUOTE/.test(code))
    return fault('Row {{row}} of the feed has a quote in the wrong place.')
  return notReadable('CSV', cause)
}

export const compressed = (encoding: string): FeedFault =>
  new FeedFault(
    phrase('The feed answered compressed ({{encoding}}), which was not asked for.', {
      encoding: verbatim(encoding.slice(0, 40)),
    }),
  )

/** An answer in JSON that is no list of rows, such as a refusal with the status of a success. */
export const withoutRows = (cause: unknown): FeedFault =>
  new FeedFault('The feed answered with something else than rows.', {}, cause)

export const interrupted = (): FeedFault =>
  new FeedFault('The run was interrupted. It starts again by itself.')

/** The words of a request without an answer. */
export function faultOfRequest(error: OutsideError): FeedFault {
  const host = verbatim(error.host)
  switch (error.fault) {
    case 'private-address':
      return new FeedFault(
        phrase('{{host}} is an address of this machine or of a private network. It was not called.', {
          host,
        }),
        { stop: true },
        error,
      )
    case 'redirected-inside':
      return new FeedFault(
        phrase('{{host}} redirects to a private address. It was not followed.', { host }),
        { stop: true },
        error,
      )
    case 'too-many-redirects':
      return new FeedFault(phrase('{{host}} redirects too often.', { host }), {}, error)
    case 'timeout':
      return new FeedFault(phrase('{{host}} did not answer in time.', { host }), {}, error)
    case 'too-large':
      return answerTooLarge(error.host)
    case 'cut-off':
      return new FeedFault(phrase('The answer of {{host}} broke off.', { host }), {}, error)
    case 'unreachable':
      return new FeedFault(phrase('{{host}} can’t be reached.', { host }), {}, error)
  }
}

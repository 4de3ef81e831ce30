import { Resolver } from 'node:dns/promises'
import { z } from 'zod'

/**
 * Resolves a name. Throws an error with a `code`: ENOTFOUND and ENODATA when there is no such record, any
 * other code when the lookup failed.
 */
export type ResolveDns = (name: string, type: string) => Promise<string[] | string[][]>

const Records = z.custom<string[] | string[][]>(Array.isArray)

/** Names that no DNS server knows (RFC 2606, 6761, 8375). */
const localNames =
  /(^|\.)(example|example\.(com|net|org)|test|invalid|localhost|local|internal|home\.arpa)\.?$/i
/** After this many lookups in a row without an answer, DNS is not queried for a while. */
const maxSilences = 5
const pauseMs = 30_000
const results = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EFORMERR'])

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const failure = (code: string) =>
  Object.assign(new Error(`The name could not be looked up: ${code}`), { code })

/**
 * Queries the machine's DNS servers with a timeout of two seconds and one retry. When they do not answer,
 * later mail does not wait for them.
 */
export function createResolver(nowMs: () => number = Date.now): ResolveDns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  let silences = 0
  let closedUntilMs = 0
  return async (name, type) => {
    if (localNames.test(name)) throw failure('ENOTFOUND')
    if (nowMs() < closedUntilMs) throw failure('ETIMEOUT')
    try {
      const found = Records.parse(await resolver.resolve(name, type))
      silences = 0
      return found
    } catch (error) {
      silences = results.has(codeOf(error)) ? 0 : silences + 1
      if (silences >= maxSilences) {
        silences = 0
        closedUntilMs = nowMs() + pauseMs
      }
      throw error
    }
  }
}

import { Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UnsettledCaller } from '#records/unsettled-caller.ts'
import { clearSessionCookie } from './session-cookie.ts'
import type { SessionQuestion } from './session-question.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * A call may begin for whoever the cookie belonged to last time, while the session is read with or beside what the call reads. Its
 * answer leaves, and whatever it writes is written, only once the session says that nothing about that person changed; else it is made
 * again for who they are now. So the session costs a page no time of its own, and nobody is answered by what was read before they
 * asked. Source: decision 0009.
 */
declare module 'fastify' {
  interface FastifyRequest {
    /** The question who the request comes from in truth, while `viewer` is only expected; null once that is settled. */
    proof: SessionQuestion | null
  }
}

const mostRemembered = 2_000

/** The people behind recent sessions; the one remembered longest is forgotten first. */
export class RecentViewers {
  readonly #viewers = new Map<string, SignedIn>()

  find(sessionHash: string): SignedIn | undefined {
    return this.#viewers.get(sessionHash)
  }

  keep(viewer: SignedIn): void {
    if (this.#viewers.get(viewer.sessionHash) === viewer) return
    this.#viewers.set(viewer.sessionHash, viewer)
    const [oldest] = this.#viewers.keys()
    if (this.#viewers.size > mostRemembered && oldest !== undefined) this.#viewers.delete(oldest)
  }

  forget(sessionHash: string): void {
    this.#viewers.delete(sessionHash)
  }
}

/**
 * Waits until it is known who the request comes from, and lets it come from them; a cookie that opens nothing is taken away, unless it
 * opened something a moment ago: the browser may hold the next one already, and would lose that. Throws where the database does not answer.
 */
export async function settleViewer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.proof === null) return
  const { viewers } = request.server
  const { proof, viewer: expected } = request
  request.viewer = await proof.ask()
  request.proof = null
  if (request.viewer !== null) return viewers.keep(request.viewer)
  if (expected !== null) viewers.forget(expected.sessionHash)
  if (!(await proof.hasJustEnded())) clearSessionCookie(reply)
}

/** The error a request is refused with: what an expected person was refused for is no matter where the session is over. */
export async function settledError(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<unknown> {
  if (request.proof === null) return error
  try {
    await settleViewer(request, reply)
  } catch (unreachable) {
    return unreachable
  }
  return request.viewer === null ? new Refusal('unauthenticated', 'Sign in to continue.') : error
}

/** The session says something else than was expected: the work is begun anew. */
class Unexpected extends Error {}

/** Does work that may begin for an expected person, and does it again where the session says something else. */
export async function doSettled<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (caller: UnsettledCaller | undefined) => Promise<Answer>,
): Promise<Answer> {
  const expected = request.viewer
  const question = request.proof
  if (question === null) return work(undefined)
  const settle = async () => {
    await settleViewer(request, reply)
    if (expected?.likeness !== request.viewer?.likeness) throw new Unexpected('The session changed')
  }
  // Where the first statement takes the question along nothing else asks it; otherwise it is asked beside what the work asks.
  const beside = setImmediate(() => void question.ask())
  const board = () => {
    clearImmediate(beside)
    return question.board()
  }
  const outcome = await work({ board, settle }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  clearImmediate(beside)
  try {
    if (question.isBorneOut) request.proof = null
    else await settle()
  } catch (error) {
    if (error instanceof Unexpected) return work(undefined)
    throw error
  }
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}

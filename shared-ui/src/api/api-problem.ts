import { Problem } from '@portal/contract'
import type { ProblemType } from '@portal/contract'

/**
 * A refused call, as the server told it (problem+json); a call that got no answer has status 0 and type
 * `unavailable`.
 */
export class ApiProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, { cause })
    this.name = 'ApiProblem'
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }

  get type(): string {
    return this.problem.type
  }
}

/** Is it a refusal of this type? */
export function isProblem(error: unknown, type: ProblemType): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.type === type
}

const sentences = {
  offline: 'No connection to the portal. Check your network, then try again.',
  broken: 'The portal answered in a way this page does not understand. Reload the page, then try again.',
} as const

/** The problem of a call that got no answer at all. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    { type: 'unavailable', title: 'No answer', status: 0, detail: sentences.offline, instance: '' },
    cause,
  )
}

/**
 * The problem in an answer of that status; a body that is no problem (a proxy's page, say) is told by its
 * status.
 */
export function problemOf(status: number, body: unknown, cause: unknown): ApiProblem {
  const parsed = Problem.safeParse(body)
  if (parsed.success) return new ApiProblem(parsed.data, cause)
  const type: ProblemType =
    status === 401
      ? 'unauthenticated'
      : status === 403
        ? 'forbidden'
        : status === 404
          ? 'not-found'
          : 'unavailable'
  return new ApiProblem(
    {
      type,
      title: `Answer ${status}`,
      status,
      detail: `The portal answered ${status}. Try again in a moment.`,
      instance: '',
    },
    cause,
  )
}

/** The problem of an answer that does not have the promised shape. */
export function unexpectedAnswer(url: string, cause: unknown): ApiProblem {
  return new ApiProblem(
    { type: 'unavailable', title: 'Unexpected answer', status: 502, detail: sentences.broken, instance: url },
    cause,
  )
}

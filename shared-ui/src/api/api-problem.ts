import { isProblemBody } from '@portal/contract'
import type { Problem, ProblemType } from '@portal/contract'
import { t } from './texts.ts'

/**
 * A refused call, as reported by the server (problem+json). A call without a response has status 0 and type
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

/** True if the error is a refusal of this type. */
export function isProblem(error: unknown, type: ProblemType): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.type === type
}

/** The problem of a call without a response. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    { type: 'unavailable', title: 'No answer', status: 0, detail: t('offline'), instance: '' },
    cause,
  )
}

/**
 * The problem in a response with that status. If the body is not a problem, for example a proxy's error page,
 * the status determines the problem.
 */
export function problemOf(status: number, body: unknown, cause: unknown): ApiProblem {
  if (isProblemBody(body)) return new ApiProblem(body, cause)
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
      detail: t('answered', { status }),
      instance: '',
    },
    cause,
  )
}

/** The problem of a response that does not have the expected shape. */
export function unexpectedResponse(url: string, cause: unknown): ApiProblem {
  return new ApiProblem(
    { type: 'unavailable', title: 'Unexpected answer', status: 502, detail: t('broken'), instance: url },
    cause,
  )
}

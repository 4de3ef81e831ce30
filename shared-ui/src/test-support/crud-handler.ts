import { http, HttpResponse } from 'msw'
import type { HttpHandler } from 'msw'
import { CrudCall, problemTypes } from '@portal/contract'
import type { ProblemType } from '@portal/contract'

/**
 * The answer to an inner call: a body with status 200 by default, a refusal (a conflict includes the current
 * record), or no response.
 */
export type CrudAnswer =
  | { body: unknown; status?: number }
  | { refusal: ProblemType; detail?: string; current?: unknown }
  | 'unreachable'

function toResponse(answer: CrudAnswer): Response {
  if (answer === 'unreachable') return HttpResponse.error()
  if ('body' in answer) return Response.json(answer.body, { status: answer.status ?? 200 })
  const { status, title } = problemTypes[answer.refusal]
  const problem = {
    type: answer.refusal,
    title,
    status,
    detail: answer.detail ?? title,
    instance: 'req-1',
    current: answer.current,
  }
  return HttpResponse.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

export interface CrudHandlerOptions {
  /** True if `answer` also handles saved views; otherwise there are none. */
  answersViews?: boolean
  /** True if `answer` also handles the tab counts of a record; otherwise there are none. */
  answersCounts?: boolean
}

/**
 * Handles `POST /api/crud`. `answer` gets the inner call, whose path has no leading slash. It returns
 * undefined for unknown calls, which then fail the test as unhandled. By default there are no saved views.
 */
export function crudHandler(
  answer: (call: CrudCall) => CrudAnswer | undefined | Promise<CrudAnswer | undefined>,
  { answersViews = false, answersCounts = false }: CrudHandlerOptions = {},
): HttpHandler {
  return http.post('*/api/crud', async ({ request }) => {
    const call = CrudCall.parse(await request.clone().json())
    if (!answersViews && call.method === 'GET' && call.apiPath === '/views')
      return Response.json({ views: [] })
    if (!answersCounts && call.method === 'GET' && call.apiPath.endsWith('/counts'))
      return Response.json({ counts: {} })
    const answered = await answer({ ...call, apiPath: call.apiPath.replace(/^\//, '') })
    return answered === undefined ? undefined : toResponse(answered)
  })
}

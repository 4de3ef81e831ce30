import { http, HttpResponse } from 'msw'
import type { HttpHandler } from 'msw'
import { CrudCall, problemTypes, seedLibrary } from '@portal/contract'
import type { ProblemType } from '@portal/contract'

/**
 * What an inner call answers: a body with status 200, a refusal (a conflict with what stands now), or no
 * answer at all.
 */
export type CrudResponse =
  | { body: unknown; status?: number }
  | { refusal: ProblemType; detail?: string; current?: unknown }
  | 'unreachable'

function toResponse(result: CrudResponse): Response {
  if (result === 'unreachable') return HttpResponse.error()
  if ('body' in result) return Response.json(result.body, { status: result.status ?? 200 })
  const { status, title } = problemTypes[result.refusal]
  const problem = {
    type: result.refusal,
    title,
    status,
    detail: result.detail ?? title,
    instance: 'req-1',
    current: result.current,
  }
  return HttpResponse.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

export interface CrudHandlerOptions {
  /** `answer` also answers for saved views; else there are none. */
  answersViews?: boolean
  /** `answer` also answers how many there are in the tabs of a record; else nothing is told. */
  answersCounts?: boolean
}

/**
 * Answers `POST /api/crud`. `answer` gets the inner call, its path without a leading slash, and says
 * undefined for calls it does not know, which then fail the test as unhandled. A portal nobody has saved a
 * view in is what tests begin with.
 */
export function crudHandler(
  response: (call: CrudCall) => CrudResponse | undefined | Promise<CrudResponse | undefined>,
  { answersViews = false, answersCounts = false }: CrudHandlerOptions = {},
): HttpHandler {
  return http.post('*/api/crud', async ({ request }) => {
    const call = CrudCall.parse(await request.clone().json())
    if (!answersViews && call.method === 'GET' && call.apiPath === '/views')
      return Response.json({ views: [] })
    if (!answersCounts && call.method === 'GET' && call.apiPath.endsWith('/counts'))
      return Response.json({ counts: {} })
    const answered = await response({ ...call, apiPath: call.apiPath.replace(/^\//, '') })
    if (answered !== undefined) return toResponse(answered)
    // Nobody changed the permit types.
    if (call.apiPath === '/permit-library') return Response.json({ version: 0, ...seedLibrary })
    // What nobody watches is asked for by menus of which most tests say nothing.
    if (call.method !== 'GET') return undefined
    if (call.apiPath === '/watches') return Response.json({ records: [], views: [] })
    return call.apiPath.endsWith('/watch') ? Response.json({ isWatching: false, watchers: null }) : undefined
  })
}

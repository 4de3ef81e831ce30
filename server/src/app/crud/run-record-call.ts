import { Refusal, needsProof } from '@portal/contract'
import type { RunRecordCall } from '#deployments/apps/calls.ts'
import { ApprovalNeeded } from '#domain/approvals/second-approval.ts'
import type { CrudDeps } from '#engine/routes/record-route.ts'
import { untilAbandoned } from '#platform/http/abandoned.ts'
import { actorOf, sessionUserOf } from '#platform/sessions/session.ts'
import type { Deps } from '../deps.ts'
import { parseApiPath } from './api-path.ts'
import { dispatch, findCall, labelsOf } from './calls.ts'

/**
 * Record calls of apps, by the rules of `POST /api/crud`. What needs a recent authentication or a second
 * approval is refused: a person does that in the portal itself.
 */
export function runRecordCall(deps: Deps, parts: CrudDeps): RunRecordCall {
  return async (request, reply, call) => {
    const actor = actorOf(request)
    const viewer = sessionUserOf(request) ?? actor
    const segments = parseApiPath(call.apiPath)
    const found = findCall(call.method, segments)
    if (found !== undefined) request.recordCall = labelsOf(found, segments)
    if (needsProof(call.method, segments)) throw new Refusal('forbidden', 'An app cannot do this.')
    const signal = untilAbandoned(reply)
    const asked = { deps: { ...deps, signal }, pendingSession: undefined, parts, actor, viewer, call }
    try {
      return (await dispatch(asked, segments, found)).json
    } catch (error) {
      if (error instanceof ApprovalNeeded) throw new Refusal('forbidden', 'An app cannot do this.')
      throw error
    }
  }
}

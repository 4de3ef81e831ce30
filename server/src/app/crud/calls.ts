import { findCollection, invalid, phrase } from '@portal/contract'
import { alertCalls } from '#domain/notifications/alerts.routes.ts'
import { mentionCalls } from '#domain/notifications/mentions.routes.ts'
import { bulkCalls } from './calls/bulk.ts'
import { calendarCalls } from '#domain/calendar/calendar.routes.ts'
import { certificateCalls, clientCalls, mergeCalls } from '#domain/organizations/organizations.routes.ts'
import { conditionCalls } from '#domain/permits/conditions.routes.ts'
import { configurationCalls } from './calls/configuration.ts'
import type { Answer, RouteContext, RecordRoute } from '#engine/routes/record-route.ts'
import { correctionCalls } from '#domain/permits/corrections/corrections.routes.ts'
import { feedCalls } from '#domain/authorities/feeds/feeds.routes.ts'
import { fieldCalls } from './calls/fields.ts'
import { queryRoutes } from './calls/finding.ts'
import { menuCountCalls } from '#domain/notifications/menu-counts.routes.ts'
import { noteCalls } from '#engine/routes/notes.routes.ts'
import { paymentCalls } from '#domain/payments/payments.routes.ts'
import { peopleCalls } from '#domain/users/users.routes.ts'
import { permitPeopleCalls } from '#domain/permits/permit-people.routes.ts'
import { permitCalls } from '#domain/permits/permits.routes.ts'
import { libraryFileCalls } from '#domain/library-file/library-file.routes.ts'
import { permitLibraryCalls } from '#domain/permit-library/permit-library.routes.ts'
import { requirementCalls } from '#domain/requirements/requirements.routes.ts'
import { recordCalls } from '#engine/routes/records.routes.ts'
import { statusMapCalls } from './calls/status-map.ts'
import { transitionCalls } from '#engine/routes/transitions.routes.ts'
import { undoCalls } from '#domain/undo/undo.routes.ts'
import { packageCalls } from '#domain/packages/packages.routes.ts'
import { workloadCalls } from '#domain/handover/workload.routes.ts'
import { viewCalls } from '#engine/routes/views.routes.ts'
import { watchCalls } from '#domain/watching/watching.routes.ts'
import type { RecordCallLabels } from '#platform/http/access-log.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import type { Deps } from '../deps.ts'

/**
 * Every inner call of `POST /api/crud`. If two calls match a path, the first one in the list is used. Source:
 * contract.md 2.
 */
const innerCalls: readonly RecordRoute<Deps>[] = [
  ...configurationCalls,
  ...statusMapCalls,
  ...requirementCalls,
  ...permitLibraryCalls,
  ...libraryFileCalls,
  ...viewCalls,
  ...calendarCalls,
  ...feedCalls,
  ...alertCalls,
  ...menuCountCalls,
  ...queryRoutes,
  ...noteCalls,
  ...mentionCalls,
  ...watchCalls,
  ...peopleCalls,
  ...workloadCalls,
  ...clientCalls,
  ...mergeCalls,
  ...certificateCalls,
  ...permitPeopleCalls,
  ...permitCalls,
  ...conditionCalls,
  ...correctionCalls,
  ...paymentCalls,
  ...undoCalls,
  ...packageCalls,
  ...transitionCalls,
  ...fieldCalls,
  ...recordCalls,
  ...bulkCalls,
]

/** The calls with the words of their patterns; null matches any segment. */
const worded = innerCalls.map((call) => ({
  call,
  words: call.pattern.map((part) => (part.startsWith('{') ? null : part)),
  operation: `${call.method} /${call.pattern.join('/')}`,
}))
type Worded = (typeof worded)[number]

/** Method and pattern of every call, such as `GET /{collection}/{pid}`. */
export const operations: readonly string[] = worded.map(({ operation }) => operation)

/** Grouped by method and number of segments, which narrows the calls to compare with a path. */
const callsOf = Map.groupBy(worded, ({ call: { method }, words }) => `${method} ${words.length}`)

function fits({ words }: Worded, segments: readonly string[]): boolean {
  return words.every((word, at) => word === null || word === segments[at])
}

/** The inner call of a method and path; undefined for an unknown one. */
export function findCall(method: string, segments: readonly string[]): Worded | undefined {
  return callsOf.get(`${method} ${segments.length}`)?.find((each) => fits(each, segments))
}

/** What metrics and access log say about a call. Only known collections become a label. */
export function labelsOf({ words, operation }: Worded, segments: readonly string[]): RecordCallLabels {
  const [first = ''] = segments
  const collection = words[0] ?? (findCollection(first) === undefined ? 'unknown' : first)
  return { collection, operation, apiPath: segments.join('/') }
}

type Calling = Omit<RouteContext<Deps>, 'names' | 'deps'> & {
  deps: Deps & { signal: AbortSignal }
  pendingSession: PendingSession | undefined
}

/**
 * Runs one inner call. A speculative call starts before the session check has finished. Throws 400 for an
 * unknown collection, path or method.
 */
export async function dispatch(
  { pendingSession, ...asked }: Calling,
  segments: readonly string[],
  found: Worded | undefined,
): Promise<Answer> {
  const { call } = asked
  if (found !== undefined) {
    const names = segments.filter((_, at) => found.words[at] === null)
    if (found.call.isSpeculative !== true) {
      await pendingSession?.resolve()
      return found.call.answer({ ...asked, names })
    }
    // Only reads of records start before their session is known, besides the change of one record.
    const isRead = found.call.method === 'GET'
    const reader = isRead ? ((await asked.deps.standby?.reader()) ?? undefined) : undefined
    const deps = { ...asked.deps, reader, ...(pendingSession !== undefined && { pendingSession }) }
    return found.call.answer({ ...asked, deps, names })
  }
  const fitting = worded.filter((each) => each.words.length === segments.length && fits(each, segments))
  const [first = ''] = segments
  if (findCollection(first) === undefined && fitting.every(({ words }) => words[0] === null)) {
    throw invalid(
      'apiPath',
      'unknown-collection',
      phrase('apiPath: there is no collection {{first}}', { first }),
    )
  }
  if (fitting.length > 0)
    throw invalid(
      'method',
      'unknown-method',
      phrase('method: {{method}} does not go with {{segments}}', {
        method: call.method,
        segments: segments.join('/'),
      }),
    )
  throw invalid(
    'apiPath',
    'unknown-path',
    phrase('apiPath: there is no call {{segments}}', { segments: segments.join('/') }),
  )
}

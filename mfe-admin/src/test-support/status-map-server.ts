import {
  PublishBody,
  RevertBody,
  StatusMapDraft,
  seedStatusMap,
  statusMapChanges,
  toStatuses,
} from '@portal/contract'
import type { CrudCall, StatusMapSettings } from '@portal/contract'
import { crudHandler, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'

const ada = { pid: '01USER00000000000000000001', title: 'Ada Marlow' }
const at = '2026-11-20T09:00:00.000Z'
const keysOf = (statuses: StatusMapSettings['statuses']) => statuses.map(({ key }) => key)
const first = {
  number: 0,
  at: null,
  by: null,
  note: null,
  revertedTo: null,
  moved: 0,
  keys: keysOf([...seedStatusMap]),
  changes: [],
}

/** The permit status map of a mocked server, and all request bodies it received. */
export interface StatusMapSide {
  settings: StatusMapSettings
  sent: unknown[]
  /** Why the server refuses every change; null: it takes them. */
  refusal: string | null
}

function publish(
  side: StatusMapSide,
  statuses: StatusMapSettings['statuses'],
  more: { note: string | null; revertedTo: number | null },
): void {
  const { settings } = side
  const published = settings.published + 1
  const changes = statusMapChanges(settings.statuses, statuses)
  const version = { number: published, at, by: ada, moved: 0, keys: keysOf(statuses), changes, ...more }
  side.settings = {
    ...settings,
    published,
    statuses,
    draft: null,
    version: settings.version + 1,
    versions: [version, ...settings.versions],
  }
}

function write(side: StatusMapSide, { apiPath, body }: CrudCall): void {
  if (apiPath.endsWith('/publish'))
    return publish(side, side.settings.draft?.statuses ?? [], {
      note: PublishBody.parse(body).note ?? null,
      revertedTo: null,
    })
  if (apiPath.endsWith('/revert')) {
    const { note = null, to = 0 } = RevertBody.parse(body)
    return publish(side, [...seedStatusMap], { note, revertedTo: to })
  }
  const { statuses: rows, remap } = StatusMapDraft.parse(body)
  const statuses = rows === null ? null : toStatuses(rows)
  const { settings } = side
  const affected = Object.entries(remap).map(([status, becomes]) => ({
    status,
    becomes,
    count: settings.counts[status] ?? 0,
  }))
  const draft =
    statuses === null
      ? null
      : {
          statuses,
          remap,
          updatedAt: at,
          updatedBy: ada,
          changes: statusMapChanges(settings.statuses, statuses),
          affected,
        }
  side.settings = { ...settings, draft, version: settings.version + 1 }
}

/** Answers the calls of the permit status map, starting with the initial map of a portal. */
export function startStatusMap(change: Partial<StatusMapSettings> = {}): StatusMapSide {
  const side: StatusMapSide = {
    settings: {
      version: 1,
      published: 0,
      statuses: [...seedStatusMap],
      moved: {},
      draft: null,
      counts: {},
      versions: [first],
      ...change,
    },
    sent: [],
    refusal: null,
  }
  const response = (call: CrudCall): CrudResponse | undefined => {
    if (!call.apiPath.startsWith('permit-status-map')) return undefined
    if (call.method === 'GET') return { body: side.settings }
    side.sent.push(call.body)
    if (side.refusal !== null) return { refusal: 'validation-failed', detail: side.refusal }
    const { version } = StatusMapDraft.pick({ version: true }).loose().parse(call.body)
    if (version !== side.settings.version) return { refusal: 'version-conflict', current: side.settings }
    write(side, call)
    return { body: side.settings }
  }
  server.use(crudHandler(response))
  return side
}

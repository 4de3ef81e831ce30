import { http, HttpResponse } from 'msw'
import type { CrudCall, Role } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { mountInto } from '../panels/documents.ts'
import { openPermitTab } from './open-tab.tsx'

const pid = '01J0000000000000000000ABCD'

/** The permit whose documents the tests open. */
export const permit = {
  pid,
  version: 4,
  refNo: 'PM-2026-000012',
  title: 'Two garages',
  status: 'IN_PREPARATION',
  cycleNo: 1,
}

/** Root of the permit's files. */
export const root = `permits/${pid}`

const packagePid = '01J0000000000000000000RTSX'

/** Address of a document of the package. */
export const checklistPath = (documentType: string) => `rts/${packagePid}/checklist/${documentType}`

/** A document of a package; required unless told otherwise. */
export const item = (
  documentType: string,
  state: string,
  more: { required?: boolean; file?: string; reason?: string } = {},
) => ({ documentType, required: true, state, file: null, reason: null, ...more })

/** The submittal package of the permit, in this status and with these documents. */
export const pack = (status: string, ...checklist: object[]) => ({
  pid: packagePid,
  version: 1,
  refNo: 'RT-2026-000003',
  permit: { pid, title: permit.title },
  status,
  checklist,
  readinessPct: 50,
  missingCount: 1,
})

/** When files of the permit were stored. */
export const storedAt = '2026-02-01T10:00:00.000Z'

/** A file of the permit. */
export const permitFile = (more: object = {}) => ({
  pid: 'FILE',
  name: 'Plan.pdf',
  parentId: root,
  root,
  size: 1234,
  mimeType: 'application/pdf',
  status: 'done',
  visibility: 'CLIENT',
  updatedAt: storedAt,
  updatedBy: null,
  org: null,
  ...more,
})

/** Requirements the permit follows; another version is in force. */
const requirements = {
  number: 1,
  inForce: { number: 3, isOther: true },
  required: [],
  optional: [],
  conditions: [],
  fees: [],
}

export interface OpenedDocuments {
  as?: Role
  /** Transitions of the package. */
  steps?: readonly object[] | 'unreachable'
  /** What the permit has besides the facts of `permit`. */
  facts?: object
  /** What is told about the files of the documents. */
  details?: readonly object[]
  /** What else the server answers; it goes before the answers of the package. */
  answer?: (call: CrudCall) => CrudResponse | undefined
}

/** Opens the tab Documents of the permit with this package, or none. */
export function openDocuments(
  shown: object | null,
  { as = 'team', steps = [], facts = {}, details = [], answer }: OpenedDocuments = {},
) {
  server.use(
    http.get('*/api/files/documents/*', () =>
      HttpResponse.json({ success: true, message: 'OK', documents: details }),
    ),
  )
  const packages = shown === null ? [] : [shown]
  return openPermitTab({
    label: 'Documents',
    mountInto,
    as,
    permit: { ...permit, ...facts },
    answer: (call) => {
      const given = answer?.(call)
      if (given !== undefined) return given
      const { apiPath, method } = call
      if (apiPath === 'rts')
        return { body: { rts: packages, metadata: { count: packages.length, page: 1, pageSize: 1 } } }
      if (method === 'PATCH' || apiPath === `rts/${packagePid}`) return { body: shown }
      if (apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
      if (apiPath === `permits/${pid}/requirements`) return { body: requirements }
      if (!apiPath.startsWith('rts/')) return undefined
      return steps === 'unreachable' ? steps : { body: { transitions: steps } }
    },
  })
}

import { screen } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, OrgRole, Role } from '@portal/contract'
import { RecordPage } from '../records/page/RecordPage.lazy.tsx'
import { setWidth } from './browser.ts'
import { crudHandler } from './crud-handler.ts'
import type { CrudResponse } from './crud-handler.ts'
import { personAs, renderRoutes } from './render-routes.tsx'
import { server } from './server.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
  { path: '*', element: null },
]

/** The person who opens the tab when they are of the team. */
export const me = personAs('team')

/** The permit whose tabs `openRecordTab` opens. */
export const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Warehouse',
  org: { pid: '01ORG', title: 'Acme Builders' },
  status: 'UNDER_REVIEW',
  assignedTo: { pid: '01ANNA', title: 'Anna Berg' },
  collaborators: ['01BEN'],
  parent: { pid: '01PARENT', title: 'Campus' },
  city: 'Austin',
}

type Answer = (call: CrudCall) => CrudResponse | undefined

/** Opens a tab every record has, at a permit, with a server that also gives the answers of `result`. */
export function openRecordTab(
  tab: string,
  result: Answer = () => undefined,
  as: Role = 'team',
  orgRole?: OrgRole,
) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      const answered = result(call)
      if (answered !== undefined) return answered
      if (call.apiPath === 'permits')
        return { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (call.apiPath.endsWith('/following')) return { body: { following: [] } }
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === 'users/lookup')
        return { body: { options: [{ pid: '01BEN', title: 'Ben Cole', hint: '' }] } }
      return call.apiPath === `permits/${permit.pid}` && call.method === 'GET' ? { body: permit } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/permits/processing/${permit.pid}?tab=${encodeURIComponent(tab)}`, {
    as,
    ...(orgRole !== undefined && { orgRole }),
  })
  return { ...rendered, sent, panel: () => screen.findByRole('tabpanel', { name: tab }) }
}

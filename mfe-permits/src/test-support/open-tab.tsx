import { screen, within } from '@testing-library/react'
import type { CrudCall, Role } from '@portal/contract'
import { crudHandler, expectConsole, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import type { CrudAnswer } from '@portal/shared-ui/test-support'
import type { PanelModule, PanelOffer } from '@portal/shared-ui'
import { routes } from '../routes.tsx'

export interface OpenedTab {
  label: string
  mountInto: PanelModule['mountInto']
  /** The record the drawer shows, a permit on the way. */
  permit: { pid: string; title: string } & Record<string, unknown>
  answer: (call: CrudCall) => CrudAnswer | undefined
  as?: Role
}

/** Opens a tab of a permit's drawer at its address, at a server that answers as it is told. */
export async function openTab({ label, mountInto, permit, answer, as = 'team' }: OpenedTab) {
  setWidth(1600)
  // A panel has a React root of its own, which comes and goes outside of what Testing Library wraps.
  expectConsole(/inside a test was not wrapped in act/)
  const offer: PanelOffer = {
    remote: 'permits',
    panel: { slot: 'record.tab', collections: ['permits'], id: 'tested', label, order: 1, expose: './tested' },
  }
  const calls: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      calls.push(call)
      const given = answer(call)
      if (given !== undefined) return given
      if (call.apiPath === 'permits') return { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return call.apiPath === `permits/${permit.pid}` ? { body: permit } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/permits/processing/${permit.pid}?tab=${encodeURIComponent(label)}`, {
    as,
    heading: 'Processing permits',
    panels: [offer],
    loadPanel: () => Promise.resolve({ mountInto }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: permit.title }, { timeout: 15_000 }))
  /** What was sent with this method. */
  const sent = (method: CrudCall['method']) => calls.filter((call) => call.method === method).map(({ apiPath, body }) => [apiPath, body])
  return { ...rendered, drawer, calls, sent }
}

import { screen, within } from '@testing-library/react'
import type { RouteObject } from 'react-router'
import { collections } from '@portal/contract'
import type { CollectionName, CrudCall, DrawerTab, Role } from '@portal/contract'
import type { PanelModule, PanelOffer } from '../portal/shell-api.ts'
import { titleOf } from '../records/declaration/record-title.ts'
import { recordUrl } from '../records/page/record-url.ts'
import { setWidth } from './browser.ts'
import { expectConsole } from './console.ts'
import { crudHandler } from './crud-handler.ts'
import type { CrudResponse } from './crud-handler.ts'
import { renderRoutes } from './render-routes.tsx'
import { server } from './server.ts'

export interface OpenedTab {
  routes: RouteObject[]
  collection: CollectionName
  /** Heading of the collection's page. */
  heading: string
  label: DrawerTab
  mountInto: PanelModule['mountInto']
  /** The record the drawer shows. */
  record: { pid: string } & Record<string, unknown>
  /** What else the server answers. */
  answer: (call: CrudCall) => CrudResponse | undefined | Promise<CrudResponse | undefined>
  as?: Role
}

/** Opens a tab of a record's drawer at its address, at a server that answers as it is told. */
export async function openTab({
  routes,
  collection,
  heading,
  label,
  mountInto,
  record,
  answer,
  as = 'team',
}: OpenedTab) {
  setWidth(1600)
  // A panel has a React root of its own, which comes and goes outside of what Testing Library wraps.
  expectConsole(/inside a test was not wrapped in act/)
  const declaration = collections[collection]
  const panel = {
    slot: 'record.tab' as const,
    collections: [collection],
    id: 'tested',
    label,
    order: 1,
    expose: './tested',
  }
  const offer: PanelOffer = { remote: 'tested', panel }
  const calls: CrudCall[] = []
  server.use(
    crudHandler(async (call) => {
      calls.push(call)
      const given = await answer(call)
      if (given !== undefined) return given
      if (call.apiPath === collection)
        return {
          body: { [declaration.responseField]: [record], metadata: { count: 1, page: 1, pageSize: 50 } },
        }
      return call.apiPath === `${collection}/${record.pid}` ? { body: record } : undefined
    }),
  )
  const url = recordUrl(collection, record.pid) ?? ''
  const rendered = renderRoutes(
    routes,
    `${url}${url.includes('?') ? '&' : '?'}tab=${encodeURIComponent(label)}`,
    {
      as,
      heading,
      panels: [offer],
      loadPanel: () => Promise.resolve({ mountInto }),
    },
  )
  const title = titleOf(declaration, { version: 1, createdAt: null, ...record })
  const drawer = within(await screen.findByRole('dialog', { name: title }, { timeout: 15_000 }))
  /** What was sent with this method. */
  const sent = (method: CrudCall['method']) =>
    calls.filter((call) => call.method === method).map(({ apiPath, body }) => [apiPath, body])
  return { ...rendered, drawer, calls, sent }
}

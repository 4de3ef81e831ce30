import { screen } from '@testing-library/react'
import { collections, slotDefinitions } from '@portal/contract'
import type { AnyRecord, CrudCall, PanelDeclaration, SlotName } from '@portal/contract'
import type { PanelModule, PanelOffer } from '../portal/shell-api.ts'
import { RecordPage } from '../records/page/RecordPage.lazy.tsx'
import { setWidth } from './browser.ts'
import { expectConsole } from './console.ts'
import { crudHandler } from './crud-handler.ts'
import type { CrudResponse } from './crud-handler.ts'
import { renderRoutes } from './render-routes.tsx'
import type { RenderOptions } from './render-routes.tsx'
import { server } from './server.ts'

const routes = [
  {
    path: '/tasks/:pid?',
    element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" />,
  },
]
const task = (number: number, status = 'OPEN'): AnyRecord => ({
  pid: `TASK${number}`,
  version: 1,
  title: `Task ${number}`,
  refNo: `TK-2026-00000${number}`,
  status,
})

/** What the remote `ports` offers for a slot; its id is its label. */
export function offerIn(slot: SlotName, id: string, more: Partial<PanelDeclaration> = {}): PanelOffer {
  const panel: PanelDeclaration = {
    slot,
    collections: slotDefinitions[slot].hasCollections ? ['tasks'] : [],
    id,
    label: id,
    order: 1,
    expose: `./${id}`,
    ...more,
  }
  return { remote: 'ports', panel }
}

/**
 * Opens the page of tasks with panels by their ids. `loaded` lists the panels whose code was loaded, `answer`
 * answers calls instead of the usual three tasks.
 */
export async function openTasks(
  at: string,
  offers: readonly PanelOffer[],
  modules: Readonly<Record<string, PanelModule<SlotName>>>,
  { answer, ...options }: RenderOptions & { answer?: (call: CrudCall) => CrudResponse | undefined } = {},
) {
  setWidth(1600)
  expectConsole(/inside a test was not wrapped in act/)
  const tasks = [task(1), task(2, 'COMPLETED'), task(3)]
  server.use(
    crudHandler(
      (call) => {
        const { apiPath } = call
        const own = answer?.(call)
        if (own !== undefined) return own
        if (apiPath === 'views') return { body: { views: [] } }
        if (apiPath === 'tasks')
          return { body: { tasks, metadata: { count: tasks.length, page: 1, pageSize: 50 } } }
        const record = tasks.find(({ pid }) => apiPath === `tasks/${pid}`)
        return record === undefined ? undefined : { body: record }
      },
      { answersViews: true },
    ),
  )
  const loaded: string[] = []
  const page = renderRoutes(routes, at, {
    as: 'admin',
    heading: 'Tasks',
    panels: offers,
    loadPanel: ({ panel: { id } }) => {
      loaded.push(id)
      const found = modules[id]
      return found === undefined ? Promise.reject(new Error(`no ${id}`)) : Promise.resolve(found)
    },
    ...options,
  })
  await screen.findByRole('grid', { name: 'Tasks' }, { timeout: 20_000 })
  return { ...page, loaded }
}

/** The cell of a column in the row of a task. */
export const cellOf = (title: string, field: string) => {
  const row = screen.getByText(title, { selector: '[role=gridcell] *' }).closest('[role=row]')
  return row?.querySelector(`[data-field="${field}"]`)
}

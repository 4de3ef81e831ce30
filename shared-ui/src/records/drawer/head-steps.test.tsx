import { screen, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { PanelOffer } from '../../portal/shell-api.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const pid = '01RECORD000000000000000001'
const record = { pid, version: 1, refNo: 'NO-2026-000001', title: 'Warehouse', status: 'OPEN' }

const panel = (slot: 'record.head' | 'record.tab', label: string): PanelOffer => ({
  remote: 'tested',
  panel: { slot, collections: ['tasks', 'permits'], id: slot, label, order: 1, expose: './tested' },
})

/** Opens a record, with the likely step in its head as another remote would offer it, on that tab. */
async function openRecord(name: 'tasks' | 'permits', path: string, tab: string) {
  setWidth(1600)
  sessionStorage.clear()
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === name
        ? { body: { [name]: [record], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : apiPath === `${name}/${pid}`
          ? { body: record }
          : undefined,
    ),
  )
  const element = <RecordPage collection={collections[name]} label="Records" path={path} />
  renderRoutes([{ path: `${path}/:pid?`, element }], `${path}/${pid}?tab=${encodeURIComponent(tab)}`, {
    as: 'team',
    panels: [panel('record.head', 'Steps'), panel('record.tab', tab)],
    loadPanel: ({ panel: { slot } }) =>
      Promise.resolve({
        mountInto: (target: HTMLElement) => {
          const button = document.createElement('button')
          button.textContent = slot === 'record.head' ? 'Next step' : 'All steps'
          button.dataset['likelyStep'] = ''
          target.append(button)
          return { update: () => Promise.resolve(), unmount: () => Promise.resolve(button.remove()) }
        },
      }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Warehouse' }, { timeout: 15_000 }))
  await drawer.findByRole('tab', { name: tab, selected: true })
  return drawer.findByText('Next step')
}

test('the head of a task keeps its next step on the tab Documents, which has none', async () => {
  const step = await openRecord('tasks', '/tasks', 'Documents')
  expect(step).toBeVisible()
  // The styles of a remote match what is below this attribute.
  expect(step.closest('[data-remote]')).toHaveAttribute('data-remote', 'tested')
})

test('the head of a task hides its next step on the tab that offers all steps', async () => {
  expect(await openRecord('tasks', '/tasks', 'Processing status')).not.toBeVisible()
})

test('the head of a permit hides its next step on the tab Documents, which has the package’s', async () => {
  expect(await openRecord('permits', '/permits/processing', 'Documents')).not.toBeVisible()
})

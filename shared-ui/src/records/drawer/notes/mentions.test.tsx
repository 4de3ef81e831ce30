import { screen, within } from '@testing-library/react'
import { collections, mentionText } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { setWidth } from '../../../test-support/browser.ts'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import { personAs, renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'
import { RecordPage } from '../../page/RecordPage.lazy.tsx'

const pid = '01RECORD000000000000000001'
const anna = { pid: '01J0000000000000000000ANNA', title: 'Anna Berg', hint: 'Engineer' }
const andy = { pid: '01J0000000000000000000ANDY', title: 'Andy Cole', hint: 'Reviewer' }
const me = personAs('team')

async function openNotes(content: string) {
  setWidth(1600)
  sessionStorage.clear()
  const calls: CrudCall[] = []
  let note = { pid: '01NOTE', content, visibility: 'INTERNAL', author: { pid: me.pid, title: me.name } }
  const dated = () => ({ ...note, createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-20T10:00:00Z' })
  server.use(
    crudHandler((call) => {
      calls.push(call)
      const { apiPath, method, query } = call
      if (apiPath === 'tasks')
        return { body: { tasks: [task], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (apiPath.endsWith('/mentionable')) {
        const { searchToken } = Object(query)
        const people = [anna, andy].filter(({ title }) => title.toLowerCase().startsWith(searchToken))
        return { body: { people } }
      }
      if (apiPath.includes('/notes') && method !== 'GET') note = { ...note, ...Object(call.body) }
      if (apiPath.includes('/notes')) return { body: { notes: [dated()] } }
      return apiPath === `tasks/${pid}` ? { body: task } : undefined
    }),
  )
  const element = <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" />
  const { user } = renderRoutes([{ path: '/tasks/:pid?', element }], `/tasks/${pid}?tab=Notes`, {
    as: 'team',
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Call the city' }, { timeout: 15_000 }))
  await drawer.findByText('Add note')
  const sent = () =>
    calls.filter(({ method }) => method === 'POST' || method === 'PATCH').map(({ body }) => body)
  return { user, drawer, sent }
}

const task = { pid, version: 1, refNo: 'TK-2026-000001', title: 'Call the city', status: 'OPEN' }

test('typing @ offers people; arrow and Enter choose one, and the note mentions them', async () => {
  const { user, drawer, sent } = await openNotes('Earlier')
  const field = drawer.getByRole('textbox', { name: 'New note' })
  await user.type(field, 'Ask @an')
  const list = within(await screen.findByRole('listbox', { name: 'People to mention' }))
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Anna BergEngineer',
    'Andy ColeReviewer',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field).toHaveValue('Ask @Andy Cole ')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  await user.keyboard('today')
  await user.click(drawer.getByRole('button', { name: 'Add note' }))
  expect(sent()).toEqual([{ content: `Ask ${mentionText(andy)} today`, visibility: 'INTERNAL' }])
})

test('Escape closes the list of people and keeps the drawer open', async () => {
  const { user, drawer } = await openNotes('Earlier')
  await user.type(drawer.getByRole('textbox', { name: 'New note' }), '@an')
  await screen.findByRole('listbox', { name: 'People to mention' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Call the city' })).toBeVisible()
})

test('a note shows names, and an edit keeps who is mentioned', async () => {
  const { user, drawer, sent } = await openNotes(`Thanks ${mentionText(anna)}`)
  expect(drawer.getByText('@Anna Berg')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Edit note' }))
  const field = drawer.getByRole('textbox', { name: 'Edit note' })
  expect(field).toHaveValue('Thanks @Anna Berg')
  await user.type(field, '!')
  await user.click(drawer.getByRole('button', { name: 'Save note' }))
  expect(sent()).toEqual([{ content: `Thanks ${mentionText(anna)}!` }])
})

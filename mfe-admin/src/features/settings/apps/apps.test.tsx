import { screen, within } from '@testing-library/react'
import type { BackEnd } from '@portal/contract'
import type { RegisteredApp } from '@portal/contract/apps'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { routes } from '../../../routes.tsx'
import { emptyModuleSections } from '../../../test-support/modules-server.ts'

const pid = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
const made: RegisteredApp = {
  pid,
  version: 3,
  name: { en: 'Site map', es: 'Mapa de obras' },
  owner: 'Maps Inc.',
  address: 'https://maps.example/portal',
  roles: ['client', 'team'],
  page: true,
  collections: ['permits'],
  scopes: ['records:read:permits', 'profile:name'],
  isActive: true,
  people: 2,
  calls: 40,
  refused: 1,
  lastCallAt: '2026-11-20T10:00:00.000Z',
}

function startSettings(apps: RegisteredApp[]) {
  const side = { apps, backEnds: new Array<BackEnd>(), sent: new Array<unknown>() }
  const none = new HttpResponse(null, { status: 204 })
  server.use(...emptyModuleSections)
  server.use(
    http.get('*/api/federation/remotes', () =>
      HttpResponse.json({ contract: '1.0.0', remotes: [], removed: [] }),
    ),
    http.get('*/api/federation/loads', () => HttpResponse.json({ remotes: [], errors: [], pageErrors: [] })),
    http.get('*/api/federation/back-ends', () => HttpResponse.json({ backEnds: side.backEnds })),
    http.delete('*/api/federation/remotes/ports/back-end', () => {
      side.backEnds = []
      return none.clone()
    }),
    http.get('*/api/apps', () => HttpResponse.json({ apps: side.apps })),
    http.post('*/api/apps', async ({ request }) => {
      side.sent.push(await request.json())
      side.apps = [made]
      return HttpResponse.json({ pid }, { status: 201 })
    }),
    http.patch(`*/api/apps/${pid}`, async ({ request }) => {
      side.sent.push(await request.json())
      side.apps = [{ ...made, isActive: false, version: 4 }]
      return none.clone()
    }),
    http.delete(`*/api/apps/${pid}`, () => {
      side.apps = []
      return none.clone()
    }),
  )
  return side
}

const open = () => renderRoutes(routes, '/settings?tab=modules', { as: 'admin', heading: 'Settings' })

test('an administrator registers an app, switches it off and deletes it', async () => {
  const side = startSettings([])
  const { user } = open()
  expect(await screen.findByText('No apps registered')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register app' }))
  const form = within(await screen.findByRole('dialog', { name: 'Register app' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getAllByText('Required.')).toHaveLength(4)
  await user.type(form.getByRole('textbox', { name: 'Name in English' }), made.name.en)
  await user.type(form.getByRole('textbox', { name: 'Name in Spanish' }), made.name.es)
  await user.type(form.getByRole('textbox', { name: 'Owner' }), made.owner)
  await user.type(form.getByRole('textbox', { name: 'Address' }), made.address)
  await user.click(
    within(form.getByRole('group', { name: 'Roles that may open it' })).getByRole('checkbox', {
      name: 'Client',
    }),
  )
  const scopes = within(form.getByRole('group', { name: 'What it may do' }))
  await user.click(scopes.getByRole('checkbox', { name: 'Read Processing permits' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const list = within(await screen.findByRole('list', { name: 'Apps' }))
  expect(side.sent).toEqual([
    {
      name: made.name,
      owner: made.owner,
      address: made.address,
      roles: ['client'],
      page: true,
      collections: [],
      scopes: ['records:read:permits'],
      isActive: true,
    },
  ])
  expect(list.getByRole('listitem')).toHaveTextContent(
    /Owner: Maps Inc\..*https:\/\/maps\.example.*Allowed by 2 people.*40 calls in 30 days, 1 refused/,
  )
  await user.click(list.getByRole('button', { name: 'Switch off' }))
  expect(await list.findByText('Off')).toBeVisible()
  expect(side.sent.at(-1)).toEqual({ version: 3, isActive: false })
  await user.click(list.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete Site map?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No apps registered')).toBeVisible()
}, 180_000)

test('the back end of a module is listed with who set it, and removed after a question', async () => {
  const side = startSettings([])
  const setAt = '2026-11-20T10:00:00.000Z'
  side.backEnds = [{ remote: 'ports', address: 'https://ports.example/api', setAt, setBy: 'Ada Admin' }]
  const { user } = open()
  const list = within(await screen.findByRole('list', { name: 'Back ends of modules' }))
  expect(list.getByRole('listitem')).toHaveTextContent(/https:\/\/ports\.example\/api.*by Ada Admin/)
  await user.click(list.getByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('alertdialog', { name: /Remove the back end of/ }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No back ends')).toBeVisible()
}, 180_000)

import { act, screen, waitFor, within } from '@testing-library/react'
import type { DiscoveredPermit } from '@portal/contract/authority-discovery'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const discovered = (given: Partial<DiscoveredPermit> = {}): DiscoveredPermit => ({
  pid: 'F1',
  source: { pid: 'S1', title: 'Austin Development Services' },
  state: 'OPEN',
  org: { pid: 'O1', title: 'Hill Country Electric, LLC' },
  company: 'HILL COUNTRY ELECTRIC',
  authorityNumber: '2026-000009 EP',
  rawStatus: 'Active',
  statusDate: '2026-11-18',
  issuedDate: '2026-11-10',
  appliedDate: '2026-10-21',
  expiryDate: null,
  link: 'https://abc.example.gov/9',
  permitType: 'ELECTRICAL',
  firstSeenAt: '2026-11-20T07:10:00.000Z',
  lastSeenAt: '2026-11-20T07:10:00.000Z',
  permit: null,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  ...given,
})

function openPage(finds: readonly DiscoveredPermit[], reply?: CrudResponse) {
  const decided: string[] = []
  server.use(
    crudHandler(({ apiPath, method, query, body }) => {
      if (apiPath === 'finds' && method === 'GET') {
        if (reply !== undefined) return reply
        const state = JSON.stringify(query).match(/OPEN|CREATED|DISMISSED/)?.[0]
        const shown = finds.filter((each) => each.state === state)
        return { body: { finds: shown, metadata: { count: shown.length, page: 1, pageSize: 50 } } }
      }
      if (!apiPath.startsWith('finds/')) return undefined
      decided.push(`${apiPath} ${JSON.stringify(body ?? null)}`)
      if (apiPath.endsWith('F2/create'))
        return { refusal: 'transition-refused', detail: 'A permit has this number now.' }
      return { body: { pid: 'P9' }, status: 201 }
    }),
  )
  return { decided, ...renderRoutes(routes, '/permits/overview/found', { as: 'team' }) }
}
const row = async (number: string) => within((await screen.findByText(number)).closest('li') ?? document.body)
afterEach(() => setLanguage('en'))

test('staff see what an agency has for a client, and create the permit with the keyboard', async () => {
  const { decided, user, router } = openPage([discovered()])
  const found = await row('2026-000009 EP')
  expect(found.getByText(/Hill Country Electric, LLC/)).toBeVisible()
  expect(found.getByText(/as “HILL COUNTRY ELECTRIC”/)).toBeVisible()
  expect(found.getByText(/Austin Development Services: “Active” since/)).toBeVisible()
  expect(found.getByText(/issued/)).toBeVisible()
  const link = found.getByRole('link', { name: 'Open at the agency' })
  expect(link).toHaveAttribute('href', 'https://abc.example.gov/9')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
  const create = found.getByRole('button', { name: 'Create permit' })
  act(() => create.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(decided).toEqual(['finds/F1/create {"permitType":"ELECTRICAL"}']))
  await waitFor(() => expect(router.state.location.pathname).toBe('/permits/processing/P9'))
})

test('without a suggested type the person chooses one', async () => {
  const { decided, user } = openPage([
    discovered({ permitType: null, company: 'Hill Country Electric, LLC' }),
  ])
  const found = await row('2026-000009 EP')
  expect(found.queryByText(/as “/)).not.toBeInTheDocument()
  await user.click(found.getByRole('button', { name: 'Create permit' }))
  expect(found.getByText('Choose a type.')).toBeVisible()
  expect(decided).toEqual([])
  await user.click(found.getByRole('combobox', { name: /Permit type/ }))
  await user.click(await screen.findByRole('option', { name: 'Sign' }))
  await user.click(found.getByRole('button', { name: 'Create permit' }))
  await waitFor(() => expect(decided).toEqual(['finds/F1/create {"permitType":"SIGN"}']))
})

test('a refusal is shown, and a permit is dismissed with a reason', async () => {
  const { decided, user } = openPage([discovered({ pid: 'F2' })])
  const found = await row('2026-000009 EP')
  await user.click(found.getByRole('button', { name: 'Create permit' }))
  expect(await screen.findByText('A permit has this number now.')).toBeVisible()
  await user.click(found.getByRole('button', { name: 'Dismiss' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss this permit?' })
  await user.type(within(dialog).getByLabelText(/Reason/), 'Another office')
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(decided.at(-1)).toBe('finds/F2/dismiss {"reason":"Another office"}'))
})

test('what was decided is listed without buttons, with its permit or its reason', async () => {
  const { user } = openPage([
    discovered({ state: 'CREATED', permit: { pid: 'P9', title: '2026-000009 EP' } }),
    discovered({ pid: 'F3', authorityNumber: 'N-3', state: 'DISMISSED', reason: 'Another office' }),
  ])
  expect(await screen.findByText('Nothing found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Created' }))
  const created = await row('2026-000009 EP')
  expect(created.getByRole('link', { name: 'Open permit' })).toHaveAttribute(
    'href',
    '/permits/search?record=P9',
  )
  expect(created.queryByRole('button')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Dismissed' }))
  expect((await row('N-3')).getByText('Reason: Another office')).toBeVisible()
})

test('when the list cannot be loaded, the page says so and tries again', async () => {
  openPage([], { refusal: 'unavailable' })
  expect(await screen.findByText('The permits found at agencies could not be loaded')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('in Spanish the page says the same', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  openPage([discovered()])
  const found = await row('2026-000009 EP')
  expect(found.getByText(/como “HILL COUNTRY ELECTRIC”/)).toBeVisible()
  expect(found.getByRole('button', { name: 'Crear permiso' })).toBeVisible()
})

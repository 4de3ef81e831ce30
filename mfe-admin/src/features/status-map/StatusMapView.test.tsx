import { act, screen, waitFor, within } from '@testing-library/react'
import {
  labelOfCode,
  StatusMapDraft,
  initialConfiguration,
  pipelineStages,
  seedStatus,
  seedStatusMap,
} from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { setLanguage } from '@portal/shared-ui/i18n'
import { renderRoutes, screenInSpanish } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { startStatusMap } from '../../test-support/status-map-server.ts'
import { formatMapChange, formatNextStatuses } from './format-map.ts'

async function open() {
  const opened = renderRoutes(routes, '/settings/permit-status-map', { as: 'superadmin' })
  await screen.findByRole('table', { name: 'All statuses' })
  return opened
}
type User = Awaited<ReturnType<typeof open>>['user']

/** By text: queries by role take seconds with this many buttons. */
const press = async (user: User, name: string) =>
  user.click(screen.queryByLabelText(name) ?? screen.getByText(name, { selector: 'button' }))
const edit = async (user: User, status: string) => {
  await user.click(screen.getByLabelText(`Edit ${status}`))
  return screen.findByRole('dialog', { name: `Status ${status}` })
}
const type = async (user: User, dialog: HTMLElement, label: RegExp, text: string) => {
  const input = within(dialog).getByLabelText(label)
  await user.clear(input)
  await user.type(input, text)
}
afterEach(() => setLanguage('en'))

const foot = () => document.querySelector('footer')

test('every status is in the diagram under its stage, and in the table with meaning and number of permits', async () => {
  startStatusMap({ counts: { DENIED: 12 } })
  await open()
  const picture = screen.getByRole('region', { name: 'Agency review' })
  expect([...picture.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    'Submitted',
    'Under review',
  ])
  for (const stage of pipelineStages) expect(screen.getByLabelText(labelOfCode(stage))).toBeInTheDocument()
  const table = screen.getByRole('table', { name: 'All statuses' })
  const row = screen.getByLabelText('Edit Denied').closest('tr')
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
    'Denied',
    'Closed out',
    'Processed',
    'No one',
    'Under review (administrators), Closed (staff)',
    '12',
    'Edit',
  ])
  expect(table.querySelectorAll('tr')).toHaveLength(seedStatusMap.length + 1)
  expect(screen.getByText('Original status map')).toBeInTheDocument()
})

test('a status reached by keyboard shows where it leads; pressing it keeps that shown', async () => {
  startStatusMap()
  const { user } = await open()
  const said = screen.getByText(/^Hover or focus a status/)
  const denied = screen.getByRole('button', { name: 'Denied' })
  act(() => denied.focus())
  await user.keyboard('{Enter}')
  expect(said).toHaveTextContent('Denied: next Under review, Closed.')
  expect(denied).toHaveAttribute('aria-pressed', 'true')
  await user.tab()
  expect(said).not.toHaveTextContent('Denied leads')
})

test('who may take a step is the widest group the map names, and changes are sentences without codes', () => {
  const words = (key: string) => formatNextStatuses(seedStatusMap, seedStatus(key))
  expect(words('DRAFT')).toBe('New (client or staff)')
  expect(words('APPROVED')).toBe('Payment due (staff), Issued (staff), Canceled (staff)')
  expect(words('WITHDRAWN')).toBe('Intake review (administrators)')
  expect(words('ON_HOLD')).toBe('Previous status (staff)')
  expect(words('VOIDED')).toBe('Final status')
  const told = (field: string, from: unknown, to: unknown) =>
    formatMapChange(seedStatusMap, { field, from, to })
  expect(told('CLOSED.label', 'Closed', 'Archived')).toBe('Closed, label: Closed → Archived')
  const step = { roles: ['admin', 'team'], guard: ['BALANCE_NIL'], askReason: true }
  expect(told('NEW.next.CLOSED', null, step)).toBe(
    'New → Closed: by Admin, Team; if: Balance is zero; with a reason',
  )
  expect(told('NEW.next.CLOSED', step, null)).toBe('New → Closed removed')
  expect(told('CLOSED.court', 'NONE', 'CLIENT')).toBe('Closed, waiting on: No one → Client')
  expect(told('CLOSED.notify', [], ['CLIENT', 'STAFF'])).toBe(
    'Closed, notify: none → Client users, Assigned staff',
  )
  // A change listed before transitions were kept as codes.
  expect(told('NEW.next.CLOSED', null, 'by admin')).toBe('New → Closed: by admin')
  expect(told('PLAN_CHECK', null, 'Plan check')).toBe('Plan check added')
  expect(told('PLAN_CHECK', 'Plan check', null)).toBe('Plan check removed')
})

test('a renamed status with a new transition is saved as a draft, published after a preview, and listed as a version', async () => {
  const side = startStatusMap()
  const { user } = await open()
  const dialog = await edit(user, 'Under review')
  await type(user, dialog, /^Label/, 'At plan review')
  await type(user, dialog, /^Spanish label/, 'En revisión de planos')
  await user.click(within(dialog).getByText('Add transition'))
  const step = within(dialog).getByRole('group', { name: 'Transition to New' })
  await user.click(within(step).getByLabelText('Reason required'))
  await user.click(within(step).getByLabelText('Team'))
  await user.click(within(dialog).getByText('Apply'))
  expect(foot()).toHaveTextContent('3 changes, not saved.')
  await press(user, 'Save draft')
  await screen.findByText(/Unpublished draft by Ada Marlow/)
  expect(side.settings.published).toBe(0)
  const drafted = side.settings.draft?.statuses.find(({ key }) => key === 'UNDER_REVIEW')
  expect(drafted?.label).toBe('At plan review')
  expect(drafted?.labelEs).toBe('En revisión de planos')
  expect(drafted?.next.at(-1)).toEqual({
    to: 'NEW',
    roles: ['admin', 'superadmin'],
    guard: [],
    askReason: true,
  })

  await press(user, 'Publish')
  const asked = await screen.findByRole('dialog', { name: 'Publish this map?' })
  expect(asked).toHaveTextContent('No permits change.')
  expect(within(asked).getByRole('list', { name: 'Changes' })).toHaveTextContent(
    'At plan review, label: Under review → At plan review',
  )
  await user.type(within(asked).getByLabelText('Note for the history'), 'As the city says it')
  await user.click(within(asked).getByText('Publish', { selector: 'button' }))
  await waitFor(() => expect(side.settings.published).toBe(1))
  expect(await screen.findByText(/^Version 1, published by Ada Marlow/)).toBeInTheDocument()
  expect(screen.getByRole('table', { name: 'Versions' })).toHaveTextContent('As the city says it')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new status that no transition leads to is reported as a problem and blocks saving', async () => {
  startStatusMap()
  const { user } = await open()
  await press(user, 'New status')
  const dialog = await screen.findByRole('dialog', { name: 'New status' })
  await user.click(within(dialog).getByText('Apply'))
  expect(dialog).toBeInTheDocument()
  await type(user, dialog, /^Key/, 'plan check')
  expect(within(dialog).getByLabelText(/^Key/)).toHaveValue('PLAN_CHECK')
  await type(user, dialog, /^Label/, 'Plan check')
  await type(user, dialog, /^Client label/, 'Plans being checked')
  await user.click(within(dialog).getByText('Apply'))
  expect(foot()).toHaveTextContent('No transition leads to Plan check.')
  expect(foot()).toHaveTextContent('Plan check has no transitions and is not a final status.')
  expect(screen.getByText('Save draft')).toBeDisabled()
  await press(user, 'Discard')
  expect(foot()).toBeNull()
})

test('a Spanish screen shows the statuses and what is wrong with a map in Spanish', async () => {
  await screenInSpanish(() => import('../../spanish.ts'))
  startStatusMap()
  const opened = renderRoutes(routes, '/settings/permit-status-map', { as: 'superadmin' })
  const row = (await screen.findByLabelText('Editar Denegado')).closest('tr')
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent).slice(0, 2)).toEqual([
    'Denegado',
    'Cierre',
  ])
  await press(opened.user, 'Estado nuevo')
  const dialog = await screen.findByRole('dialog', { name: 'Estado nuevo' })
  await type(opened.user, dialog, /^Clave/, 'plan check')
  await type(opened.user, dialog, /^Nombre(?! (?:para|en))/, 'Plan check')
  await type(opened.user, dialog, /^Nombre para el cliente(?! en)/, 'Plans being checked')
  await opened.user.click(within(dialog).getByText('Aplicar'))
  expect(foot()).toHaveTextContent('Ninguna transición lleva a Plan check.')
  expect(foot()).toHaveTextContent('Plan check no tiene transiciones y no es un estado final.')
})

test('a system status cannot be removed; removing one with permits asks for their new status', async () => {
  const side = startStatusMap({ counts: { PAYMENT_DUE: 3 } })
  const { user } = await open()
  const system = await edit(user, 'Issued')
  expect(within(system).queryByText('Remove status')).toBeNull()
  await user.click(within(system).getByText('Cancel'))
  const dialog = await edit(user, 'Payment due')
  await user.click(within(dialog).getByText('Remove status'))
  const asked = await screen.findByRole('dialog', { name: 'Remove Payment due?' })
  expect(asked).toHaveTextContent('3 permits have this status')
  await user.click(within(asked).getByRole('combobox', { name: 'Move permits to' }))
  const offered = screen.getAllByRole('option').map((option) => option.textContent)
  expect(offered).toContain('Approved')
  for (const none of ['Draft', 'On hold', 'Issued', 'Payment due']) expect(offered).not.toContain(none)
  await user.click(screen.getByRole('option', { name: 'Approved' }))
  await user.click(within(asked).getByText('Remove status', { selector: 'button' }))
  await press(user, 'Save draft')
  await screen.findByText(/Unpublished draft by Ada Marlow/)
  expect(StatusMapDraft.parse(side.sent[0]).remap).toEqual({ PAYMENT_DUE: 'APPROVED' })
  await press(user, 'Publish')
  expect(await screen.findByRole('dialog', { name: 'Publish this map?' })).toHaveTextContent(
    '3 permits: Payment due → Approved',
  )
})

test('changes by others show immediately, never affect an edited map, and are asked about on saving', async () => {
  const side = startStatusMap()
  const { user, store } = await open()
  const label = async (text: string) => {
    const dialog = await edit(user, 'Closed')
    await type(user, dialog, /^Label/, text)
    await user.click(within(dialog).getByText('Apply'))
  }
  const others = (text: string) => {
    const statuses = side.settings.statuses.map((status) =>
      status.key === 'DENIED' ? { ...status, label: text } : status,
    )
    side.settings = {
      ...side.settings,
      version: side.settings.version + 1,
      published: side.settings.published + 1,
      statuses,
    }
    act(() => store.set(configurationAtom, { ...initialConfiguration(), version: 1 + side.settings.version }))
  }
  others('Turned down')
  expect(await screen.findByLabelText('Edit Turned down')).toBeInTheDocument()
  await label('Archived')
  others('Said no')
  await press(user, 'Save draft')
  expect(await screen.findByText('Someone else changed the map.')).toBeInTheDocument()
  expect(screen.getByLabelText('Edit Archived')).toBeInTheDocument()
  await press(user, 'Use their changes')
  expect(await screen.findByLabelText('Edit Said no')).toBeInTheDocument()
  expect(screen.queryByLabelText('Edit Archived')).toBeNull()
})

const keys = seedStatusMap.map(({ key }) => key)

test('activating an earlier map asks for the new status of permits whose status it lacks (domain.md 2)', async () => {
  const review = seedStatus('INTAKE_REVIEW')
  const planCheck = { ...review, key: 'PLAN_CHECK', label: 'Plan check', system: false }
  const told = {
    at: '2026-11-20T09:00:00.000Z',
    by: null,
    note: null,
    revertedTo: null,
    moved: 0,
    changes: [],
  }
  const versions = [
    { ...told, number: 1, keys: [...keys, 'PLAN_CHECK'] },
    { ...told, number: 0, at: null, keys },
  ]
  const side = startStatusMap({
    version: 4,
    published: 1,
    statuses: [...seedStatusMap, planCheck],
    counts: { PLAN_CHECK: 3 },
    versions,
  })
  const { user } = await open()
  await press(user, 'Restore version 0')
  const asked = within(await screen.findByRole('dialog', { name: 'Restore version 0?' }))
  await user.click(asked.getByRole('combobox', { name: 'Plan check is removed. Move its 3 permits to' }))
  const offered = await screen.findAllByRole('option')
  const words = offered.map((option) => option.textContent)
  for (const closed of ['Plan check', 'Draft', 'On hold', 'Issued']) expect(words).not.toContain(closed)
  await user.click(screen.getByRole('option', { name: 'In preparation' }))
  await user.click(asked.getByText('Restore this map', { selector: 'button' }))
  await waitFor(() =>
    expect(side.sent).toEqual([{ version: 4, to: 0, note: '', remap: { PLAN_CHECK: 'IN_PREPARATION' } }]),
  )
})

test('an earlier map is activated as a new version', async () => {
  const statuses = seedStatusMap.map((status) =>
    status.key === 'CLOSED' ? { ...status, label: 'Archived' } : status,
  )
  const version = {
    at: '2026-11-20T09:00:00.000Z',
    by: null,
    note: null,
    revertedTo: null,
    moved: 2,
    keys,
    changes: [],
  }
  const first = { number: 0, at: null, by: null, note: null, revertedTo: null, moved: 0, keys, changes: [] }
  const side = startStatusMap({
    version: 4,
    published: 1,
    statuses,
    versions: [{ number: 1, ...version }, first],
  })
  const { user } = await open()
  expect(screen.getByRole('table', { name: 'Versions' })).toHaveTextContent('2 permits moved.')
  await press(user, 'Restore version 0')
  const asked = await screen.findByRole('dialog', { name: 'Restore version 0?' })
  await user.click(within(asked).getByText('Restore this map', { selector: 'button' }))
  expect(await screen.findByLabelText('Edit Closed')).toBeInTheDocument()
  expect(side.sent).toEqual([{ version: 4, to: 0, note: '', remap: {} }])
  expect(screen.getByRole('table', { name: 'Versions' })).toHaveTextContent('Restored version 0.')
})

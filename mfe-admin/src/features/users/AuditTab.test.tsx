import { screen, waitFor, within } from '@testing-library/react'
import { auditKinds } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { ada, line, peopleServer, refused } from '../../test-support/people-server.ts'
import type { PeopleSide } from '../../test-support/people-server.ts'
import { routes } from '../../routes.tsx'
import { auditSentence } from './audit-sentence.ts'

function open(side: Partial<PeopleSide>, at = '/users?show=audit&page=1') {
  const people = peopleServer(side)
  server.use(...people.handlers)
  return { ...renderRoutes(routes, at, { as: 'admin', heading: 'Users' }), side: people.side }
}
const linesOf = async () =>
  within(await screen.findByRole('list', { name: 'Audit' })).getAllByRole('listitem')

test.each([
  [line('sign-in', { detail: { method: 'passkey' } }), 'Ada Marlow signed in with a passkey.'],
  [
    line('sign-in', { by: null, person: null, detail: { method: 'hologram' } }),
    'Unknown user signed in by an unknown method.',
  ],
  [
    line('sign-in', {
      by: null,
      person: null,
      asker: { pid: 'R1', title: 'Ana Lima' },
      detail: { method: 'sign-up' },
    }),
    'Ana Lima (access request) signed in by signing up.',
  ],
  [
    line('sign-in', { detail: { method: 'passkey', newDevice: true } }),
    'Ada Marlow signed in with a passkey from a new browser.',
  ],
  [
    line('sign-in-refused', { detail: { reason: 'closed-account' } }),
    'Sign-in of Ada Marlow rejected: the account is closed.',
  ],
  [
    line('sign-up', { by: null, person: null, detail: { email: 'ana@lima.example' } }),
    'ana@lima.example requested access.',
  ],
  [
    line('request-rejected', { person: null, detail: { email: 'ana@lima.example', reason: 'Unknown' } }),
    'Ada Marlow rejected the request of ana@lima.example. reason: Unknown',
  ],
  [line('session-revoked', { detail: { ended: 2 } }), 'Ada Marlow ended 2 sessions of Ada Marlow.'],
  [line('session-revoked', { detail: { id: 'S1' } }), 'Ada Marlow ended 1 session of Ada Marlow.'],
  [
    line('role-changed', {
      detail: {
        action: 'update',
        changes: [
          { field: 'role', from: 'team', to: 'client' },
          { field: 'org', from: null, to: { pid: 'O', title: 'Acme Builders' } },
          { field: 'reason', from: null, to: 'Moved' },
        ],
      },
    }),
    'Ada Marlow changed Ada Marlow: Role Team → Client; Client Acme Builders; reason: Moved.',
  ],
  [line('role-changed', { by: null, detail: { action: 'create', changes: [] } }), 'System added Ada Marlow.'],
  [
    line('restricted-read', { detail: { action: 'download' } }),
    'Ada Marlow downloaded a file of the restricted folder.',
  ],
  [
    line('records-exported', {
      detail: { collection: 'permits', count: 2_874, filteredBy: ['status', 'city'] },
    }),
    'Ada Marlow exported 2,874 records of permits. Filtered by status, city.',
  ],
  [
    line('file-downloaded', { detail: { file: 'F', root: 'team' } }),
    'Ada Marlow downloaded a file of the team folder.',
  ],
  [
    line('file-downloaded', { detail: { file: 'F', root: 'permits/01P' } }),
    'Ada Marlow downloaded a file of a record of permits.',
  ],
  [
    line('files-zipped', { detail: { count: 3, roots: ['uploads'] } }),
    'Ada Marlow downloaded 3 files of uploaded documents as a zip.',
  ],
  [
    line('mailbox-opened', { detail: { mailbox: 'office@portal.example' } }),
    'Ada Marlow opened the mailbox office@portal.example.',
  ],
  [
    line('access-refused', { detail: { method: 'GET', path: '/users' } }),
    'Access denied to Ada Marlow: GET /users.',
  ],
  [
    line('access-refused', { detail: { more: 5 } }),
    'Access denied to Ada Marlow 5 more times in that minute.',
  ],
  [
    line('permit-changed', {
      person: null,
      detail: { action: 'update', name: 'PM-2026-000012', fields: ['title', 'assignedTo'] },
    }),
    'Ada Marlow changed permit PM-2026-000012: Title, Assigned to.',
  ],
  [
    line('permit-changed', {
      by: null,
      person: null,
      detail: { action: 'import', name: 'PM-2026-000013', fields: ['title'] },
    }),
    'System imported permit PM-2026-000013.',
  ],
  [
    line('configuration-changed', {
      person: null,
      detail: {
        version: 4,
        changes: [
          { field: 'settings.officeName', from: 'North office', to: '' },
          { field: 'roles.team.pages./payments', from: true, to: false },
          { field: 'settings.officeAddress', from: 'x'.repeat(500), to: '1 Main Street' },
        ],
      },
    }),
    `Ada Marlow saved the settings, version 4. Office name: North office → not set; Team: page Payments: Allowed → Blocked; Office address: ${'x'.repeat(120)}… → 1 Main Street.`,
  ],
  [line('something-new'), 'Ada Marlow: something-new.'],
])('an event reads as a sentence: %#', (entry, sentence) => {
  expect(auditSentence(entry)).toBe(sentence)
})

test.each(auditKinds)('%s has its own text, whatever is missing from its details', (kind) => {
  const sentence = auditSentence(line(kind))
  expect(sentence).not.toMatch(/audit_|kind_|\{\{|undefined|null/)
})

test('the audit is filtered by kind, user and date, which are in the address', async () => {
  const other = { pid: '01OTHER', title: 'Ben Ode' }
  const { user, router } = open({
    audit: [line('sign-in', { detail: { method: 'demo' } }), line('sign-out', { by: other, person: other })],
  })
  expect(await linesOf()).toHaveLength(2)
  expect((await linesOf())[0]).toHaveTextContent('Firefox on Linux, 203.0.113.9')
  await user.click(screen.getByRole('combobox', { name: 'Event' }))
  await user.click(await screen.findByRole('option', { name: 'Sign-out' }))
  await waitFor(async () => expect(await linesOf()).toHaveLength(1))
  expect(router.state.location.search).toBe('?show=audit&kind=sign-out&page=1')
  await user.click(screen.getByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByRole('option', { name: /Ada Marlow/ }))
  expect(await screen.findByText('No entries')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(async () => expect(await linesOf()).toHaveLength(2))
  expect(router.state.location.search).toBe('?show=audit&page=1')
})

test('a changed permit links to its record; a deleted one has no link', async () => {
  const detail = { permit: '01PERMIT', name: 'PM-2026-000012', fields: ['title'] }
  open({
    audit: ['update', 'delete'].map((action) =>
      line('permit-changed', { person: null, detail: { ...detail, action } }),
    ),
  })
  const [changed, deleted] = await linesOf()
  expect(changed).toHaveTextContent('Ada Marlow changed permit PM-2026-000012: Title.')
  expect(within(changed ?? document.body).getByRole('link', { name: 'PM-2026-000012' })).toHaveAttribute(
    'href',
    expect.stringContaining('01PERMIT'),
  )
  expect(within(deleted ?? document.body).queryByRole('link')).toBeNull()
})

test('a user in the address is shown by name; invalid values do not filter', async () => {
  open(
    { audit: [line('sign-out')] },
    `/users?show=audit&person=${ada.pid}&kind=nonsense&from=yesterday&page=x`,
  )
  expect(await screen.findByDisplayValue('Ada Marlow')).toBeVisible()
  expect(await linesOf()).toHaveLength(1)
})

test('a link exports the filtered entries', async () => {
  const { user } = open({ audit: [line('sign-out')] }, `/users?show=audit&kind=sign-out&person=${ada.pid}`)
  await linesOf()
  const link = screen.getByRole('link', { name: 'Export CSV' })
  expect(link).toHaveAttribute('href', `/api/auth/audit/export?kind=sign-out&person=${ada.pid}`)
  expect(link).toHaveAttribute('download')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/auth/audit/export',
    ),
  )
})

test('an export of more than a thousand entries asks for a step-up first, and reports a failed start', async () => {
  const { user, side } = open({
    audit: Array.from({ length: 1_001 }, () => line('sign-out')),
    instead: { 'GET /api/auth/proof': () => refused('forbidden', 'That was not you.') },
  })
  await linesOf()
  await user.click(screen.getByRole('link', { name: 'Export CSV' }))
  expect(await screen.findByText('Export failed')).toBeVisible()
  expect(screen.getByText('That was not you.')).toBeVisible()
  expect(side.calls).toContain('GET /api/auth/proof')
})

test('more entries than one page have a link to the next page', async () => {
  const { user, router } = open({ audit: Array.from({ length: 60 }, () => line('sign-out')) })
  expect(await linesOf()).toHaveLength(50)
  expect(screen.getByText('1–50 of 60')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(async () => expect(await linesOf()).toHaveLength(10))
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a user who may not read the audit reads that they have no access', async () => {
  open({ instead: { 'GET /api/auth/audit': () => refused('forbidden', 'Your role does not have access.') } })
  expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have access')
})

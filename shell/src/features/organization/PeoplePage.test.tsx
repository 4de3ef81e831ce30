import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { OrgRole, OrganizationPerson } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import PeoplePage from './PeoplePage.tsx'

const person = (pid: string, name: string, orgRole: OrgRole, status = 'ACTIVE'): OrganizationPerson => ({
  pid,
  name,
  email: `${pid.toLowerCase()}@client.example`,
  orgRole,
  status,
  lastLoginAt: null,
  version: 3,
})
const me = person('01PERSON000000000000000000', 'A client', 'ORG_ADMIN')

/** The members of the organization, mocked at the network level; `instead` overrides the answer of a call. */
function open(orgRole: OrgRole = 'ORG_ADMIN', instead?: (call: string) => Response | undefined) {
  const calls: string[] = []
  const people = [
    me,
    person('01BOSS', 'Bea Boss', 'ORG_ADMIN'),
    person('01MEMBER', 'Max Member', 'MEMBER'),
    person('01NEW', 'Nina New', 'VIEWER', 'INVITED'),
  ]
  server.use(
    http.all('*/api/auth/organization/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const call = [request.method, pathname.replace('/api/auth/organization/', ''), await request.text()]
        .filter(Boolean)
        .join(' ')
      calls.push(call)
      const response = instead?.(call)
      if (response !== undefined) return response
      if (request.method === 'GET') return HttpResponse.json({ people })
      const link = {
        link: 'https://portal.example/sign-up#link=abc',
        kind: 'invitation',
        expiresAt: '2026-11-29T09:00:00.000Z',
      }
      return request.method === 'POST' && !pathname.endsWith('/disable')
        ? HttpResponse.json(link, { status: 201 })
        : new HttpResponse(null, { status: 204 })
    }),
  )
  return {
    ...renderRoutes([{ path: '/account/people', element: <PeoplePage /> }], '/account/people', {
      as: 'client',
      orgRole,
    }),
    calls,
  }
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('S-13: an organization administrator sees its members, and can change members and viewers only', async () => {
  open()
  expect(await screen.findByRole('table', { name: 'People of Acme Builders' })).toBeVisible()
  expect((await row(/A client \(you\)/)).queryByRole('button')).toBeNull()
  const boss = await row(/Bea Boss/)
  expect(boss.queryByRole('button')).toBeNull()
  expect(boss.getByText('Administrator')).toHaveAttribute(
    'title',
    'Only the office can add or remove administrators of an organization.',
  )
  expect((await row(/Max Member/)).getByRole('button', { name: 'Disable Max Member' })).toBeVisible()
  expect((await row(/Nina New/)).getByText('Invited')).toBeVisible()
})

test('S-13: a position is changed, an account is disabled after a confirmation, and a link is withdrawn', async () => {
  const { user, calls } = open()
  await user.click((await row(/Max Member/)).getByRole('combobox', { name: 'Position of Max Member' }))
  await user.click(await screen.findByRole('option', { name: 'Viewer' }))
  await waitFor(() => expect(calls).toContain('PATCH people/01MEMBER {"orgRole":"VIEWER","version":3}'))
  await user.click((await row(/Max Member/)).getByRole('button', { name: 'Disable Max Member' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Max Member?' }))
  await user.click(question.getByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(calls).toContain('POST people/01MEMBER/disable {"version":3}'))
  await user.click((await row(/Nina New/)).getByRole('button', { name: 'Revoke link of Nina New' }))
  await waitFor(() => expect(calls).toContain('DELETE people/01NEW/link'))
})

test('S-13: an invitation link is shown once; missing fields and a refusal are shown in the dialog', async () => {
  let refuses = true
  const problem = {
    type: 'duplicate',
    title: 'Duplicate',
    status: 409,
    detail: 'This address is taken.',
    instance: 'r',
  }
  const { user, calls } = open('ORG_ADMIN', (call) =>
    refuses && call.startsWith('POST people {') ? HttpResponse.json(problem, { status: 409 }) : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Invite a person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('Enter a name.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Lea Low')
  await user.type(dialog.getByRole('textbox', { name: /Email/ }), 'lea@client.example')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('This address is taken.')).toBeVisible()
  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://portal.example/sign-up#link=abc',
  )
  expect(calls.at(-2)).toBe('POST people {"name":"Lea Low","email":"lea@client.example","orgRole":"MEMBER"}')
})

test('S-13: a member reads that only administrators see this page; a failure offers Try again', async () => {
  const { unmount, calls } = open('MEMBER')
  expect(await screen.findByText('Only administrators of an organization can see this page')).toBeVisible()
  expect(calls).toEqual([])
  unmount()
  open('ORG_ADMIN', () =>
    HttpResponse.json(
      { type: 'validation-failed', title: 'No', status: 400, detail: 'Not today.', instance: 'r' },
      { status: 400 },
    ),
  )
  expect(await screen.findByText('Your organization’s people could not be loaded')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

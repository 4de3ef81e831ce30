import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { ProfileSection } from './ProfileSection.tsx'

const person = {
  pid: 'U1',
  name: 'Ann Lee',
  email: 'ann@portal.example',
  role: 'client',
  org: null,
  pages: {},
  modules: {},
}

test('a user changes their own name and phone; a failed save keeps the edits', async () => {
  let profile = { name: 'Ann Lee', phone: '555-0100', version: 4 }
  let isLate = true
  const sent: unknown[] = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ ...person, name: profile.name })),
    http.get('*/api/auth/me/profile', () => HttpResponse.json(profile)),
    http.patch('*/api/auth/me/profile', async ({ request }) => {
      const body: unknown = await request.json()
      sent.push(body)
      if (isLate) {
        isLate = false
        profile = { ...profile, version: 5 }
        return HttpResponse.json(
          {
            type: 'version-conflict',
            title: 'Changed meanwhile',
            status: 409,
            detail: 'Somebody else changed this meanwhile.',
            instance: 'x',
          },
          { status: 409, headers: { 'content-type': 'application/problem+json' } },
        )
      }
      profile = {
        name: String(Reflect.get(Object(body), 'name')),
        phone: String(Reflect.get(Object(body), 'phone')),
        version: 6,
      }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderRoutes([{ path: '/account', element: <ProfileSection /> }], '/account', {
    as: 'client',
  })
  const section = within(await screen.findByRole('region', { name: 'Name and phone' }))
  const name = await section.findByRole('textbox', { name: 'Name' })
  expect(section.getByRole('button', { name: 'Update name and phone' })).toBeDisabled()
  await user.clear(name)
  expect(section.getByText('Enter your name.')).toBeVisible()
  expect(section.getByRole('button', { name: 'Update name and phone' })).toBeDisabled()
  await user.type(name, 'Anna Lee')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Somebody else changed this meanwhile.')).toBeVisible()
  expect(name).toHaveValue('Anna Lee')
  await user.click(section.getByRole('button', { name: 'Update name and phone' }))
  expect(await screen.findByText('Name and phone saved')).toBeVisible()
  expect(name).toHaveValue('Anna Lee')
  expect(section.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(sent).toEqual([
    { name: 'Anna Lee', phone: '555-0100', version: 4 },
    { name: 'Anna Lee', phone: '555-0100', version: 5 },
  ])
})

import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { addDays, formatDay } from '@portal/contract'
import type { OwnAbsence } from '@portal/contract'
import { today } from '@portal/shared-ui'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { AbsenceSection } from './AbsenceSection.tsx'

const person = {
  pid: 'U1',
  name: 'Anna Lee',
  email: 'anna@portal.example',
  role: 'team',
  org: null,
  pages: {},
  modules: {},
}
const ben = { pid: 'U2', title: 'Ben Cole' }
const cleo = { pid: 'U3', title: 'Cleo Day' }
const none: OwnAbsence = {
  outOfOfficeFrom: null,
  outOfOfficeUntil: null,
  delegate: null,
  standIn: null,
  version: 1,
}

/** A server that stores the absence of one person. */
function openAbsence(stored: Partial<OwnAbsence> = {}, as: 'team' | 'client' = 'team') {
  let absence = { ...none, ...stored }
  const sent: unknown[] = []
  const options = [
    { ...ben, hint: 'ben@portal.example', role: 'team' },
    { ...cleo, hint: 'cleo@portal.example', role: 'team', awayUntil: addDays(today(), 3) },
  ]
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ ...person, role: as })),
    http.get('*/api/auth/me/absence', () => HttpResponse.json(absence)),
    http.patch<never, OwnAbsence>('*/api/auth/me/absence', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      absence = { ...absence, ...body, delegate: ben, standIn: ben, version: body.version + 1 }
      return new HttpResponse(null, { status: 204 })
    }),
    crudHandler(({ apiPath }) => (apiPath === 'users/lookup' ? { body: { options } } : undefined)),
  )
  return { sent, ...renderRoutes([{ path: '/account', element: <AbsenceSection /> }], '/account', { as }) }
}
const section = async () => within(await screen.findByRole('region', { name: 'Absence' }))

test('a person enters their absence with a delegate, and sees who else is away', async () => {
  const { user, sent } = openAbsence()
  const form = await section()
  const [from, until] = [addDays(today(), 1), addDays(today(), 9)]
  await user.type(await form.findByLabelText('Away from (first day)'), from)
  expect(form.getByText('Enter the last day.')).toBeVisible()
  expect(form.getByRole('button', { name: 'Save absence' })).toBeDisabled()
  await user.type(form.getByLabelText('Away until (last day)'), addDays(today(), 0))
  expect(form.getByText('The last day is before the first day.')).toBeVisible()
  await user.clear(form.getByLabelText('Away until (last day)'))
  await user.type(form.getByLabelText('Away until (last day)'), until)
  await user.click(await form.findByRole('combobox', { name: 'Delegate' }))
  expect(await screen.findByRole('option', { name: /Cleo Day/ })).toHaveTextContent(
    `Away until ${formatDay(addDays(today(), 3))}`,
  )
  await user.click(screen.getByRole('option', { name: /Ben Cole/ }))
  await user.click(form.getByRole('button', { name: 'Save absence' }))
  expect(await screen.findByText('Absence saved')).toBeVisible()
  expect(sent).toEqual([{ outOfOfficeFrom: from, outOfOfficeUntil: until, delegate: ben.pid, version: 1 }])
})

test('a present absence says where the work goes, and can be removed', async () => {
  const stored = { outOfOfficeUntil: addDays(today(), 2), delegate: ben, standIn: cleo }
  const { user, sent } = openAbsence(stored)
  const form = await section()
  expect(await form.findByText('Ben Cole is away as well. Your work goes to Cleo Day.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Remove absence' }))
  expect(await screen.findByText('Absence removed')).toBeVisible()
  expect(sent).toEqual([{ outOfOfficeFrom: null, outOfOfficeUntil: null, delegate: ben.pid, version: 1 }])
})

test.each([
  [{ delegate: null }, 'Without a delegate, your work stays with you.'],
  [{ delegate: ben, standIn: null }, /nobody stands in for both of you/],
])('an absence without anybody at work says that work stays with the person', async (stored, sentence) => {
  openAbsence({ outOfOfficeUntil: addDays(today(), 2), ...stored })
  expect(await (await section()).findByText(sentence)).toBeVisible()
})

test('a client has no absence', async () => {
  openAbsence({}, 'client')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Absence' })).toBeNull())
})

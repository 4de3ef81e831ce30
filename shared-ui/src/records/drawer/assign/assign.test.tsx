import { screen, waitFor, within } from '@testing-library/react'
import { me, openRecordTab, permit } from '../../../test-support/record-tabs.tsx'

test('collaborators show their names however many people there are, those too who left', async () => {
  const asked: unknown[] = []
  const { panel } = openRecordTab('Assign', ({ apiPath, query }) => {
    if (apiPath !== 'users/lookup') return undefined
    asked.push(query)
    return {
      body: { options: query?.['pids'] === undefined ? [] : [{ pid: '01BEN', title: 'Ben Cole', hint: '' }] },
    }
  })
  expect(await within(await panel()).findByText('Ben Cole')).toBeVisible()
  expect(asked).toEqual([{ pids: ['01BEN'] }])
})

test('a person takes a record with one click and saves', async () => {
  const { user, panel, sent } = openRecordTab('Assign', ({ method }) =>
    method === 'PATCH' ? { body: { ...permit, version: 4 } } : undefined,
  )
  const tab = await panel()
  expect(await within(tab).findByText('Ben Cole')).toBeInTheDocument()
  await user.click(within(tab).getByRole('button', { name: 'Assign to me' }))
  expect(within(tab).getByText(me.name)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ assignedTo: me.pid, version: 3 }]))
})

test('F19: the pickers of people for staff work offer active staff', async () => {
  const asked: unknown[] = []
  const { user, panel } = openRecordTab('Assign', ({ apiPath, query }) => {
    if (apiPath === 'users/lookup') asked.push(query)
    return undefined
  })
  const tab = await panel()
  await user.click(await within(tab).findByRole('combobox', { name: 'Add collaborator' }))
  expect(await screen.findByRole('option', { name: 'Ben Cole' })).toBeVisible()
  expect(asked.at(-1)).toEqual({ limit: 20, staff: true })
})

import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import { renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'
import { SaveFooter } from '../SaveFooter.tsx'
import { useRecordForm } from '../use-record-form.ts'

const permit: AnyRecord = {
  pid: '01PERMIT',
  version: 2,
  title: 'Deck',
  org: { pid: '01CASA', title: 'Casa Builders' },
}
const actor = { pid: '01ADMIN', role: 'admin', org: null } as const

function Editing() {
  const [storageKey] = useState(() => `test ${Math.random()}`)
  const form = useRecordForm(collections.permits, permit, actor, { storageKey })
  return (
    <>
      <button onClick={() => form.set('org', { pid: '01FOX', title: 'Fox Paving' })}>Choose Fox</button>
      <button onClick={() => form.set('title', 'Garage')}>Rename</button>
      <SaveFooter declaration={collections.permits} form={form} />
    </>
  )
}

function open() {
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'PATCH') return undefined
      sent.push(call)
      return { body: { ...permit, version: 3 } }
    }),
  )
  return { ...renderRoutes([{ path: '/', element: <Editing /> }], '/', { as: 'admin' }), sent }
}

test('S-09: before a permit goes to another client it is asked, with what becomes of its files', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Choose Fox' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: 'Change Client?' })
  expect(question).toHaveTextContent('Shared files become internal')
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent.map(({ body }) => body)).toEqual([{ org: '01FOX', version: 2 }])
})

test('a change that brings no more about than its value is saved without a question', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Rename' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record updated successfully.')).toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

import { screen } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { useDeleteRecord } from './delete-record.ts'

function DeleteButton({ pid }: { pid: string }) {
  const remove = useDeleteRecord(collections.tasks, () => {})
  return <button onClick={() => remove.mutate({ pid, version: 1, title: 'A task' })}>Delete</button>
}

test('a record without an id is not deleted: Invalid id (specification.md 5, 8)', async () => {
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      sent.push(call)
      return undefined
    }),
  )
  const { user } = renderRoutes([{ path: '/', element: <DeleteButton pid="" /> }], '/', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Invalid id')).toBeVisible()
  expect(screen.getByRole('log')).not.toHaveTextContent('Delete Failed!')
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
})

import { screen } from '@testing-library/react'
import type { Role } from '@portal/contract'
import type { PanelProps } from '@portal/shared-ui'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { Acknowledgments } from './Acknowledgments.tsx'

const people = ['Ann', 'Ben', 'Cora', 'Dan', 'Eve', 'Finn'].map((title) => ({ pid: title, title }))

function open(as: Role, record: object, state: { asked: number; waiting: number; people: typeof people }) {
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'notifications/N1/acknowledgments' ? { body: state } : undefined,
    ),
  )
  const props = { collection: 'notifications', pid: 'N1', record: { pid: 'N1', version: 1, ...record } }
  const panel: Pick<PanelProps, 'pid' | 'record'> = props
  return renderRoutes([{ path: '/', element: <Acknowledgments {...panel} /> }], '/', { as })
}

test('staff see who has not acknowledged a message that asks for it', async () => {
  const { user } = open('team', { ackRequired: true }, { asked: 8, waiting: 6, people })
  expect(await screen.findByText('2 of 8 acknowledged')).toBeVisible()
  expect(screen.getByText('Not acknowledged yet by Ann, Ben, Cora, Dan, Eve and 1 more')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(/Dan, Eve, Finn$/)).toBeVisible()
})

test('a message that everybody acknowledged says so, and one that does not ask says nothing', async () => {
  const { unmount } = open('team', { ackRequired: true }, { asked: 2, waiting: 0, people: [] })
  expect(await screen.findByText('Acknowledged by all 2 people')).toBeVisible()
  unmount()
  const { container } = open('team', {}, { asked: 0, waiting: 0, people: [] })
  expect(container).not.toHaveTextContent('acknowledged')
})

import { screen } from '@testing-library/react'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from './routes.tsx'

const ada = { pid: '01USER00000000000000000001', version: 1, name: 'Ada Marlow', email: 'ada@portal.example', role: 'admin', status: 'ACTIVE' }

test('users are listed, and the open one stands in the address as ?record=', async () => {
  setWidth(1600)
  server.use(
    crudHandler((call) => {
      if (call.apiPath === 'users') return { body: { users: [ada], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return call.apiPath === `users/${ada.pid}` ? { body: ada } : undefined
    }),
  )
  const { user, router } = renderRoutes(routes, '/users?page=1', { as: 'admin', heading: 'Users' })
  // The table is loaded with its first page.
  await user.click(await screen.findByText('ada@portal.example', {}, { timeout: 10_000 }))
  expect(await screen.findByRole('dialog', { name: 'Ada Marlow' })).toBeInTheDocument()
  expect(new URLSearchParams(router.state.location.search).get('record')).toBe(ada.pid)
})

import { screen, within } from '@testing-library/react'
import { renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { pretendLayout } from '../../test-support/layout.ts'
import { mailServer, message } from '../../test-support/mail-server.ts'

beforeEach(pretendLayout)

test('search operators are offered before a word, and do not cover its hits', async () => {
  setWidth(1440)
  server.use(...mailServer([message('ONE')]).handlers)
  const { user } = renderRoutes(routes, '/mail', { as: 'team' })
  const search = await screen.findByRole('searchbox', { name: 'Search' })
  await user.click(search)
  const hints = screen.getByRole('group', { name: 'Search by' })
  await user.click(within(hints).getByRole('button', { name: 'has:attachment' }))
  expect(search).toHaveValue('has:attachment ')
  expect(screen.getByRole('group', { name: 'Search by' })).toBeVisible()
  await user.type(search, 'fence')
  expect(screen.queryByRole('group', { name: 'Search by' })).toBeNull()
})

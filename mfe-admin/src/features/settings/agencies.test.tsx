import { screen } from '@testing-library/react'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const agency = {
  pid: '01J0000000000000000000000A',
  version: 1,
  name: 'Travis County',
  shortCode: 'TRAVIS_COUNTY',
  portalLink: 'https://permits.example.gov/apply',
}

test('the agencies are a record page under the settings, and an agency has an address of its own', async () => {
  const list = { authorities: [agency], metadata: { count: 1, page: 1, pageSize: 50 } }
  server.use(
    crudHandler(({ apiPath }) => {
      if (apiPath === 'authorities') return { body: list }
      return apiPath === `authorities/${agency.pid}` ? { body: agency } : undefined
    }),
  )
  renderRoutes(routes, `/settings/agencies/${agency.pid}`, { as: 'admin', heading: 'Agencies' })
  expect(await screen.findByRole('grid', { name: 'Agencies', hidden: true })).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Agencies', hidden: true })).toHaveAttribute('aria-selected', 'true')
  // A click on the link opens the portal of the agency and does not edit the field.
  const link = await screen.findByRole('link', { name: agency.portalLink })
  expect(link).toHaveAttribute('href', agency.portalLink)
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Configuration, initialConfiguration } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

/** The portal's configuration on a server; what the page asks besides is not available. */
function startSettings() {
  const side = { config: initialConfiguration() }
  server.use(
    http.get('*/api/health', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/approvals', () => HttpResponse.json({ approvals: [] })),
    crudHandler(({ apiPath, method, body }) => {
      if (apiPath !== 'config') return { refusal: 'unavailable', detail: 'Not available.' }
      if (method === 'PATCH') side.config = { ...Configuration.parse(body), version: side.config.version + 1 }
      return { body: side.config }
    }),
  )
  return side
}
const open = (as: 'admin' | 'superadmin') => renderRoutes(routes, '/settings', { as, heading: 'Settings' })
const footer = () => document.querySelector('footer')

test('superadmins set how long data is kept; empty is forever, and too short a time is reported at its field', async () => {
  const side = startSettings()
  const { user, unmount } = open('superadmin')
  const jobs = screen.getByLabelText('Finished jobs')
  const audit = screen.getByLabelText('Audit')
  expect([jobs, audit].map((field) => field.getAttribute('value'))).toEqual(['90', ''])
  await user.type(audit, '30')
  expect(audit).toHaveAccessibleDescription(
    'Enter a whole number of days, at least 365, or leave empty to keep it forever',
  )
  expect(screen.getByText('Save', { selector: 'button' })).toHaveAttribute('aria-disabled', 'true')
  await user.clear(audit)
  await user.type(audit, '3,650')
  await user.clear(jobs)
  expect(footer()).toHaveTextContent('2 settings changed: Retention: Finished jobs; Retention: Audit')
  await user.click(screen.getByText('Save', { selector: 'button' }))
  await waitFor(() => expect(side.config.retention).toMatchObject({ jobDays: 0, auditDays: 3_650 }))
  unmount()
  open('admin')
  expect(screen.getByLabelText('Finished jobs')).toBeDisabled()
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { initialConfiguration } from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../../routes.tsx'

const added = {
  name: 'custom.zone',
  label: 'Zone',
  type: 'text',
  is_visible: true,
  table_view: true,
  masked: true,
}

/**
 * A portal with one added field of permits that can be removed and restored; with `failing`, removals are
 * refused.
 */
function startPortal({ failing = false } = {}) {
  const initial = initialConfiguration()
  const side = { isRemoved: false, version: 1 }
  const config = () => ({
    ...initial,
    version: side.version,
    columns: {
      ...initial.columns,
      permits: [...(initial.columns.permits ?? []), ...(side.isRemoved ? [] : [added])],
    },
  })
  const change = (isRemoved: boolean) => {
    side.isRemoved = isRemoved
    side.version += 1
    return { body: isRemoved ? {} : added }
  }
  server.use(
    crudHandler(({ apiPath, method }) => {
      if (apiPath === 'config') return { body: config() }
      if (apiPath === 'permits/removed_fields') {
        const gone = {
          name: added.name,
          label: added.label,
          removedAt: '2026-03-01T10:00:00.000Z',
          removedBy: 'Ada Vance',
        }
        return { body: { fields: side.isRemoved ? [gone] : [] } }
      }
      if (apiPath === 'permits/fields/custom.zone/use')
        return { body: { records: 12, views: ['By zone', 'Mine'], otherViews: 1 } }
      if (apiPath === 'permits/fields/custom.zone/restore') return change(false)
      if (apiPath !== 'permits/fields/custom.zone' || method !== 'DELETE') return undefined
      return failing
        ? { refusal: 'forbidden', detail: 'Only administrators can remove and restore fields.' }
        : change(true)
    }),
  )
  const page = renderRoutes(routes, '/settings?tab=columns', { as: 'superadmin', heading: 'Settings' })
  act(() => page.store.set(configurationAtom, config()))
  return page
}

test('an added field is removed after a confirmation that lists what uses it, and restored from the list below', async () => {
  const { user } = startPortal()
  expect(screen.queryByLabelText('Remove field Title')).toBeNull()
  await user.click(screen.getByLabelText('Remove field Zone'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the field Zone?' }))
  expect(await question.findByText('12 records have a value in this field.')).toBeVisible()
  expect(question.getByText('Used in views: By zone, Mine.')).toBeVisible()
  expect(question.getByText('Used in 1 private view of another person.')).toBeVisible()
  await user.click(question.getByText('Remove field', { selector: 'button' }))
  expect(await screen.findByText('Field removed')).toBeVisible()
  await waitFor(() => expect(screen.queryByLabelText('Heading of custom.zone')).toBeNull())
  const removed = within(await screen.findByRole('list', { name: 'Removed fields' }))
  expect(removed.getByText(/^Removed on Mar 1, 2026, .* by Ada Vance$/)).toBeVisible()
  await user.click(removed.getByLabelText('Restore Zone'))
  expect(await screen.findByLabelText('Heading of custom.zone')).toHaveValue('Zone')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Removed fields' })).toBeNull())
})

test('a field is not removed while other settings are unsaved, and a refused removal says why', async () => {
  const { user } = startPortal({ failing: true })
  await user.click(screen.getByLabelText('Zone shown by default'))
  expect(screen.getByLabelText('Remove field Zone')).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByLabelText('Remove field Zone')).toHaveAttribute(
    'title',
    'Save or discard your changes first.',
  )
  await user.click(screen.getByLabelText('Remove field Zone'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(screen.getByLabelText('Zone shown by default'))
  await user.click(screen.getByLabelText('Remove field Zone'))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByText('Remove field', { selector: 'button' }),
  )
  expect(await screen.findByText('The field was not removed')).toBeVisible()
  expect(screen.getByLabelText('Heading of custom.zone')).toHaveValue('Zone')
})

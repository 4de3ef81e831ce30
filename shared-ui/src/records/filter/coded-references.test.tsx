import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const travis = { pid: '01M8AJDS03E3Y878FDMD25XR59', title: 'Travis County' }
const fire = { pid: '01M8AJDS02B8152T663ATP5WCK', title: 'Austin Fire Department' }

test('a filter that names an agency by its code shows the agency, and a click takes it out', async () => {
  setWidth(1600)
  const asked: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      asked.push(call)
      if (call.apiPath === 'permits/fields/authority')
        return {
          body: {
            field: 'authority',
            values: [
              { value: travis, count: 4, codes: ['TRAVIS_COUNTY'] },
              { value: fire, count: 2, codes: ['AUSTIN_FIRE'] },
            ],
          },
        }
      return { body: { permits: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
    }),
  )
  const routes = [
    {
      path: '/permits/:pid?',
      element: <RecordPage collection={collections.permits} label="Permits" path="/permits" />,
    },
  ]
  const filter = encodeURIComponent(JSON.stringify({ authority: ['TRAVIS_COUNTY'] }))
  const { user } = renderRoutes(routes, `/permits?page=1&filter=${filter}`, { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Edit filter Agency is Travis County' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }))
  const values = within(await menu.findByRole('group', { name: 'Choose values: Agency' }))
  expect(await values.findByRole('checkbox', { name: 'Travis County' })).toBeChecked()
  await user.click(values.getByRole('checkbox', { name: 'Austin Fire Department' }))
  const lastFilter = () => asked.findLast(({ apiPath }) => apiPath === 'permits')?.query?.['filter']
  await waitFor(() => expect(lastFilter()).toEqual({ authority: ['TRAVIS_COUNTY', fire.pid] }))
  await user.click(values.getByRole('checkbox', { name: 'Travis County' }))
  await waitFor(() => expect(lastFilter()).toEqual({ authority: [fire.pid] }))
})

import { screen } from '@testing-library/react'
import { RemoteManifest } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import manifest from '../portal.json'
import { routes } from './routes.tsx'

const declared = RemoteManifest.parse(manifest)
const menuPages = declared.routes.flatMap(({ path, menu }) => (menu ? [{ path, label: menu.label }] : []))

test.each(menuPages)(
  '$label has the table that its menu entry declares (contract.md 9)',
  async ({ path, label }) => {
    setWidth(1600)
    server.use(
      crudHandler(({ apiPath }) => ({
        body: {
          [apiPath === 'ctasks' ? 'tasks' : apiPath]: [
            { pid: '01J0000000000000000000000A', version: 1, createdAt: null },
          ],
          metadata: { count: 1, page: 1, pageSize: 50 },
        },
      })),
    )
    renderRoutes(routes, `${path}?page=1`, { as: 'superadmin', heading: label })
    expect(await screen.findByRole('grid', { name: label })).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('1 record')
  },
)

test('every path of the manifest has a page', () => {
  const served = routes.map(({ path }) => path)
  for (const { path } of declared.routes) {
    const page = path.replace('/{pid}', '')
    expect(
      served.some(
        (route) => route === page || route === `${page}/:pid?` || route === path.replace('{pid}', ':pid'),
      ),
    ).toBe(true)
  }
})

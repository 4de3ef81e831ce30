import { act, screen } from '@testing-library/react'
import { initialConfiguration, seedStatusMap } from '@portal/contract'
import { useDeclarations } from '../records/declaration/use-declaration.ts'
import { crudHandler, renderRoutes, server } from '../test-support/index.ts'
import { configurationAtom } from './configuration.ts'

function Labels() {
  const declarationOf = useDeclarations()
  return (
    <p>
      {declarationOf('permits')
        ?.fields['status']?.options?.map(({ label }) => label)
        .join(', ')}
    </p>
  )
}

const routes = [{ path: '/', element: <Labels /> }]

test('an open page follows a published map, and requests no map before the first one (contract.md 4)', async () => {
  let asked = 0
  const map = {
    version: 3,
    published: 1,
    moved: {},
    statuses: seedStatusMap.map((entry) => (entry.key === 'NEW' ? { ...entry, label: 'Just in' } : entry)),
  }
  server.use(
    crudHandler(({ apiPath }) => {
      if (apiPath !== 'permit-status-map') return undefined
      asked += 1
      return { body: map }
    }),
  )
  const { store } = renderRoutes(routes, '/', { as: 'team' })
  expect(screen.getByText(/^Draft, New,/)).toBeInTheDocument()
  expect(asked).toBe(0)
  act(() => store.set(configurationAtom, { ...initialConfiguration(), version: 2 }))
  expect(await screen.findByText(/^Draft, Just in,/)).toBeInTheDocument()
  expect(asked).toBe(1)
})

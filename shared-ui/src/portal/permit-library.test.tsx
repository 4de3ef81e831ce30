import { act, screen } from '@testing-library/react'
import { initialConfiguration, seedLibrary } from '@portal/contract'
import { useDeclarations } from '../records/declaration/use-declaration.ts'
import { crudHandler, renderRoutes, server } from '../test-support/index.ts'
import { configurationAtom } from './configuration.ts'
import { useLibraryChoices, useLibraryLabels } from './permit-library.ts'

function Types() {
  const declarationOf = useDeclarations()
  const labels = useLibraryLabels()
  const choices = useLibraryChoices('permitTypes')
  const kept = useLibraryChoices('permitTypes', ['SIGN'])
  const names = (options: readonly { label: string }[] = []) => options.map(({ label }) => label).join(', ')
  return (
    <dl>
      <dt>field</dt>
      <dd aria-label="field">{names(declarationOf('permits')?.fields['permitType']?.options)}</dd>
      <dd aria-label="fees">{names(declarationOf('payments')?.fields['feeCode']?.options)}</dd>
      <dd aria-label="choices">{names(choices)}</dd>
      <dd aria-label="kept">{names(kept)}</dd>
      <dd aria-label="labels">
        {[labels.permitType('CURB_CUT'), labels.documentType('PHOTO'), labels.fee('INSPECTION_FEE')].join(
          ', ',
        )}
      </dd>
    </dl>
  )
}

test('an open page follows the library; a retired type is named but offered only where it is chosen already', async () => {
  let asked = 0
  const library = {
    version: 1,
    documentTypes: seedLibrary.documentTypes,
    fees: [...seedLibrary.fees, { code: 'INSPECTION_FEE', label: 'Inspection fee', retired: false }],
    permitTypes: [
      ...seedLibrary.permitTypes.map((type) => ({ ...type, retired: type.code === 'SIGN' })),
      { code: 'CURB_CUT', label: 'Curb cut', category: 'BUILDING', authorities: [], retired: false },
    ],
  }
  server.use(
    crudHandler(({ apiPath }) => {
      if (apiPath !== 'permit-library') return undefined
      asked += 1
      return { body: library }
    }),
  )
  const { store } = renderRoutes([{ path: '/', element: <Types /> }], '/', { as: 'team' })
  expect(screen.getByLabelText('labels')).toHaveTextContent('CURB_CUT, Photo, INSPECTION_FEE')
  expect(asked).toBe(0)
  act(() => store.set(configurationAtom, { ...initialConfiguration(), version: 2 }))
  expect(await screen.findByText('Curb cut, Photo, Inspection fee')).toBeInTheDocument()
  expect(screen.getByLabelText('field')).toHaveTextContent(/Sign, .*Curb cut$/)
  expect(screen.getByLabelText('fees')).toHaveTextContent(/^Application fee, .*Inspection fee$/)
  expect(screen.getByLabelText('choices')).not.toHaveTextContent(/Sign/)
  expect(screen.getByLabelText('kept')).toHaveTextContent(/Sign, .*Curb cut$/)
  expect(asked).toBe(1)
})

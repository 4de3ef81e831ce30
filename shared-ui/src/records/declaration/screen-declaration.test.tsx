import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { collections, documentTypes, setScreenLabels, setScreenLanguage } from '@portal/contract'
import { OptionChip } from '../../icons/OptionChip.tsx'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { sectionsOf } from '../drawer/sections.ts'
import { FieldValue } from '../values/FieldValue.tsx'
import { screenDeclaration, screenLabelIn, screenOptions } from './screen-declaration.ts'

const { kind, status } = collections.orgs.fields
const show = (element: ReactElement) => renderRoutes([{ path: '/', element }], '/', { as: 'team' })

beforeEach(() => {
  setScreenLanguage('es')
  setScreenLabels({
    Active: 'Activo',
    Owner: 'Propietario',
    'System information': 'Información del sistema',
    'Site plan': 'Plano del lugar',
    Photo: 'Foto',
  })
})
afterEach(() => {
  setScreenLanguage('en')
  setScreenLabels({})
})

test('a Spanish screen shows a value in Spanish, from whichever part of the portal its field comes', () => {
  show(
    <>
      <FieldValue declared={kind} value="OWNER" />
      <FieldValue declared={status} value="ACTIVE" />
    </>,
  )
  expect(screen.getByText('Propietario')).toBeVisible()
  expect(screen.getByText('Activo')).toBeVisible()
})

test('a chip, the name of a document and a list of choices are in the language of the screen', () => {
  const [chosen] = documentTypes.filter(({ code }) => code === 'SITE_PLAN')
  if (chosen === undefined) throw new Error('There is no site plan.')
  show(<OptionChip option={chosen} />)
  expect(screen.getByText('Plano del lugar')).toBeVisible()
  expect(screenLabelIn(documentTypes, 'SITE_PLAN')).toBe('Plano del lugar')
  expect(screenLabelIn(documentTypes, 'NO_SUCH_CODE')).toBeUndefined()
  expect(screenOptions(documentTypes).map(({ label }) => label)).toContain('Foto')
})

test('every heading of the details is in the language of the screen', () => {
  const record = { pid: 'c1', version: 1, name: 'Ada', createdAt: '2026-01-02T03:04:05.000Z' }
  const headings = sectionsOf(screenDeclaration(collections.contacts), record, { role: 'team' }).map(
    ({ heading }) => heading,
  )
  expect(headings).toContain('Información del sistema')
  expect(headings).not.toContain('System information')
})

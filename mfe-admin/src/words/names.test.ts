import { setLanguage } from '@portal/shared-ui/i18n'
import { screenInSpanish } from '@portal/shared-ui/test-support'
import { collectionLabel, moduleName, pageName, typeLabel } from './names.ts'

afterEach(() => setLanguage('en'))

test('a Spanish screen names pages, modules, collections and types in Spanish, and unknown ones as they are', async () => {
  const named = () => [
    pageName('/mail/sentitems'),
    pageName('/unknown'),
    moduleName('records'),
    moduleName('field_inspections'),
    collectionLabel('rts'),
    typeLabel('datetime'),
  ]
  expect(named()).toEqual([
    'Mails: sent items',
    '/unknown',
    'Records',
    'Field inspections',
    'Ready to submit',
    'Date and time',
  ])
  await screenInSpanish()
  expect(named()).toEqual([
    'Correo: enviados',
    '/unknown',
    'Registros',
    'Field inspections',
    'Listo para presentar',
    'Fecha y hora',
  ])
})

import { collections, field, setScreenLanguage, withAttributes } from '@portal/contract'
import type { AnyRecord, Declaration, LibraryAttribute } from '@portal/contract'
import { withAddedFields, withScreenOptions } from '../declaration/added-fields.ts'
import { screenDeclaration } from '../declaration/screen-declaration.ts'
import { isFieldOf } from '../edit/may-write.ts'
import { sectionsOf } from './sections.ts'

const attribute = (given: Pick<LibraryAttribute, 'name' | 'label'> & Partial<LibraryAttribute>) => ({
  type: 'text' as const,
  masked: true,
  permitTypes: ['STOS'],
  shownWhen: {},
  requiredWhen: null,
  ...given,
})
const permits: Declaration = {
  ...collections.permits,
  added: {
    'custom.company': field.text({ label: 'Escort company' }),
    'custom.escorted': field.boolean({ label: 'Escorted' }),
    'custom.mood': field.text({ label: 'Mood' }),
  },
}
const declaration = withAttributes(permits, {
  attributes: [
    attribute({ name: 'escorted', label: 'Escorted', type: 'boolean' }),
    attribute({
      name: 'company',
      label: 'Escort company',
      shownWhen: { 'custom.escorted': [true] },
      requiredWhen: { priority: ['HIGH'] },
    }),
  ],
})
const record = (values: object): AnyRecord => ({ pid: '01P', version: 1, title: 'Load', ...values })
/** The added fields that the drawer shows, by their section; needed ones with a star. */
const shown = (values: object) =>
  sectionsOf(declaration, record(values), { role: 'team' }).flatMap(({ heading, fields }) =>
    fields.flatMap(({ name, label, isNeeded }) =>
      name.startsWith('custom.') ? [`${heading}: ${label}${isNeeded === true ? '*' : ''}`] : [],
    ),
  )

test('the cell of a detail is edited on permits that have it, and on no others', () => {
  const company = declaration.added?.['custom.company'] ?? {}
  const isOpen = (values: object) => isFieldOf({ type: 'text', ...company }, record(values))
  expect(isOpen({ permitType: 'STOS', custom: { escorted: true } })).toBe(true)
  expect(isOpen({ permitType: 'STOS' })).toBe(false)
  expect(isOpen({ permitType: 'SIGN', custom: { escorted: true, company: 'Lead Cars' } })).toBe(false)
  expect(isFieldOf(collections.permits.fields.title, record({ permitType: 'SIGN' }))).toBe(true)
})

test('a detail shows on permits of its type, where its condition holds, and says where it is needed', () => {
  const mood = 'Other fields: Mood'
  expect(withAttributes(collections.orgs, { attributes: [] })).toBe(collections.orgs)
  expect(sectionsOf(permits, record({}), { role: 'team' }).at(-1)?.fields).toHaveLength(3)
  expect(shown({ permitType: 'SIGN', custom: { escorted: true, company: 'Lead Cars' } })).toEqual([mood])
  const escorted = 'Details of the permit type: Escorted'
  const company = 'Details of the permit type: Escort company'
  expect(shown({ permitType: 'STOS' })).toEqual([escorted, mood])
  expect(shown({ permitType: 'STOS', custom: { escorted: true } })).toEqual([escorted, company, mood])
  expect(shown({ permitType: 'STOS', priority: 'HIGH', custom: { escorted: true } })).toEqual([
    escorted,
    `${company}*`,
    mood,
  ])
})

test('the details of the type follow the first section, before people, dates and what the portal keeps', () => {
  const all = sectionsOf(declaration, record({ permitType: 'STOS' }), { role: 'team' }, ['title', 'org'])
  const headings = sectionsOf(declaration, record({ permitType: 'STOS', org: null, targetDate: null }), {
    role: 'team',
  }).map(({ heading }) => heading)
  expect(headings.slice(0, 3)).toEqual(['Permit', 'Details of the permit type', 'People'])
  expect(all.at(-1)?.heading).toBe('Other fields')
})

test('a Spanish screen has the Spanish heading and values of a detail; other values stay as written', () => {
  const shown = { type: 'enum', is_visible: true, table_view: true }
  const columns = [
    { ...shown, name: 'custom.work', label: 'Work', labelEs: 'Obra', options: ['New', 'Repair'] },
    { ...shown, name: 'custom.mood', label: 'Mood', options: ['New'] },
  ]
  const work = attribute({
    name: 'work',
    label: 'Work',
    labelEs: 'Obra',
    type: 'enum',
    options: ['New', 'Repair'],
    optionsEs: ['Nueva', ''],
  })
  const fieldsIn = (language: 'en' | 'es') => {
    setScreenLanguage(language)
    const whole = withScreenOptions(
      withAttributes(withAddedFields(screenDeclaration(collections.permits), columns), {
        attributes: [work],
      }),
    )
    return Object.entries(whole.added ?? {}).map(([name, { label, options = [] }]) => [
      name,
      label,
      options.map((option) => `${option.code}=${option.label}`).join(),
    ])
  }
  expect(fieldsIn('es')).toEqual([
    ['custom.mood', 'Mood', 'New=New'],
    ['custom.work', 'Obra', 'New=Nueva,Repair=Repair'],
  ])
  expect(fieldsIn('en')).toEqual([
    ['custom.mood', 'Mood', 'New=New'],
    ['custom.work', 'Work', 'New=New,Repair=Repair'],
  ])
})

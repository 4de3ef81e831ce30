import { formatDay, formatMoney, screenLabel, formatTimeOfDay } from '@portal/contract'
import { addSpanishTexts, language, onLanguage, setLanguage } from './language.ts'
import { registerTexts } from './texts.ts'

const t = registerTexts('test', {
  hello: 'Hello {{name}}',
  rows_one: '{{count, number}} row',
  rows_other: '{{count, number}} rows',
  days_zero: 'Today',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
})
const spanish = {
  test: {
    hello: 'Hola {{name}}',
    rows_one: '{{count, number}} fila',
    rows_other: '{{count, number}} filas',
    days_zero: 'Hoy',
    days_one: '{{count}} día',
    days_other: '{{count}} días',
  },
}

afterEach(() => setLanguage('en'))

test('texts take values, formatted numbers and plurals', () => {
  expect(t('hello', { name: '{{name}} <b>' })).toBe('Hello {{name}} <b>')
  expect([0, 1, 2, 1_234_567].map((count) => t('rows', { count }))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '1,234,567 rows',
  ])
  expect([0, 1, 5].map((count) => t('days', { count }))).toEqual(['Today', '1 day', '5 days'])
})

test('another language changes texts, labels, dates and money without a reload', async () => {
  await addSpanishTexts(() => Promise.resolve({ spanish, labels: { Status: 'Estado' } }))
  const heard: string[] = []
  const stop = onLanguage(() => heard.push(language()))
  await setLanguage('es')
  expect(t('hello', { name: 'Ana' })).toBe('Hola Ana')
  expect([0, 1, 1_000_000].map((count) => t('rows', { count }))).toEqual([
    '0 filas',
    '1 fila',
    '1,000,000 filas',
  ])
  expect([screenLabel('Status'), screenLabel('What an administrator wrote')]).toEqual([
    'Estado',
    'What an administrator wrote',
  ])
  expect([formatDay('2026-11-22'), formatTimeOfDay('14:02'), formatMoney(125_050, 'USD')]).toEqual([
    '22 nov 2026',
    '2:02 p.\u00A0m.',
    '$1,250.50',
  ])
  expect(document.documentElement.lang).toBe('es')
  await setLanguage('en')
  expect([t('hello', { name: 'Ana' }), screenLabel('Status'), formatDay('2026-11-22')]).toEqual([
    'Hello Ana',
    'Status',
    'Nov 22, 2026',
  ])
  expect(document.documentElement.lang).toBe('en')
  expect(heard).toEqual(['es', 'en'])
  stop()
})

test('a screen whose Spanish texts cannot be loaded stays English and tries again the next time', async () => {
  let isDown = true
  const load = jest.fn(() =>
    isDown
      ? Promise.reject(new Error('no network'))
      : Promise.resolve({ spanish: { other: { hello: 'Hola' } } }),
  )
  const other = registerTexts('other', { hello: 'Hello' })
  await addSpanishTexts(load)
  await expect(setLanguage('es')).rejects.toThrow('no network')
  expect([language(), other('hello'), document.documentElement.lang]).toEqual(['en', 'Hello', 'en'])
  isDown = false
  await setLanguage('es')
  expect(other('hello')).toBe('Hola')
})

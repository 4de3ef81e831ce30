import { setLanguage } from '../i18n/language.ts'
import { screenInSpanish } from '../test-support/screen-in-spanish.ts'
import { formatDuration } from './durations.ts'

test.each([
  [0, 'less than a minute'],
  [59.9, 'less than a minute'],
  [60, '1 minute'],
  [3_600, '1 hour'],
  [7_500, '2 hours 5 minutes'],
  [86_400, '1 day'],
  [90_000, '1 day 1 hour'],
  [3_000_000, '34 days'],
  [123_456_789, '1,428 days'],
])('%d seconds are shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('durations are in Spanish on a Spanish screen', async () => {
  await screenInSpanish()
  expect([0, 3_600, 7_500, 90_000, 123_456_789].map(formatDuration)).toEqual([
    'menos de un minuto',
    '1 hora',
    '2 horas 5 minutos',
    '1 día 1 hora',
    '1,428 días',
  ])
  await setLanguage('en')
})

import { collections, field } from '@portal/contract'
import { fromForm, toForm } from './form-values.ts'
import { bodyOf, problemsOf } from './problems.ts'

const staff = { role: 'team' } as const

test.each([
  ['125.5', 12_550],
  ['1,234.50', 123_450],
  ['$1,250.50', 125_050],
  ['USD 1,250.50', 125_050],
  ['1,50', '1,50'],
  ['7', 700],
  ['', null],
  ['1.005', '1.005'],
  ['a lot', 'a lot'],
])('an amount typed as %j is kept as %j in minor units', (typed, kept) => {
  expect(fromForm(field.money(), typed, 'USD')).toBe(kept)
})

test('yen have no minor unit', () => {
  expect(fromForm(field.money(), '1500', 'JPY')).toBe(1500)
  expect(toForm(field.money(), 1500, 'JPY')).toBe('1500')
})

test('what an editor shows and gives back is what the record had', () => {
  const same = (declared: Parameters<typeof toForm>[0], value: unknown) =>
    expect(fromForm(declared, toForm(declared, value, 'USD'), 'USD'))
  same(field.money(), 12_550).toBe(12_550)
  same(field.datetime(), '2026-03-12T14:02:00.000Z').toBe('2026-03-12T14:02:00.000Z')
  same(field.boolean(), false).toBe(false)
  same(field.decimal(), -30.25).toBe(-30.25)
  same(field.list(), ['a', 'b']).toEqual(['a', 'b'])
  same(field.ref('orgs'), { pid: '01ORG', title: 'Acme' }).toBe('01ORG')
  same(field.text(), null).toBe(null)
})

test('the form refuses what the server would, in the words of the label', () => {
  const values = { valuation: 'a lot', targetDate: '2026-02-30', title: ' ' }
  expect(problemsOf(collections.permits, staff, values, 'USD', ['title'])).toEqual({
    valuation: 'Valuation is not an amount such as 1,250.50',
    targetDate: 'Due is not a date of the form YYYY-MM-DD',
    title: 'Title is required',
  })
  expect(problemsOf(collections.permits, staff, { valuation: '1.200,50' }, 'USD', [])).toEqual({
    valuation: 'Valuation has a decimal comma: write a point before the cents, such as 1250.50',
  })
  expect(
    problemsOf(collections.permits, staff, { title: 'Fine', valuation: '10' }, 'USD', ['title']),
  ).toEqual({})
})

test('added fields are written under custom', () => {
  const declaration = {
    ...collections.permits,
    added: { 'custom.lot': field.text(), 'custom.deposit': field.money() },
  }
  expect(bodyOf(declaration, { title: 'A', 'custom.lot': '7b', 'custom.deposit': '2.50' }, 'USD')).toEqual({
    title: 'A',
    custom: { lot: '7b', deposit: 250 },
  })
})

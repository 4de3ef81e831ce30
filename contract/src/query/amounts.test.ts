import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './amounts.ts'
import type { AmountProblem } from './amounts.ts'

const read: readonly (readonly [string, number])[] = [
  ['$1,250.50', 125_050],
  ['1,250.50', 125_050],
  ['1250.5', 125_050],
  ['1250', 125_000],
  ['1,234', 123_400],
  ['1,234,567.89', 123_456_789],
  [' $ 20,000.00 ', 2_000_000],
  ['USD 5.00', 500],
  ['5.00 USD', 500],
  ['CA$20.00', 2_000],
  ['€5.00', 500],
  ['.50', 50],
  ['+5', 500],
  ['5.', 500],
  ['12.500', 1_250],
  ['-12.00', -1_200],
  ['(12.00)', -1_200],
  ['($1,200.00)', -120_000],
  ['-$5', -500],
  ['$-5', -500],
  ['1 234.50', 123_450],
  ['0', 0],
]
const refused: readonly (readonly [string, AmountProblem])[] = [
  ['1,50', 'decimal-comma'],
  ['0,99', 'decimal-comma'],
  ['1234,5', 'decimal-comma'],
  ['12,34', 'decimal-comma'],
  ['€5,00', 'decimal-comma'],
  ['1 234,50', 'decimal-comma'],
  ['1.200,00', 'decimal-comma'],
  ['1.234,50', 'decimal-comma'],
  ['1234,500', 'decimal-comma'],
  ['1,2,3,4', 'groups'],
  ['1,23,456', 'groups'],
  ['1.2.3', 'groups'],
  ['12.345', 'fraction'],
  ['', 'form'],
  ['$', 'form'],
  ['ten', 'form'],
  ['(5', 'form'],
  ['1e3', 'form'],
  ['--5', 'form'],
  ['5 apples', 'form'],
  ['99999999999999999', 'too-large'],
]

for (const [text, units] of read)
  test(`the amount “${text}” is ${units} minor units`, () => assert.deepEqual(readAmount(text), { units }))
for (const [text, problem] of refused)
  test(`“${text}” is refused as an amount: ${problem}`, () => assert.deepEqual(readAmount(text), { problem }))

test('a decimal comma is accepted when the decimal mark is a comma', () => {
  assert.deepEqual(readAmount('1.200,00', 2, 'comma'), { units: 120_000 })
  assert.deepEqual(readAmount('1 234,50', 2, 'comma'), { units: 123_450 })
  assert.deepEqual(readAmount('€5,00', 2, 'comma'), { units: 500 })
  assert.deepEqual(readAmount('1,200.00', 2, 'comma'), { problem: 'groups' })
})

test('a currency without cents accepts only zeros as decimals', () => {
  assert.deepEqual(readAmount('¥1,250', 0), { units: 1_250 })
  assert.deepEqual(readAmount('1250.00', 0), { units: 1_250 })
  assert.deepEqual(readAmount('1250.5', 0), { problem: 'fraction' })
})

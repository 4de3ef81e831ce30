import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitComments } from './split-comments.ts'

const texts = (pasted: string) => splitComments(pasted).map(({ text }) => text)

test('each number or bullet of a pasted list starts a comment, and the lines after it continue it', () => {
  assert.deepEqual(
    texts('Review of 12 May\n1. Show the scale\n   on every sheet.\n2) Name the owner\n(3) Add the date\n'),
    ['Review of 12 May', 'Show the scale on every sheet.', 'Name the owner', 'Add the date'],
  )
  assert.deepEqual(texts('• Show the scale\r\n- Name the owner\r\n* Add the date'), [
    'Show the scale',
    'Name the owner',
    'Add the date',
  ])
})

test('without markers each paragraph is a comment, or each line when there are no empty lines', () => {
  assert.deepEqual(texts('Show the scale\non every sheet.\n\nName the owner'), [
    'Show the scale on every sheet.',
    'Name the owner',
  ])
  assert.deepEqual(texts('\nShow the scale\nName the owner\n\n'), ['Show the scale', 'Name the owner'])
  assert.deepEqual(texts('  \n\t\n'), [])
})

test('a discipline heading applies to the comments below it, and a leading sheet becomes the item', () => {
  assert.deepEqual(
    splitComments('STRUCTURAL:\n1. Sheet S-101: Calculate the footing\nFire review\n2. A2.1 - Show the exit'),
    [
      { text: 'Calculate the footing', item: 'S-101', discipline: 'STRUCTURAL' },
      { text: 'Show the exit', item: 'A2.1', discipline: 'FIRE' },
    ],
  )
})

test('an amount, a date or a decimal number does not start a comment', () => {
  assert.deepEqual(texts('The fee of 12.50 is due\n1.5 inches are shown'), [
    'The fee of 12.50 is due',
    '1.5 inches are shown',
  ])
})

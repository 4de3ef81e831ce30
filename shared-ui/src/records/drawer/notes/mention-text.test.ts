import { mentionText } from '@portal/contract'
import { fromEditor, toEditor, typedMention, withMention } from './mention-text.ts'

const anna = { pid: '01J0000000000000000000ANNA', title: 'Anna Berg' }
const ann = { pid: '01J00000000000000000000ANN', title: 'Anna' }

test('a note comes back from the editor as it was', () => {
  for (const note of [
    '',
    'plain @text',
    mentionText(anna),
    `${mentionText(ann)}, ${mentionText(anna)} and @Anna Smith`.replace('@Anna Smith', '@ Anna'),
    `(${mentionText(anna)})\n${mentionText(ann)}!`,
  ]) {
    const { text, people } = toEditor(note)
    expect(fromEditor(text, people)).toBe(note)
  }
})

test('a mention ends where the name no longer stands', () => {
  const { people } = toEditor(mentionText(anna))
  expect(fromEditor('@Anna Ber', people)).toBe('@Anna Ber')
  expect(fromEditor('@Anna Bergmann', people)).toBe('@Anna Bergmann')
  expect(fromEditor('mail@Anna Berg', people)).toBe(`mail${mentionText(anna)}`)
})

test.each([
  ['@', 1, { start: 0, query: '' }],
  ['Hello @an', 9, { start: 6, query: 'an' }],
  ['Hello @anna be', 14, { start: 6, query: 'anna be' }],
  ['(@an', 4, { start: 1, query: 'an' }],
  ['a@b.example', 11, null],
  ['Hello @anna and then some', 25, null],
  ['@anna\nnext', 10, null],
  ['Hello', 5, null],
])('typing %j with the caret at %d', (text, caret, expected) => {
  expect(typedMention(text, caret)).toEqual(expected)
})

test('a chosen person takes the place of what was typed, with one space behind', () => {
  const typed = { start: 6, query: 'an' }
  expect(withMention('Hello @an', typed, anna)).toEqual({ text: 'Hello @Anna Berg ', caret: 17 })
  expect(withMention('Hello @an you', typed, anna)).toEqual({ text: 'Hello @Anna Berg you', caret: 17 })
})

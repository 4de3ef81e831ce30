import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionText, mentionsIn, noteParts, plainNote, withNames } from './mentions.ts'

const anna = { pid: '01J0000000000000000000ANNA', title: 'Anna Berg' }
const ben = { pid: '01J000000000000000000000BN', title: 'Ben [Permits] Cole' }

test('a note is text and mentions, in order', () => {
  const note = `Hello ${mentionText(anna)}, ask ${mentionText(ben)}`
  assert.deepEqual(noteParts(note), ['Hello ', anna, ', ask ', { ...ben, title: 'Ben  Permits  Cole' }])
  assert.deepEqual(noteParts(mentionText(anna)), [anna])
  assert.deepEqual(noteParts(''), [])
  assert.equal(plainNote(note), 'Hello @Anna Berg, ask @Ben  Permits  Cole')
})

test('what is almost a mention stays text', () => {
  for (const text of ['@Anna', '@[Anna Berg]', '@[Anna](01J)', '@[](01J0000000000000000000ANNA)', 'a@[b](c)'])
    assert.deepEqual(noteParts(text), [text])
})

test('a person is mentioned once, however often the note names them', () => {
  assert.deepEqual(mentionsIn(`${mentionText(anna)} ${mentionText({ ...anna, title: 'Anne' })}`), [
    { ...anna, title: 'Anne' },
  ])
})

test('names of mentioned people are replaced by pid', () => {
  const note = `${mentionText({ ...anna, title: 'The boss' })} and ${mentionText(ben)}`
  assert.equal(
    plainNote(withNames(note, new Map([[anna.pid, 'Anna Berg']]))),
    '@Anna Berg and @Ben  Permits  Cole',
  )
})

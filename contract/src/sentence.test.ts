import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish, toText, joined, phrase } from './sentence.ts'

const spanish: Readonly<Record<string, string>> = {
  'No {{noun}} found with number {{pid}}.': 'No existe ({{noun}}): {{pid}}.',
  permit: 'permiso',
  'Try again.': 'Intente de nuevo.',
}
const translate = (english: string) => spanish[english] ?? english

test('a sentence is put into words with its values, and values that are words of the portal are translated with it', () => {
  const said = phrase('No {{noun}} found with number {{pid}}.', { noun: 'permit', pid: 'x' })
  assert.equal(inEnglish(said), 'No permit found with number x.')
  assert.equal(toText(said, 'es', translate), 'No existe (permiso): x.')
})

test('joined sentences are translated individually, and one without a translation stays English', () => {
  assert.equal(toText(joined(['Try again.', 'Or not.']), 'es', translate), 'Intente de nuevo. Or not.')
})

test('a value is not treated as a template, so user input is shown as written', () => {
  assert.equal(inEnglish(phrase('{{name}} is required', { name: '{{pid}}' })), '{{pid}} is required')
  assert.equal(
    toText(phrase('{{path}}: {{problem}}', { path: 'body', problem: { en: 'a', es: 'b' } }), 'es', translate),
    'body: b',
  )
})

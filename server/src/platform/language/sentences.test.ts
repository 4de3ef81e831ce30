import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { labelsEs } from '@portal/contract/spanish'
import { sentencesEs } from './spanish/sentences.es.ts'

/**
 * Refusals, and the reasons why a transition is closed, have a Spanish text, found by their English template.
 * Source: contract.md 11.6, decision 0085.
 */

const root = join(import.meta.dirname, '../../../..')
const files = globSync('{server,contract}/src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\.es\.ts$|test-support|\/seed|migrations/.test(file),
)
const quoted = `(?:'((?:[^'\\\\\\n]|\\\\.)*)'|"((?:[^"\\\\\\n]|\\\\.)*)")`
/** Where a template is found: as an argument of a refusal, or in a constant whose name says so. */
const places = [
  String.raw`new Refusal\(\s*'[\w-]+',\s*`,
  String.raw`\binvalid\(\s*[^,()]+,\s*'[\w-]+',\s*`,
  String.raw`\bunmet\(\s*'[\w-]+',\s*`,
  String.raw`\bphrase\(\s*`,
  String.raw`\bsaid\([^,]+,\s*`,
  String.raw`\bsentence(?: =|:)\s*`,
  // A reason that is stored begins with a capital letter; a code does not.
  String.raw`\breason:\s*(?=['"][A-Z])`,
]

interface Found {
  file: string
  template: string
}

function sentencesIn(file: string): Found[] {
  const text = readFileSync(join(root, file), 'utf8')
  return places.flatMap((place) =>
    [...text.matchAll(new RegExp(place + quoted, 'g'))].map(([, single, double]) => ({
      file,
      template: (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
    })),
  )
}

/**
 * True when a template has text besides its placeholders. A template without text only combines other texts.
 */
const hasWords = ({ template }: Found) => /[a-z]/i.test(template.replaceAll(/\{\{\w+\}\}/g, ''))
const found = files
  .filter((file) => file !== 'contract/src/problem.ts')
  .flatMap(sentencesIn)
  .filter(hasWords)
/** Spanish names a kind of record in the singular where English has the plural: `{{noun}}` for `{{nouns}}`. */
const placeholders = (template: string) =>
  [...new Set(template.replaceAll('{{nouns}}', '{{noun}}').match(/\{\{\w+\}\}/g))].toSorted().join(' ')

test('each refusal and each reason has a Spanish text', () => {
  assert.ok(found.length > 300, `${found.length}`)
  const missing = found.filter(
    ({ template }) => sentencesEs[template] === undefined && labelsEs[template] === undefined,
  )
  assert.deepEqual(
    missing.map(({ file, template }) => `${file}: ${template}`),
    [],
  )
})

test('each Spanish text has the placeholders of the English template and is not a copy of it', () => {
  for (const [template, spanish] of Object.entries({ ...labelsEs, ...sentencesEs })) {
    assert.equal(placeholders(spanish), placeholders(template), template)
    if (template in sentencesEs && placeholders(template) === '') assert.notEqual(spanish, template)
  }
})

test('no refusal concatenates its text: values are passed to a template', () => {
  const built =
    /(?:new Refusal\(\s*'[\w-]+',|\binvalid\(\s*[^,()]+,\s*'[\w-]+',|\bunmet\(\s*'[\w-]+',|\bsentence =)\s*`[^`]*\$\{/g
  const wrong = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(built)].map(([text]) => `${file}: ${text}`),
  )
  assert.deepEqual(wrong, [])
})

test('a sentence has a value for each of its placeholders', () => {
  const wrong = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /phrase\(\s*'((?:[^'\\]|\\.)*)',\s*\{([^{}]*)\},?\s*\)/g,
      ),
    ].flatMap(([, template = '', values = '']) => {
      if (values.includes('...')) return []
      const given = new Set(values.split(',').map((value) => value.split(':')[0]?.trim()))
      return [...template.matchAll(/\{\{(\w+)\}\}/g)]
        .filter(([, name]) => !given.has(name))
        .map(([, name = '']) => `${file}: ${name} in ${template}`)
    }),
  )
  assert.deepEqual(wrong, [])
})

test('a sentence for a person has no value in backquotes, where no translation finds it', () => {
  const built =
    /(?:\b(?:detail|sentence|problem|message)(?: =|:)|\brefuse[d]?\()\s*`[A-Z“$][^`]*\$\{[^`]*[a-z] [a-z][^`]*`/g
  // What is logged or printed is for operators.
  const forOperators =
    /^server\/src\/(app\/(main|serve|migrate|recover-superadmin|verify-audit)|platform\/(http\/listen|environment|audit|storage|database|federation\/publish))/
  const wrong = files
    .filter((file) => !forOperators.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(built)].map(([text]) => `${file}: ${text}`),
    )
  assert.deepEqual(wrong, [])
})

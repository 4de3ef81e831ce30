import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import * as contract from '../index.ts'
import {
  allFields,
  amountProblems,
  collections,
  englishFieldLabel,
  issueSentence,
  labelOfCollection,
  machines,
  mailFolderNames,
  readyViews,
  toText,
  writableValue,
} from '../index.ts'
import { labelsEs } from './labels.es.ts'

const Options = z.array(z.object({ code: z.string(), label: z.string(), clientLabel: z.string().optional() }))

test('every label of a field, value, status, tab and page has a Spanish translation', () => {
  const needed = new Set<string>([...Object.values(mailFolderNames), ...readyViews.map(({ name }) => name)])
  for (const declaration of Object.values(collections)) {
    const { name, noun, tabs } = declaration
    const ofCollection = [labelOfCollection(name, 'one'), labelOfCollection(name, 'many')]
    for (const label of [noun, ...ofCollection, ...tabs]) needed.add(label)
    for (const [field, declared] of Object.entries(allFields(declaration))) {
      for (const label of [englishFieldLabel(field, declared), declared.section, declared.description])
        if (label !== undefined) needed.add(label)
      for (const { label, clientLabel } of declared.options ?? [])
        for (const each of [label, clientLabel]) if (each !== undefined) needed.add(each)
    }
  }
  for (const machine of Object.values(machines))
    for (const status of machine.statuses) needed.add(machine.label(status))
  // Lists of codes that no field declares, such as the states of a document in a package.
  const lists = Object.values(contract).flatMap((exported) => Options.safeParse(exported).data ?? [])
  for (const { label, clientLabel } of lists)
    for (const text of [label, clientLabel]) if (text !== undefined) needed.add(text)
  // Labels that stay the same: names of offices, and words that are equal in both languages.
  const kept = /^(Austin|Travis|Texas)\b/
  assert.deepEqual(
    [...needed].filter((label) => labelsEs[label] === undefined && !kept.test(label)),
    [],
  )
})

test('a value that a field does not take is refused in Spanish, whatever its limits are', () => {
  const values = [
    'x'.repeat(60_000),
    '\u0000',
    'no@',
    1.5,
    1e16,
    -1e16,
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    {},
  ]
  const english = new Set<string>()
  for (const declaration of Object.values(collections))
    for (const declared of Object.values(declaration.fields))
      for (const value of values)
        for (const issue of writableValue(declared).safeParse(value).error?.issues ?? []) {
          const sentence = issueSentence(issue)
          const said = toText(sentence, 'en', (text) => text)
          assert.equal(said, issue.message)
          // The own words of zod have no translation here: a form does not send values of a wrong type.
          if (/^(Invalid|Too|Unrecognized)/.test(said)) continue
          if (toText(sentence, 'es', (text) => labelsEs[text] ?? text) === said) english.add(said)
        }
  assert.deepEqual([...english], [])
  assert.deepEqual(
    Object.values(amountProblems).filter((problem) => labelsEs[problem] === undefined),
    [],
  )
})

test('a label that is translated already stays as it is', () => {
  const again = [...new Set(Object.values(labelsEs))].filter((text) => (labelsEs[text] ?? text) !== text)
  assert.deepEqual(again, [])
})

/** Labels that are a field here and a value there and mean the same thing. */
const sameSense = new Set([
  'Agency',
  'Client',
  'Email',
  'Fee due',
  'Permit',
  'Read',
  'Refunded',
  'Role',
  'Rule',
  'User',
])

test('a label has one meaning, since its Spanish text is found by its English text', () => {
  const declared = Object.values(collections).flatMap((declaration) => Object.entries(allFields(declaration)))
  const fields = new Set(declared.map(([name, each]) => englishFieldLabel(name, each)))
  const values = declared.flatMap(([, { options = [] }]) => options)
  assert.deepEqual(
    [...new Set(values.map(({ label }) => label))].filter(
      (label) => fields.has(label) && !sameSense.has(label),
    ),
    [],
  )
  // One code may be two things: a sign on a building and a document to sign.
  const labels = Map.groupBy(values, ({ label }) => label)
  const ofSign = [...labels].filter(([, options]) => options.some(({ code }) => code === 'SIGN'))
  assert.deepEqual(
    ofSign.map(([label]) => [label, labelsEs[label]]),
    [
      ['Sign document', 'Firmar documento'],
      ['Sign', 'Letrero'],
    ],
  )
})

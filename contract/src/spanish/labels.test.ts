import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFields, collections, englishFieldLabel, machines, mailFolderNames, readyViews } from '../index.ts'
import { labelsEs } from './labels.es.ts'

test('every label of a field, value, status, tab and page has a Spanish translation', () => {
  const needed = new Set<string>([...Object.values(mailFolderNames), ...readyViews.map(({ name }) => name)])
  for (const declaration of Object.values(collections)) {
    for (const label of [declaration.noun, ...declaration.tabs]) needed.add(label)
    for (const [name, declared] of Object.entries(allFields(declaration))) {
      for (const label of [englishFieldLabel(name, declared), declared.section, declared.description])
        if (label !== undefined) needed.add(label)
      for (const { label, clientLabel } of declared.options ?? [])
        for (const each of [label, clientLabel]) if (each !== undefined) needed.add(each)
    }
  }
  for (const machine of Object.values(machines))
    for (const status of machine.statuses) needed.add(machine.label(status))
  // Labels that stay the same: names of offices, and words that are equal in both languages.
  const kept = /^(Austin|Travis|Texas)\b/
  assert.deepEqual(
    [...needed].filter((label) => labelsEs[label] === undefined && !kept.test(label)),
    [],
  )
})

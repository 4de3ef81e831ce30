import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChecklistItem } from '../machines/packages.ts'
import { checklistStates } from '../machines/packages.ts'
import { newChecklist } from './new-checklist.ts'
import {
  addAskedSince,
  checklistChanges,
  lateDocuments,
  movedChecklist,
  withAskedSince,
} from './move-requirements.ts'
import type { AskedSince } from './move-requirements.ts'
import { isWithoutDifference, requirementDifferences } from './requirement-differences.ts'
import type { LibraryCondition, PermitRequirements } from './requirements.ts'

const condition = (code: string, text = code): LibraryCondition => ({
  code,
  text,
  kind: 'PRIOR_TO_ISSUE',
  severity: 'REQUIRED',
})
const asked = (values: Partial<PermitRequirements>): PermitRequirements => ({
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  amounts: [],
  departments: [],
  expectedDays: null,
  ...values,
})

test('the differences name what is added, dropped and changed', () => {
  const from = asked({
    required: ['SITE_PLAN', 'PHOTO'],
    optional: ['SURVEY'],
    conditions: [condition('A'), condition('B')],
    fees: ['FILING'],
  })
  const to = asked({
    required: ['SURVEY', 'SITE_PLAN'],
    optional: ['INSURANCE'],
    conditions: [condition('C'), condition('B', 'Reworded.')],
    fees: ['PLAN_REVIEW'],
  })
  assert.deepEqual(requirementDifferences(from, to), {
    documents: [
      { documentType: 'SURVEY', from: 'OPTIONAL', to: 'REQUIRED' },
      { documentType: 'INSURANCE', from: null, to: 'OPTIONAL' },
      { documentType: 'PHOTO', from: 'REQUIRED', to: null },
    ],
    conditions: [
      { code: 'A', change: 'dropped', text: 'A' },
      { code: 'C', change: 'added', text: 'C' },
      { code: 'B', change: 'changed', text: 'Reworded.' },
    ],
    fees: { added: ['PLAN_REVIEW'], dropped: ['FILING'], changed: [] },
    departments: { added: [], dropped: [] },
  })
})

test('another order is no difference', () => {
  const one = asked({ required: ['A', 'B'], fees: ['X', 'Y'], conditions: [condition('A'), condition('B')] })
  const other = asked({
    required: ['B', 'A'],
    fees: ['Y', 'X'],
    conditions: [condition('B'), condition('A')],
  })
  assert.ok(isWithoutDifference(requirementDifferences(one, other)))
})

const item = (documentType: string, values: Partial<ChecklistItem> = {}): ChecklistItem => ({
  documentType,
  required: true,
  state: 'MISSING',
  file: null,
  onPaper: false,
  reason: null,
  ...values,
})

test('a document that was received stays as an optional one, an untouched one goes', () => {
  const from = asked({ required: ['SITE_PLAN', 'PHOTO', 'SURVEY'] })
  const to = asked({ required: ['SITE_PLAN', 'INSURANCE'] })
  const photo = item('PHOTO', { state: 'RECEIVED', file: 'F1' })
  const before = [item('SITE_PLAN'), photo, item('SURVEY')]
  const after = movedChecklist(before, from, to)
  assert.deepEqual(after, [item('SITE_PLAN'), item('INSURANCE'), { ...photo, required: false }])
  assert.deepEqual(checklistChanges(before, after, to), {
    added: ['INSURANCE'],
    dropped: ['SURVEY'],
    kept: ['PHOTO'],
  })
})

test('a document of a correction that no version asks for stays required', () => {
  const rejected = item('DRAWINGS', { state: 'REJECTED', reason: 'Sheet 2' })
  const before = [item('SITE_PLAN'), rejected]
  const after = movedChecklist(before, asked({ required: ['SITE_PLAN'] }), asked({ required: ['PHOTO'] }))
  assert.deepEqual(after, [item('PHOTO'), rejected])
})

const types = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const documents = fc
  .uniqueArray(fc.constantFrom(...types), { maxLength: 6 })
  .chain((all) =>
    fc.nat({ max: all.length }).map((at) => asked({ required: all.slice(0, at), optional: all.slice(at) })),
  )
const work = fc.array(
  fc.record({
    state: fc.constantFrom(...checklistStates),
    file: fc.option(fc.constant('F1')),
    onPaper: fc.boolean(),
    reason: fc.option(fc.constant('Why')),
  }),
  { minLength: 6, maxLength: 6 },
)

test('moving to any version and back restores the checklist', () => {
  fc.assert(
    fc.property(documents, documents, work, (from, to, done) => {
      const before = newChecklist(from).map((each, at) => ({ ...each, ...done[at] }))
      assert.deepEqual(movedChecklist(movedChecklist(before, from, to), to, from), before)
    }),
  )
})

test('after any move the checklist asks for everything the version asks for, and loses no work', () => {
  fc.assert(
    fc.property(documents, documents, work, (from, to, done) => {
      const before = newChecklist(from).map((each, at) => ({ ...each, ...done[at] }))
      const after = movedChecklist(before, from, to)
      const required = after.filter((each) => each.required).map(({ documentType }) => documentType)
      assert.deepEqual(required, to.required)
      assert.equal(new Set(after.map(({ documentType }) => documentType)).size, after.length)
      for (const each of before) {
        const found = after.find(({ documentType }) => documentType === each.documentType)
        if (each.file !== null) assert.equal(found?.file, 'F1')
      }
    }),
  )
})

/** The documents that a permit asks for one after the other, by changes of its values and of its version. */
const sequence = fc.array(documents, { minLength: 2, maxLength: 6 })
const requiredIn = (checklist: readonly ChecklistItem[]) =>
  checklist.flatMap((each) => (each.required ? [each.documentType] : [])).toSorted()

test('a package that follows any sequence of changes asks for what the last one needs', () => {
  fc.assert(
    fc.property(sequence, work, (all, done) => {
      const [first, ...later] = all
      if (first === undefined) return
      let checklist = newChecklist(first).map((each, at) => ({ ...each, ...done[at] }))
      let from = first
      for (const to of later) {
        checklist = movedChecklist(checklist, from, to)
        from = to
      }
      assert.deepEqual(requiredIn(checklist), from.required.toSorted())
    }),
  )
})

test('a ready package keeps any sequence of changes as one, and is reopened with what the last one needs', () => {
  fc.assert(
    fc.property(sequence, work, (all, done) => {
      const [first, ...later] = all
      const last = all.at(-1)
      if (first === undefined || last === undefined) return
      const before = newChecklist(first).map((each, at) => ({ ...each, ...done[at] }))
      let since: AskedSince = []
      let from = first
      for (const to of later) {
        since = addAskedSince(since, requirementDifferences(from, to).documents)
        from = to
      }
      const after = withAskedSince(before, since)
      assert.deepEqual(requiredIn(after), last.required.toSorted())
      for (const each of before)
        if (each.file !== null)
          assert.equal(after.find(({ documentType }) => documentType === each.documentType)?.file, 'F1')
      const late = lateDocuments(before, since)
      assert.ok(late.every((type) => last.required.includes(type) && !first.required.includes(type)))
      assert.deepEqual(addAskedSince(since, requirementDifferences(last, first).documents), [])
    }),
  )
})

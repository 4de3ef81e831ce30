import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorBudgetOf } from './error-budget.ts'

test('the budget is what the target allows of the mounts', () => {
  const { target, isUsualTarget, allowed, spent } = errorBudgetOf(null, { mounts: 10_000, failures: 25 })
  assert.deepEqual(
    { target, isUsualTarget, allowed, spent },
    {
      target: 99.5,
      isUsualTarget: true,
      allowed: 50,
      spent: 50,
    },
  )
  assert.equal(errorBudgetOf(99, { mounts: 10_000, failures: 150 }).spent, 150)
})

test('a seldom used remote may fail a few times', () => {
  assert.equal(errorBudgetOf(null, { mounts: 40, failures: 1 }).spent, 20)
  assert.equal(errorBudgetOf(null, { mounts: 0, failures: 0 }).spent, 0)
})

test('more errors than mounts count as one for each mount', () => {
  assert.equal(errorBudgetOf(null, { mounts: 3, failures: 90 }).failures, 3)
})

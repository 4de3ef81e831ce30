import assert from 'node:assert/strict'
import { test } from 'node:test'
import { machines } from './machines.ts'
import { mendOf } from './mends.ts'
import { noFacts } from './machine.ts'

const worst = {
  ...noFacts,
  blockingTasks: 2,
  clientTasks: 1,
  balance: 100,
  openPermits: 3,
  openConditions: { beforeSubmit: 1, beforeIssue: 2 },
  organizationConditions: { beforeSubmit: 2, beforeIssue: 1 },
  openAmendments: 1,
  allocated: 5,
  signOff: { ...noFacts.signOff, bySecondPerson: true, client: 'RETURNED' as const },
}

test('every reason of a guard names the tab on which it is mended (issue 7: a why-not list with links that fix each)', () => {
  const checklist = [{ documentType: 'SITE_PLAN', required: true, state: 'MISSING', file: null, reason: null }]
  const reasons = Object.values(machines).flatMap((machine) =>
    machine.statuses.flatMap((status) => {
      const record = { status, checklist, kind: 'REFUND', total: 1, audience: 'CLIENT', requiredDocument: 'SITE_PLAN' }
      const plain = { ...record, kind: 'PAYMENT' }
      return [record, plain].flatMap((each) => machine.ways(each, worst).flatMap((way) => way.guards?.(each, worst) ?? []))
    }),
  )
  assert.ok(reasons.length > 10)
  assert.deepEqual(
    [...new Set(reasons)].filter((reason) => mendOf(reason) === null),
    [],
  )
  assert.equal(mendOf('Only administrators may do this.'), null)
})

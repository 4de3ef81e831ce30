import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import type { CollectionName } from '../collections/names.ts'
import { guessMapping, importableFields } from './import-mapping.ts'
import { statesCode } from './import-values.ts'

const offered = (name: CollectionName) => new Set(importableFields(collections[name]).map(([field]) => field))

test('an import does not offer derived fields but offers all fields that a person can set', () => {
  const permits = offered('permits')
  for (const name of [
    'balance',
    'paidTotal',
    'feeTotal',
    'paymentStatus',
    'ourSeconds',
    'clockStartedAt',
    'bucket',
    'court',
    'daysToExpiry',
  ])
    assert.ok(!permits.has(name), name)
  for (const name of ['status', 'issuedDate', 'refNo', 'cycleNo', 'valuation', 'origin'])
    assert.ok(permits.has(name), name)
  assert.ok(
    !offered('orgs').has('balance') &&
      !offered('users').has('passkeyCount') &&
      !offered('rts').has('readinessPct'),
  )
  assert.deepEqual(guessMapping(collections.permits, ['Balance', 'Our seconds', 'Bucket']), {})
})

test('a code and its label are exact matches, a synonym is a guess', () => {
  const status = collections.permits.fields.status
  assert.deepEqual(
    ['UNDER_REVIEW', 'under review', 'Finaled', 'Odd'].map((cell) => statesCode(status, cell)),
    [true, true, false, false],
  )
})

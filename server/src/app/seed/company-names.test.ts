import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestSpelling, companyKey, toCompanyName, toDomainLabel } from './company-names.ts'

test('spellings of one company have the same key, other companies another', () => {
  const same = [
    'Acme, Inc',
    'Acme Inc.',
    'ACME INC',
    'The Acme Company',
    'Acme Co., Inc.',
    'Acme, Inc.****MAIN***',
    'Acme (Main)',
  ]
  for (const spelling of same) assert.equal(toCompanyName(spelling)?.key, 'acme', spelling)
  assert.equal(companyKey('Smith & Sons'), companyKey('Smith and Sons, LLC'))
  assert.notEqual(companyKey('Acme Plumbing'), companyKey('Acme Electric'))
  assert.notEqual(companyKey('Companion Homes'), companyKey('Companion'))
})

test('the trade name names the company, and a private person before DBA is dropped', () => {
  assert.deepEqual(toCompanyName('Oscar Prince, DBA Champions Plumbing'), {
    name: 'Champions Plumbing',
    alternateName: null,
    key: 'champions plumbing',
  })
  assert.deepEqual(toCompanyName('The Brohn Group, LLC DBA BROHN HOMES'), {
    name: 'BROHN HOMES',
    alternateName: 'The Brohn Group, LLC',
    key: 'brohn homes',
  })
  assert.equal(toCompanyName('LAM Construction (dba)')?.name, 'LAM Construction')
  assert.equal(toCompanyName('Austin Electric B2K, Inc. dba')?.name, 'Austin Electric B2K, Inc.')
})

test('a cell without a company name is null', () => {
  for (const cell of ['', ' ', 'Inc.', 'LLC', '****MAIN***']) assert.equal(toCompanyName(cell), null, cell)
})

test('the displayed name avoids all capitals, then is the most frequent spelling', () => {
  assert.equal(
    bestSpelling(
      new Map([
        ['ACME INC', 9],
        ['Acme Inc', 1],
      ]),
    ),
    'Acme Inc',
  )
  assert.equal(
    bestSpelling(
      new Map([
        ['Acme Inc', 1],
        ['Acme, Inc', 3],
      ]),
    ),
    'Acme, Inc',
  )
  assert.equal(toDomainLabel("Ed & Sons' Air"), 'ed-sons-air')
  assert.equal(toDomainLabel('***'), 'company')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerOf } from './host-owner.ts'

const owners: [host: string, owner: string][] = [
  ['mail.city.example', 'city.example'],
  ['www.council.co.uk', 'council.co.uk'],
  ['a.b.council.gov.uk', 'council.gov.uk'],
  ['www.anything.com.br', 'anything.com.br'],
  // Not every two-letter label before a country is a public suffix, and shared hosts have different owners.
  ['portal.ab.de', 'ab.de'],
  ['evil.github.io', 'evil.github.io'],
  ['10.0.0.1', '10.0.0.1'],
  ['localhost', 'localhost'],
]
for (const [host, owner] of owners)
  test(`S-08: ${host} belongs to ${owner}`, () => assert.equal(ownerOf(host), owner))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '@portal/contract'
import { inPlaceOfAbsent } from './in-place-of-absent.ts'

const anna = { pid: 'anna', role: 'team' } as const
const ben = { pid: 'ben', role: 'team' } as const
const cleo = { pid: 'cleo', role: 'team' } as const
const client = { pid: 'carla', role: 'client' } as const
const absences = { delegates: new Map([['anna', 'ben']]), names: new Map([['anna', 'Anna Lee']]) }
const forAnna = { pid: 'anna', name: 'Anna Lee' }
const notified = (people: readonly Pick<Actor, 'pid' | 'role'>[], named: string[], actor = 'portal') =>
  inPlaceOfAbsent({ people, named, absences, actor })

test('the delegate is notified for a person who is away; others and clients as they are', () => {
  assert.deepEqual(notified([anna, ben, cleo, client], ['anna', 'cleo']), [
    { ...ben, onBehalfOf: forAnna },
    cleo,
    client,
  ])
})

test('a delegate who is meant as well is notified once, for themselves', () => {
  assert.deepEqual(notified([anna, ben], ['anna', 'ben']), [ben])
})

test('a delegate who may not read the record is not notified; the person who is away is', () => {
  assert.deepEqual(notified([anna, cleo], ['anna']), [anna])
})

test('nobody is notified of what the delegate did for the person who is away', () => {
  assert.deepEqual(notified([anna], ['anna'], 'ben'), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { normalizeDatabaseError, refusalOfDatabase } from './unavailable.ts'

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code })

const cases: readonly [name: string, error: unknown, detail: RegExp | null][] = [
  ['a lost connection', normalizeDatabaseError(new Error('Connection terminated')), /busy.*again/],
  ['a statement canceled by its timeout', databaseError('57014'), /busy.*again/],
  ['a database that is shutting down', databaseError('57P01'), /busy.*again/],
  ['a deadlock that came back at every attempt', databaseError('40P01'), /busy.*again/],
  ['a lock that was not free in time', databaseError('55P03'), /busy.*again/],
  ['a write that another one overtook', databaseError('40001'), /busy.*again/],
  ['a transaction that took too long', databaseError('25P03'), /busy.*again/],
  ['a full disk', databaseError('53100'), /disk is full.*administrator/],
  ['a violated unique index', databaseError('23505'), null],
  ['a fault of the server', new TypeError('x is not a function'), null],
]

for (const [name, error, detail] of cases)
  test(`${name} is ${detail === null ? 'no temporary state' : `503: ${detail.source}`}`, () => {
    const refusal = refusalOfDatabase(error)
    if (detail === null) assert.equal(refusal, null)
    else {
      assert.equal(refusal?.type, 'unavailable')
      assert.match(JSON.stringify(refusal.detail), detail)
    }
  })

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { z } from 'zod'
import { read } from '../query/reading.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { rareDigits, textLike } from './text-like.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('only of a long number the last digits are looked for', () => {
  assert.equal(rareDigits('%pm2026004010%'), '6004010')
  assert.equal(rareDigits('%2026004010 12345678%'), '6004010')
  assert.equal(rareDigits('%pm2026%'), null)
  assert.equal(rareDigits('%1234567%'), null)
  assert.equal(rareDigits('%12345678%'), '2345678')
  assert.equal(rareDigits('% garage%'), null)
})

test('the condition holds for exactly the texts that match the pattern', async () => {
  const part = fc.constantFrom('pm', '2026', '004010', '12345678', ' ', 'garage', '2026004010', '_', '%', '0')
  const texts = fc.array(
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 20 },
  )
  const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `%${parts.join('')}%`)
  const Row = z.object({ is_found: z.boolean(), is_like: z.boolean() })
  let found = 0
  await fc.assert(
    fc.asyncProperty(texts, pattern, async (values, like) => {
      const rows = await read(
        portal.deps,
        sql`select ${textLike(like)} as is_found, x.t like ${like} as is_like from unnest(${values}::text[]) x(t)`,
        Row,
      )
      for (const row of rows) {
        assert.equal(row.is_found, row.is_like)
        if (row.is_found && rareDigits(like) !== null) found += 1
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(found > 20, `only ${found} texts with a long number were found`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../test-support/start-test-app.ts'

test('a list asks the database for the session, the modules, the page and its count, and nothing more', async (t) => {
  const portal = await startTestApp()
  t.after(() => portal.close())
  const { team } = await portal.given.everyRole()
  const list = () => portal.crud(team, { apiPath: 'permits', method: 'GET', query: { filter: { city: 'Austin' } } })
  assert.equal((await list()).statusCode, 200)
  const { database } = portal.deps
  const [named, slow] = [database.named.bind(database), database.slow.bind(database)]
  const asked: string[] = []
  database.named = (text, values) => {
    asked.push(text)
    return named(text, values)
  }
  database.slow = (text, values) => {
    asked.push(text)
    return slow(text, values)
  }
  assert.equal((await list()).statusCode, 200)
  // What timers do meanwhile (adding up counters, forgetting old sessions) is no part of the call.
  const read = asked.filter((text) => /^(select|with m as)/.test(text.trim()) && /sessions|configuration|permits/.test(text))
  assert.equal(read.length, 4, asked.join('\n'))
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { scheduledTaskNames } from '@portal/contract'
import { createClamdScanner } from '#files/clamd-scanner.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import { scheduledTasks } from './scheduled-tasks.ts'

const source = join(import.meta.dirname, '..')

/** Timers of one server about its own memory, connections and queues: no task of the portal. */
const ownTimers = [
  // Archives the log of this server's PostgreSQL; one process at a time, by a lock.
  'app/backups/archive.ts',
  // Writes the access log of this process.
  'app/open-deps.ts',
  'domain/authorities/feeds/feed-jobs.ts',
  'domain/stream/broadcast.ts',
  'domain/stream/presence/presence-feed.ts',
  'domain/stream/tail.ts',
  'engine/query/page-anchors.ts',
  'platform/http/body-deadline.ts',
  'platform/http/rate-limit.ts',
  'platform/http/refusal-audit.ts',
  'platform/jobs/polling-worker.ts',
  'platform/scheduling/task-scheduler.ts',
  'platform/servers/server-registration.ts',
]

test('every scheduled task has a name of the contract, and every name a task', async () => {
  const portal = await startTestApp({
    deps: { scanner: createClamdScanner('tcp://127.0.0.1:9') },
    environment: {
      oidc: { issuer: 'http://localhost:9', clientId: 'a', clientSecret: 'b', tenants: [] },
      mailProvider: 'graph',
      backupTo: { kind: 'folder', path: '/nonexistent' },
    },
  })
  try {
    const names = scheduledTasks(portal.deps).map(({ name }) => name)
    assert.deepEqual(names.toSorted(), scheduledTaskNames.toSorted())
    for (const { everyMs, firstAfterMs = everyMs } of scheduledTasks(portal.deps))
      assert.ok(everyMs >= 10_000 && firstAfterMs <= everyMs)
  } finally {
    await portal.close()
  }
})

test('the server has no other repeated work than the scheduled tasks and what it does for itself', async () => {
  const repeating: string[] = []
  for await (const file of glob('**/*.ts', { cwd: source }))
    if (
      !/\.test\.ts$|test-support/.test(file) &&
      readFileSync(join(source, file), 'utf8').includes('setInterval(')
    )
      repeating.push(file)
  assert.deepEqual(repeating.toSorted(), ownTimers)
})

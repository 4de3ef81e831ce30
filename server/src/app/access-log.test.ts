import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createAccessLog } from './open-deps.ts'

test('the log of requests reaches its file within moments, and no request waits for the disk', async (context) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'portal-access-log-'))
  const path = join(folder, 'log')
  const fd = fs.openSync(path, 'a')
  const syncs = context.mock.method(fs, 'fsyncSync')
  const { accessLog, flush } = createAccessLog('info', fd)
  try {
    accessLog.info({ url: '/first' }, 'request')
    while (!fs.readFileSync(path, 'utf8').includes('/first')) await wait(20)
    assert.equal(syncs.mock.callCount(), 0)
    accessLog.info({ url: '/last' }, 'request')
  } finally {
    flush()
  }
  assert.match(fs.readFileSync(path, 'utf8'), /\/last/)
  fs.closeSync(fd)
  fs.rmSync(folder, { recursive: true })
})

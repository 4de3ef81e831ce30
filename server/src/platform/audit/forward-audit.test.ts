import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { openAuditSink, syslogFrame } from './audit-sink.ts'
import { AuditForwarder } from './forward-audit.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const write = (name: string) =>
  writeAudit(portal.deps.database.kysely, {
    kind: 'sign-out',
    at: portal.clock.now(),
    actor: null,
    person: null,
    origin: null,
    detail: { name },
  })
const namesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).detail.name)

test('S-29: the audit file has each row once and in order as JSON lines, across restarts', async () => {
  const path = join(portal.deps.environment.dataDir, 'audit.jsonl')
  const destination = { kind: 'file', path } as const
  const send = async () => {
    const forwarder = new AuditForwarder(portal.deps, destination, openAuditSink(destination))
    await forwarder.stop()
  }
  await write('one')
  await write('two\nwith a line of its own')
  await send()
  await write('three')
  await Promise.all([send(), send()])
  const text = await readFile(path, 'utf8')
  assert.deepEqual(namesIn(text), ['one', 'two\nwith a line of its own', 'three'])
  const [first] = text.split('\n').map((line) => JSON.parse(line === '' ? '{}' : line))
  assert.deepEqual(Object.keys(first), [
    'position',
    'hash',
    'at',
    'kind',
    'actor',
    'person',
    'request',
    'address',
    'userAgent',
    'detail',
  ])
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('S-29: a syslog server gets RFC 5424 messages with octet counting; no row is lost while it is down', async () => {
  const got: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (part) => got.push(part)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const destination = { kind: 'syslog', host: '127.0.0.1', port, tls: false } as const
  await write('while away')
  await new AuditForwarder(portal.deps, destination, openAuditSink(destination)).stop()
  assert.ok(portal.logged.some((line) => line.includes('the audit could not be sent')))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await new AuditForwarder(portal.deps, destination, openAuditSink(destination)).stop()
  await new Promise((resolve) => server.close(resolve))
  const text = Buffer.concat(got).toString()
  const length = Number(/^\d+/.exec(text)?.[0])
  const message = text.slice(String(length).length + 1, String(length).length + 1 + length)
  assert.match(message, /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ permit-portal \d+ sign-out - \{"position":1,/)
  assert.match(text, /while away/)
})

test('a syslog message is framed by its length in bytes, and its header is printable ASCII', () => {
  const row = {
    position: 1,
    hash: 'h',
    at: '2026-11-22T00:00:00.000Z',
    kind: 'sign in',
    actor: null,
    person: null,
    request: null,
    address: null,
  }
  const frame = syslogFrame({ ...row, userAgent: 'Ä', detail: {} }, 'höst name')
  const [length = '', ...rest] = frame.split(' ')
  assert.equal(Number(length), Buffer.byteLength(rest.join(' ')))
  assert.match(frame, / hstname permit-portal \d+ signin - /)
})

test('AUDIT_LOG is a file, stdout or a syslog server; an unencrypted server on another host is refused', () => {
  const of = (value: string) => parseEnvironment({ AUDIT_LOG: value }).auditLog
  assert.equal(parseEnvironment({}).auditLog, null)
  assert.deepEqual(of('-'), { kind: 'stdout' })
  assert.deepEqual(of('/var/log/audit.jsonl'), { kind: 'file', path: '/var/log/audit.jsonl' })
  assert.deepEqual(of('syslog://localhost'), { kind: 'syslog', host: 'localhost', port: 601, tls: false })
  assert.deepEqual(of('syslogs://logs.example.org'), {
    kind: 'syslog',
    host: 'logs.example.org',
    port: 6514,
    tls: true,
  })
  for (const value of [
    'syslog://logs.example.org:514',
    'http://logs.example.org',
    'syslogs://',
    'syslogs://logs.example.org/path',
  ]) {
    assert.throws(
      () => of(value),
      (error) => error instanceof StartRefusal && error.message.startsWith('AUDIT_LOG '),
    )
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialConfiguration } from '@portal/contract'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { startTestApp } from '#test-support/start-test-app.ts'

async function textOf(
  contacts: string[],
): Promise<{ status: number; type: string; fields: Map<string, string[]>; now: number }> {
  const portal = await startTestApp({
    environment: {
      securityContacts: contacts,
      publicOrigin: 'https://portal.example',
      mailDomains: ['portal.example'],
    },
  })
  try {
    const response = await portal.send({ method: 'GET', url: '/.well-known/security.txt' })
    const pairs = response.body
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
    const fields = new Map(
      [...Map.groupBy(pairs, ([name = '']) => name)].map(([name, values]) => [
        name,
        values.map(([, value = '']) => value),
      ]),
    )
    return {
      status: response.statusCode,
      type: String(response.headers['content-type']),
      fields,
      now: portal.clock.now().getTime(),
    }
  } finally {
    await portal.close()
  }
}

test('S-30: security.txt has the contact for vulnerabilities, its expiry and its address (RFC 9116)', async () => {
  const { status, type, fields, now } = await textOf([])
  assert.deepEqual([status, type], [200, 'text/plain; charset=utf-8'])
  assert.deepEqual(fields.get('Contact'), [`mailto:${initialConfiguration().settings.emailIds[0]}`])
  assert.deepEqual(fields.get('Canonical'), ['https://portal.example/.well-known/security.txt'])
  const expires = new Date(fields.get('Expires')?.[0] ?? '').getTime()
  assert.ok(expires > now && expires < now + 365 * 86_400_000)
})

test('S-30: SECURITY_CONTACT sets other contacts, as e-mail addresses or pages', async () => {
  assert.deepEqual(
    (await textOf(['security@city.example', 'https://city.example/report'])).fields.get('Contact'),
    ['mailto:security@city.example', 'https://city.example/report'],
  )
  assert.deepEqual(
    parseEnvironment({ SECURITY_CONTACT: 'a@b.example, https://b.example/x' }).securityContacts,
    ['a@b.example', 'https://b.example/x'],
  )
  for (const wrong of ['nobody', 'http://b.example/x', 'a@b.example\nExpires: 2099']) {
    assert.throws(() => parseEnvironment({ SECURITY_CONTACT: wrong }), /SECURITY_CONTACT must be/)
  }
})

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
before(async () => {
  folder = await givenBuilds()
  const routes = [
    { path: '/permits/processing', guard: 'auth', layout: 'default' },
    { path: '/permits/processing/{pid}', guard: 'auth', layout: 'default' },
    { path: '/permits/checked/{pid}', guard: 'auth', layout: 'default', validate: 'pid' },
    { path: '/old', guard: 'none', layout: 'default', redirect: '/permits/processing' },
  ] as const
  await givenRemoteBuild(folder, { name: 'permits', manifest: { routes: [...routes] } })
  portal = await startTestApp({ environment: { buildsDir: folder } })
  await publishOwnBuilds(portal.deps)
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url, headers })

test('pages of the shell and the manifests return the document with 200, unknown ones with 404', async () => {
  for (const url of [
    '/',
    '/login',
    '/unauthorized',
    '/permits/processing',
    '/permits/processing?page=1',
    '/permits/processing/01ABC',
    `/permits/checked/${portal.deps.ids.pid()}`,
  ]) {
    const response = await get(url)
    assert.equal(response.statusCode, 200, url)
    assert.match(String(response.headers['content-type']), /^text\/html/)
    assert.equal(response.body.includes('id="portal"'), true)
  }
  for (const url of [
    '/nowhere',
    '/permits/processing/a/b',
    '/permits/checked/nonsense',
    '/login/more',
    '/permits',
  ]) {
    const result = await get(url)
    assert.equal(result.statusCode, 404, url)
    assert.equal(result.body.includes('id="portal"'), true, url)
  }
})

test('a browser without a session learns from the document that it has none, and whether the page needs one', async () => {
  const hintOf = async (url: string, headers: Record<string, string> = {}) => {
    const { body } = await get(url, headers)
    return [
      /portal-session" content="(\w+)"/.exec(body)?.[1],
      /<link rel="([\w-]+)" as="script"/.exec(body)?.[1],
    ]
  }
  assert.deepEqual(await hintOf('/login'), ['absent', 'portal-file'])
  assert.deepEqual(await hintOf('/nowhere'), ['absent', 'portal-file'])
  assert.deepEqual(await hintOf('/permits/processing?page=1'), ['required', 'portal-file'])
  const cookie = 'session_token=anything'
  assert.deepEqual(await hintOf('/login', { cookie }), ['present', 'preload'])
  assert.deepEqual(await hintOf('/permits/processing', { cookie }), ['present', 'preload'])
})

test('96: each document has a new style nonce, equal to that of its policy, and is not cached', async () => {
  const nonces = new Set<string>()
  for (let round = 0; round < 2; round += 1) {
    const response = await get('/login')
    const nonce = /csp-nonce" content="([^"]+)"/.exec(response.body)?.[1] ?? ''
    const policy = String(response.headers['content-security-policy'])
    assert.equal(policy.includes(`style-src 'self' 'nonce-${nonce}'`), true)
    const promised = [
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]
    for (const part of promised) assert.equal(policy.includes(part), true, part)
    assert.doesNotMatch(policy, /unsafe-(eval|inline)/)
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.match(response.body, /portal-demo" content="1"/)
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 2)
})

let origin: Promise<string> | undefined
/** Sends the URL unchanged. The test client would normalize it first. */
async function getAsItIs(
  path: string,
): Promise<{ status: number | undefined; location: string | undefined }> {
  origin ??= portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(await origin)
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, headers: { host: 'localhost:3000' }, agent: false },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode, location: response.headers.location })
      },
    )
    asked.once('error', reject).end()
  })
}

for (const url of [
  '//',
  '///',
  '/\\evil.example',
  '/\\',
  '/\\evil',
  '//evil.example/login',
  '//login',
  '//permits/processing',
  '/permits//processing',
  '/a/../login',
  '/./login',
  '/login\\',
  '/%',
  '/%E0%A4%A',
  '/%5c%5cevil',
  '/%2f%2flogin',
  '/@evil.example',
  '/;/login',
]) {
  test(`S-22: ${url} is neither a page nor a server error`, async () => {
    const { status, location } = await getAsItIs(url)
    assert.ok(status === 400 || status === 404, `${url}: ${status}`)
    assert.equal(location, undefined)
  })
}

test('a route with a redirect redirects', async () => {
  const response = await get('/old')
  assert.deepEqual([response.statusCode, response.headers.location], [302, '/permits/processing'])
})

test('files with a hash in their name are cached for a year and sent precompressed', async () => {
  const url = '/main.3fa94c21.js'
  const plain = await get(url)
  assert.match(String(plain.headers['cache-control']), /max-age=31536000.*immutable/)
  assert.equal(plain.headers['content-encoding'], undefined)
  const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
  assert.match(String(brotli.headers['content-type']), /javascript/)
  assert.match(String(brotli.headers['vary'] ?? ''), /accept-encoding/i)
  const gzip = await get(url, { 'accept-encoding': 'gzip' })
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
  assert.equal(gzip.headers['x-content-type-options'], 'nosniff')
})

test('96: on https the browser is told to use only https', async () => {
  const secure = await startTestApp({
    environment: { publicOrigin: 'https://portal.example.org', buildsDir: folder },
  })
  try {
    assert.match(
      String((await secure.send({ method: 'GET', url: '/login' })).headers['strict-transport-security']),
      /max-age=63072000/,
    )
  } finally {
    await secure.close()
  }
})

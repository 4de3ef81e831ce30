import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, beforeEach, mock, test } from 'node:test'
import { PreviewBody } from '@portal/contract'
import { CliError } from '../cli-error.ts'
import { deployRemote, readDeployArguments } from './deploy-remote.ts'

const version = '1.4.0-3fa94c21'
/** What the portal was asked, in order; the bodies of previews. */
let asked: string[] = []
let previews: PreviewBody[] = []
const server = createServer((request, reply) => {
  const path = request.url?.split('?')[0] ?? ''
  asked.push(`${request.method} ${path}`)
  const answer = (status: number, body: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.method === 'PUT') {
    request.resume()
    answer(201, { name: 'ports', version, integrity: `sha384-${'A'.repeat(64)}`, size: 30, files: 2 })
  } else if (path === '/api/federation/can-deploy') answer(200, { ok: true, problems: [], warnings: [] })
  else if (path === '/api/federation/remotes/ports/previews')
    void json(request).then((body) => {
      previews.push(PreviewBody.parse(body))
      answer(201, { path: '/ports?preview=ports@feature/tides', until: '2026-12-04T10:00:00.000Z' })
    })
  else answer(404, {})
})
let to = ''
let folder = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  to = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  folder = await mkdtemp(join(tmpdir(), 'portal-preview-'))
  const manifest = {
    name: 'ports',
    owner: 'Ports team',
    contract: '^1.0.0',
    routes: [{ path: '/ports', guard: 'auth', layout: 'default' }],
    panels: [],
    collections: [],
    apis: [],
  }
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'portal.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'dist/remoteEntry.js'), 'var mfe_ports_3fa94c21 = {}')
  const record = { name: 'ports', version, entry: 'remoteEntry.js', manifest }
  await writeFile(join(folder, 'dist/portal-build.json'), JSON.stringify(record))
})
after(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  asked = []
  previews = []
})

/** Runs `deploy` as it is typed. Returns what it printed. */
async function deploy(...args: string[]): Promise<string> {
  const lines: string[] = []
  const log = mock.method(console, 'log', (line: string) => lines.push(line))
  try {
    const { values } = readDeployArguments([...args, '--to', to, '--token', 'T'], 'deploy')
    await deployRemote({ name: 'ports', folder, place: '', build: async () => true }, values)
  } finally {
    log.mock.restore()
  }
  return lines.join('\n')
}

test('a preview is for those who may deploy, and with --for-roles for everybody who has the module', async () => {
  const said = await deploy('--preview', 'feature/tides')
  assert.match(said, /^ports 1\.4\.0-3fa94c21 can be previewed until 2026-12-04 by those who may deploy it: /)
  assert.match(said, /^http:\/\/127\.0\.0\.1:\d+\/ports\?preview=ports@feature\/tides$/m)
  assert.match(
    await deploy('--preview', 'feature/tides', '--for-roles'),
    /^ports 1\.4\.0-3fa94c21 can be previewed until 2026-12-04 by everybody who has the module: /,
  )
  const body = { branch: 'feature/tides', version, removeBuild: true }
  assert.deepEqual(previews, [
    { ...body, forRoles: false },
    { ...body, forRoles: true },
  ])
  assert.ok(!asked.some((call) => call.endsWith('/activate')), 'a preview activates nothing')
})

test('--for-roles without a preview is refused before anything is uploaded', async () => {
  for (const args of [[], ['--rollback'], ['--canary', '10%']])
    await assert.rejects(
      deploy('--for-roles', ...args),
      (error) =>
        error instanceof CliError && error.message.startsWith('--for-roles is for previews: add --preview'),
    )
  assert.deepEqual(asked, [])
})

test('a preview with a canary, and a branch that is no name, are refused before anything is uploaded', async () => {
  await assert.rejects(deploy('--preview', 'x', '--for-roles', '--canary', '10%'), /leave --canary out/)
  await assert.rejects(deploy('--preview', 'a b', '--for-roles'), /is no branch name/)
  assert.deepEqual(asked, [])
})

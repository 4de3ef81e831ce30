import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CanDeploy, MadeDeployToken, Problem } from '@portal/contract'
import { manifestOf, packed } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  await giveShell('19.3.1')
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const giveShell = (react: string) =>
  writeFile(
    join(folder, 'shell/dist/portal-build.json'),
    JSON.stringify({
      name: 'shell',
      version: '0.1.0-11111111',
      provided: { react, 'react-dom': react, 'react-dom/client': react },
    }),
  )

/** `mf-manifest.json` as the tool wrote it, with changes of its text. */
async function recorded(tool: string, ...changes: readonly [RegExp, string][]): Promise<string> {
  const file = join(import.meta.dirname, '../test-support/mf-manifests', `${tool}.json`)
  const text = await readFile(file, 'utf8')
  return changes.reduce((before, [from, to]) => {
    assert.match(before, from)
    return before.replace(from, to)
  }, text)
}

let uploads = 0
async function upload(federation: string, code = 'console.log(1)') {
  uploads += 1
  const version = `1.${uploads}.0-0123abcd`
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote: 'inspections', label: 'CI' } },
    superadmin,
  )
  const { token } = MadeDeployToken.parse(made.json())
  const payload = await packed([
    { name: 'remoteEntry.js', content: 'var mfe_inspections_0123abcd = {}' },
    { name: 'assets/app.js', content: code },
    { name: 'mf-manifest.json', content: federation },
    {
      name: 'portal-build.json',
      content: JSON.stringify({
        name: 'inspections',
        version,
        entry: 'remoteEntry.js',
        manifest: manifestOf('inspections'),
      }),
    },
  ])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  const url = `/api/federation/remotes/inspections/versions/${version}`
  const response = await portal.send({ method: 'PUT', url, headers, payload })
  return {
    version,
    status: response.statusCode,
    detail: Problem.safeParse(response.json()).data?.detail ?? '',
  }
}

for (const tool of ['rspack', 'vite'])
  test(`a build of ${tool} is published, and a later shell is checked against the ranges of its manifest`, async () => {
    const { version, status, detail } = await upload(await recorded(tool))
    assert.equal(status, 201, detail)
    const url = `/api/federation/can-deploy?remote=inspections&version=${version}`
    const ask = async () => CanDeploy.parse((await portal.send({ method: 'GET', url }, superadmin)).json())
    assert.deepEqual(await ask(), { ok: true, problems: [], warnings: [] })
    await giveShell('20.0.0')
    try {
      assert.ok((await ask()).problems.some(({ uses }) => uses === 'react ^19.3.1'))
      const refused = await upload(await recorded(tool))
      assert.match(
        refused.detail,
        /it needs react(-dom(\/client)?)? \^19\.3\.1, this portal's shell has 20\.0\.0/,
      )
    } finally {
      await giveShell('19.3.1')
    }
  })

const react = 'e.useState=1,e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=N,e'
const spoiled: readonly [
  what: string,
  tool: string,
  change: [RegExp, string],
  code: string,
  reason: RegExp,
][] = [
  [
    'another container name',
    'rspack',
    [/"globalName": "\w+"/, '"globalName": "inspections"'],
    '',
    /its container is inspections: set name: 'mfe_inspections_0123abcd'/,
  ],
  [
    'a fixed public path',
    'rspack',
    [/"publicPath": "auto"/, '"publicPath": "/static/"'],
    '',
    /it loads its files from \/static\/: set publicPath: 'auto'/,
  ],
  [
    'a shared package that may be loaded twice',
    'vite',
    [/"singleton": true/, '"singleton": false'],
    '',
    /it shares react, but not as the only copy of a page: set singleton: true for react in shared/,
  ],
  [
    'no ./app',
    'vite',
    [/"path": "\.\/app"/, '"path": "./main"'],
    '',
    /it exposes no \.\/app, which every remote has: add it to exposes/,
  ],
  [
    'an ES module as entry',
    'vite-module',
    [/"type": "app"/, '"type": "app"'],
    '',
    /its entry entry\.js is an ES module, and the portal loads a script: set varFilename: 'remoteEntry\.js'/,
  ],
  [
    'an entry of another name',
    'rspack',
    [/"name": "remoteEntry\.js"/, '"name": "entry.js"'],
    '',
    /its entry is entry\.js, and the portal loads remoteEntry\.js: set filename/,
  ],
  [
    'React in its code and not in shared',
    'rspack',
    [/"shared": \[[\s\S]*\],\s*"remotes"/, '"shared": [], "remotes"'],
    react,
    /it contains a copy of react, which every remote takes from the shell: add react to shared/,
  ],
  [
    'a manifest that is none',
    'rspack',
    [/"exposes"/, '"exposed"'],
    '',
    /is not one of module federation \(exposes/,
  ],
]
for (const [what, tool, change, code, reason] of spoiled)
  test(`a build with ${what} is refused with what to change`, async () => {
    const { status, detail } = await upload(await recorded(tool, change), code)
    assert.equal(status, 400)
    assert.match(detail, reason)
  })

test('a copy of React is no fault when React is shared, since the page then takes the copy of the shell', async () => {
  const { status, detail } = await upload(await recorded('rspack'), react)
  assert.equal(status, 201, detail)
})

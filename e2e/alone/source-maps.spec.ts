import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BuildRecord, RemoteHealth, contentHashOf } from '@portal/contract'
import { openPortal } from '@portal/remote-cli/open-portal'
import { packBuild, packSourceMaps } from '@portal/remote-cli/pack-build'
import { expect, signInAs, test } from '../support/portal.ts'

const folder = join(import.meta.dirname, '../../mfe-records')
const dist = join(folder, 'dist')
const remote = 'records'

/** A position in a script of the build that is code of a source, not of the bundler. */
function someScript(): { place: string } {
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const read = (file: string) => readFileSync(join(dist, 'assets', file), 'utf8')
  const script = scripts.find((file) => read(file).includes('return'))
  if (script === undefined) throw new Error('No script of the build has a function.')
  const text = read(script)
  const offset = text.indexOf('return')
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { place: `assets/${script}:${line}:${offset - before.lastIndexOf('\n')}` }
}

test('errors of a real build name the file and line of its source, and its maps are served to nobody', async ({
  page,
  baseURL,
}) => {
  const built = BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'portal-build.json'), 'utf8')))
  const version = `9.9.9-${contentHashOf(built.version)}`
  const maps = await packSourceMaps(folder)
  if (maps === null) throw new Error('The build has no source maps.')
  const portal = await openPortal({ to: baseURL, token: undefined, remote })
  try {
    await portal.upload(version, await packBuild(dist, { ...built, version }))
    expect(await portal.uploadMaps(version, maps)).toBeNull()
  } finally {
    await portal.leave()
  }
  await signInAs(page, 'superadmin')
  const { place } = someScript()
  const message = 'TypeError: a record is gone'
  const error = { remote, version, kind: 'error', message, place, path: '/tasks' }
  const sent = await page.request.post('/api/federation/loads', { data: { loads: [], errors: [error] } })
  expect(sent.status()).toBe(204)
  const answer = await page.request.get(`/api/federation/remotes/${remote}/health`)
  const found = RemoteHealth.parse(await answer.json()).errors.find((each) => each.version === version)
  expect(found?.source).toMatch(/^(mfe-records\/)?src\/[\w./-]+\.tsx?:\d+:\d+$/)
  const [file = ''] = place.split(':')
  expect((await page.request.get(`/remotes/${remote}/${version}/${file}`)).status()).toBe(200)
  expect((await page.request.get(`/remotes/${remote}/${version}/${file}.map`)).status()).toBe(404)
  await page.goto(`/settings/modules/${remote}`)
  await expect(page.getByRole('list', { name: version })).toContainText(found?.source ?? 'no source')
})

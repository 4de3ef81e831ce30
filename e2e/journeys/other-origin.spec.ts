import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { BuildRecord, contentHashOf } from '@portal/contract'
import { openPortal } from '@portal/remote-cli/open-portal'
import { packBuild } from '@portal/remote-cli/pack-build'
import { startOwnServer } from '../support/own-server.ts'
import { expect, signInAs, test } from '../support/portal.ts'

const dist = join(import.meta.dirname, '../../mfe-files/dist')
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

/** A server of a team that serves a build at the address that the portal expects. */
async function startOrigin(folder: string) {
  const side: { asked: string[]; changed: (path: string) => boolean } = { asked: [], changed: () => false }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.startsWith(folder) ? pathname.slice(folder.length) : ''
    side.asked.push(path)
    try {
      const bytes = readFileSync(join(dist, path))
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
      response.end(
        side.changed(path)
          ? Buffer.concat([Buffer.from('globalThis.changedCodeRan = true;\n'), bytes])
          : bytes,
      )
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${port}`, side, stop }
}

test.use({ expectedConsole: /./ })

test('a remote runs from another origin, and a file that was changed there is refused', async ({ page }) => {
  test.setTimeout(400_000)
  const built = BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'portal-build.json'), 'utf8')))
  const version = `9.0.0-${contentHashOf(built.version)}`
  const elsewhere = await startOrigin(`/remotes/files/${version}/`)
  const server = await startOwnServer(11)
  try {
    await page.goto(`${server.origin}/login`)
    await signInAs(page, 'superadmin')
    const added = await page.request.post(`${server.origin}/api/federation/origins`, {
      data: { origin: elsewhere.origin },
      headers: { origin: server.origin },
    })
    expect(added.status(), await added.text()).toBe(204)
    const portal = await openPortal({ to: server.origin, token: undefined, remote: 'files' })
    try {
      await portal.upload(version, await packBuild(dist, { ...built, version, servedFrom: elsewhere.origin }))
      await portal.activate({ version })
    } finally {
      await portal.leave()
    }
    elsewhere.side.asked = []
    await page.goto(`${server.origin}/folders/team`)
    await expect(page.getByRole('button', { name: 'New folder' })).toBeVisible()
    expect(elsewhere.side.asked).toContain('remoteEntry.js')
    expect(elsewhere.side.asked.some((path) => path.startsWith('assets/'))).toBe(true)

    elsewhere.side.changed = (path) => path.endsWith('.js') && path !== 'remoteEntry.js'
    await page.context().clearCookies()
    await page.goto(`${server.origin}/login`)
    await signInAs(page, 'superadmin')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(`${server.origin}/folders/team`)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    expect(await page.evaluate(() => 'changedCodeRan' in globalThis)).toBe(false)
    await expect(page.getByRole('link', { name: 'Tasks', exact: true })).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await server.stop()
    await elsewhere.stop()
  }
})

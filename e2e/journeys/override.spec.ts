import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { join, normalize } from 'node:path'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

const builds = join(import.meta.dirname, '../../mfe-mail/dist')

/** A developer's machine: it serves the mail team's build with CORS, and notes what it was asked for. */
async function givenDeveloper(asked: string[]): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    asked.push(path)
    readFile(join(builds, path)).then(
      (bytes) => {
        const type = path.endsWith('.json') ? 'application/json' : 'text/javascript'
        response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': type }).end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { server, origin: `http://localhost:${address.port}` }
}

test('S-19: code of one’s own machine runs once it was agreed to, a banner says so, and one click takes it back', async ({ page }) => {
  const asked: string[] = []
  const { server, origin } = await givenDeveloper(asked)
  try {
    await signInAs(page, 'superadmin')
    await page.goto(`/mail?override=mail@${origin}`)
    await page.getByRole('button', { name: 'Run it for an hour' }).click()
    const banner = page.getByText(`Taken from this machine instead of the portal: mail from ${origin}.`)
    await expect(banner).toBeVisible()
    await expectPage(page, 'Mails')
    await expect(page.locator('[data-remote="mail"]')).toBeVisible()
    expect(asked).toContain('/remoteEntry.js')
    expect(asked.some((path) => path.startsWith('/assets/'))).toBe(true)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(banner).toHaveCount(0)
    asked.length = 0
    await expectPage(page, 'Mails')
    expect(asked).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

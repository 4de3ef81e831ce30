import { escapeAttempts } from '../support/escape-attempts.ts'
import type { EscapeKit } from '../support/escape-attempts.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { make, unique } from '../support/records.ts'
import {
  allowApp,
  deleteApp,
  frameOf,
  openApp,
  registerApp,
  startThirdPartyApp,
} from '../support/third-party-app.ts'
import type { ThirdPartyApp } from '../support/third-party-app.ts'

/**
 * A hostile app tries to leave its frame, in the ways below. Each names what must happen instead; afterwards
 * the portal must be where it was. Source: decision 0159.
 */

// Refused loads, and navigations that the policy forbids, are what the browser must say here.
test.use({ expectedConsole: /./ })

let app: ThirdPartyApp
let evil: ThirdPartyApp
let pid: string
test.beforeEach(async ({ page }) => {
  evil = await startThirdPartyApp()
  app = await startThirdPartyApp(`${evil.origin}/stolen`)
  await signInAs(page, 'admin')
  pid = await registerApp(page, { address: `${app.origin}/` })
})
test.afterEach(async ({ page }) => {
  await signInAs(page, 'admin')
  await deleteApp(page, pid)
  await app.close()
  await evil.close()
})

test(`a hostile app tries ${escapeAttempts.length} ways out of its frame, and none leads out (issue 25)`, async ({
  page,
  context,
  baseURL,
}) => {
  const org = await make(page, 'orgs', { legalName: unique('Foreign client'), kind: 'CONTRACTOR' })
  const foreign = await make(page, 'permits', { title: unique('Foreign'), org, permitType: 'SIGN' })
  const surprises: string[] = []
  await signInAs(page, 'client')
  await allowApp(page, pid)
  page.on('dialog', (dialog) => {
    surprises.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => surprises.push(`popup ${popup.url()}`))
  page.on('download', (download) => surprises.push(`download ${download.url()}`))
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') surprises.push(`form ${request.url()}`)
  })
  const frame = await openApp(page, pid, app)
  const kit = { page, app: frame, portal: baseURL ?? '', evil: `${evil.origin}/`, foreign }
  const observed: [string, unknown][] = []
  for (const [name, attempt] of escapeAttempts) observed.push([name, await attempt(kit)])
  expect(observed).toEqual(escapeAttempts.map(([name, , expected]) => [name, expected]))
  expect(surprises).toEqual([])
  expect(evil.asked).toEqual([])
  expect(context.pages()).toHaveLength(1)
  expect(new URL(page.url()).pathname).toBe(`/apps/${pid}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

for (const [name, leave] of [
  [
    'to the portal',
    (kit: EscapeKit) => `location.href = ${JSON.stringify(`${kit.portal}/permits/processing`)}`,
  ],
  ['to another origin', (kit: EscapeKit) => `location.href = ${JSON.stringify(kit.evil)}`],
  ['by a redirect of its server', () => 'location.href = "/away"'],
  [
    'to a data: document',
    () => 'location.href = "data:text/html,<script>top.postMessage(1, \'*\')</script>"',
  ],
] as const)
  test(`an app cannot lead its own frame ${name}`, async ({ page, baseURL }) => {
    await signInAs(page, 'client')
    await allowApp(page, pid)
    const frame = await openApp(page, pid, app)
    const kit = { page, app: frame, portal: baseURL ?? '', evil: `${evil.origin}/`, foreign: '' }
    await frame.evaluate(leave(kit)).catch(() => undefined)
    await expect.poll(() => frame.url()).toMatch(/^chrome-error:|^about:blank/)
    expect(evil.asked).toEqual([])
    expect(new URL(page.url()).pathname).toBe(`/apps/${pid}`)
  })

test('an app cannot lead the portal back in its history', async ({ page }) => {
  await signInAs(page, 'client')
  await allowApp(page, pid)
  await page.goto('/payments')
  const frame = await openApp(page, pid, app)
  await frame.evaluate('history.go(-1)').catch(() => undefined)
  await frame.evaluate('ask("profile.get", {})')
  expect(new URL(page.url()).pathname).toBe(`/apps/${pid}`)
})

test('a flood of messages stops the app, and the portal stays usable', async ({ page }) => {
  await signInAs(page, 'client')
  await allowApp(page, pid)
  const frame = await openApp(page, pid, app)
  await frame
    .evaluate('for (let count = 0; count < 20000; count += 1) port.postMessage("x")')
    .catch(() => undefined)
  await expect(page.getByText('Site map sent too many messages and was stopped.')).toBeVisible()
  expect(page.frames().filter((each) => each.url().startsWith(app.origin))).toEqual([])
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect((await frameOf(page, app)).locator('#state')).toHaveText('connected')
})

test('a port that was handed on is dead after the app left the page, and so is a withdrawn permission', async ({
  page,
}) => {
  await signInAs(page, 'client')
  await allowApp(page, pid)
  const frame = await openApp(page, pid, app)
  expect(await frame.evaluate('ask("profile.get", {})')).toHaveProperty('name')
  // Withdrawn elsewhere: the open frame can call nothing anymore.
  expect((await page.request.delete(`/api/apps/${pid}/access`)).status()).toBe(204)
  expect(await frame.evaluate('ask("profile.get", {})')).toBe('forbidden')
  await allowApp(page, pid)
  expect(await frame.evaluate('ask("profile.get", {})')).toHaveProperty('name')
  // An accomplice in the page keeps the port.
  await page.evaluate(() => {
    window.addEventListener('message', ({ ports: [port] }) => Reflect.set(window, 'stolen', port))
  })
  await frame.evaluate('top.postMessage("take it", "*", [port])')
  await page.waitForFunction(() => Reflect.get(window, 'stolen') !== undefined)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const heard = await page.evaluate(async () => {
    const port: MessagePort = Reflect.get(window, 'stolen')
    const said: unknown[] = []
    port.addEventListener('message', ({ data }) => said.push(data))
    port.start()
    port.postMessage(JSON.stringify({ version: 1, id: 900, method: 'profile.get', params: {} }))
    await fetch('/api/auth/me')
    await fetch('/api/auth/me')
    return said
  })
  expect(heard).toEqual([])
  expect(calls.filter((path) => path.endsWith('/calls'))).toEqual([])
})

test('the question cannot be covered: nothing of the app is loaded before the answer, and a frame of the portal stays empty', async ({
  page,
  context,
}) => {
  await signInAs(page, 'client')
  await page.goto(`/apps/${pid}`)
  await expect(page.getByRole('button', { name: 'Allow and open' })).toBeVisible()
  expect(page.frames()).toHaveLength(1)
  expect(app.asked).toEqual([])
  const bait = await context.newPage()
  await bait.goto(`${evil.origin}/`)
  const address = page.url()
  await bait.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
    return new Promise((resolve) => frame.addEventListener('load', () => resolve(null)))
  }, address)
  expect(bait.frames().map((each) => each.url())).not.toContain(address)
})

test('an app of another version, and one whose hello comes from a frame inside it, gets no port', async ({
  page,
}) => {
  await page.request.patch(`/api/apps/${pid}`, {
    data: { version: 1, address: `${app.origin}/?hello=future` },
  })
  await signInAs(page, 'client')
  await allowApp(page, pid)
  await page.goto(`/apps/${pid}`)
  await expect(page.getByText('Site map needs another version of the portal.')).toBeVisible()
  await signInAs(page, 'admin')
  await page.request.patch(`/api/apps/${pid}`, {
    data: { version: 2, address: `${app.origin}/?hello=later` },
  })
  await signInAs(page, 'client')
  await allowApp(page, pid)
  await page.goto(`/apps/${pid}`)
  const frame = await frameOf(page, app)
  const said = await frame.evaluate(`new Promise((resolve) => {
    const child = document.createElement('iframe')
    child.srcdoc = '<script>var nonce = ' + JSON.stringify(nonce) + '; addEventListener("message", function (event) { parent.postMessage(event.ports.length, "*") }); top.postMessage({ portal: "hello", nonce: nonce, versions: [1] }, "*")</' + 'script>'
    addEventListener('message', (event) => { if (event.source === child.contentWindow) resolve(event.data) })
    setTimeout(() => resolve('silence'), 3000)
    document.body.append(child)
  })`)
  expect(said).toBe('silence')
  await expect(page.getByText('Site map did not start.')).toBeVisible()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Frame, Page } from 'playwright/test'
import { CreatedPid } from '@portal/contract'
import { AppAccess } from '@portal/contract/apps'
import type { NewApp } from '@portal/contract/apps'
import { expect } from './portal.ts'

/**
 * The page of an app that is written by hand. `ask` sends a request and resolves with the answer of the
 * portal, or with `silence` after `patienceMs`.
 */
const appPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
<h1>App of another maker</h1><p id="state">not connected</p>
<script>
var answers = {}, lastId = 0, errors = [], contexts = [], port
var nonce = new URLSearchParams(location.hash.slice(1)).get('portal')
function hello(nonceToSend, versions, target) {
  return new Promise(function (resolve) {
    var timer = setTimeout(function () { resolve('silence') }, 1500)
    window.addEventListener('message', function hear(event) {
      if (event.source !== top || !event.ports[0]) return
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      port = event.ports[0]
      port.onmessage = function (message) {
        var said = JSON.parse(message.data)
        if (said.context) contexts.push(said.context)
        else if (said.id === null) errors.push(said.error.code)
        else if (answers[said.id]) answers[said.id](said)
      }
      document.getElementById('state').textContent = 'connected'
      resolve('welcome')
    })
    ;(target || top).postMessage({ portal: 'hello', nonce: nonceToSend, versions: versions }, '*')
  })
}
function ask(method, params, patienceMs) {
  return new Promise(function (resolve) {
    var id = ++lastId
    setTimeout(function () { resolve('silence') }, patienceMs || 20000)
    answers[id] = function (said) { resolve(said.error ? said.error.code : said.result) }
    port.postMessage(JSON.stringify({ version: 1, id: id, method: method, params: params }))
  })
}
function raw(message, transfer) {
  return new Promise(function (resolve) {
    var before = errors.length
    port.postMessage(message, transfer || [])
    var timer = setInterval(function () {
      if (errors.length === before) return
      clearInterval(timer)
      resolve(errors[errors.length - 1])
    }, 20)
  })
}
var ways = new URLSearchParams(location.search)
if (ways.get('hello') !== 'later') hello(nonce, ways.get('hello') === 'future' ? [2] : [1])
</script></html>`

export interface ThirdPartyApp {
  origin: string
  /** Paths that were asked for. */
  asked: string[]
  close(): Promise<void>
}

/** Serves the page, redirects away below `/away`, and counts what was asked for. */
export async function startThirdPartyApp(elsewhere = ''): Promise<ThirdPartyApp> {
  const asked: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url)
    if (url.startsWith('/away')) response.writeHead(302, { location: elsewhere }).end()
    else if (url.startsWith('/worker.js'))
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('')
    else response.writeHead(200, { 'content-type': 'text/html' }).end(appPage)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('The app has no port.')
  return {
    origin: `http://127.0.0.1:${found.port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Registers an app as the administrator of the page. Returns its pid. */
export async function registerApp(page: Page, app: Partial<NewApp> & { address: string }): Promise<string> {
  const whole = {
    name: { en: 'Site map', es: 'Mapa de obras' },
    owner: 'Maps Inc.',
    roles: ['client', 'team'],
    page: true,
    collections: ['permits'],
    scopes: ['records:read:permits', 'records:write:tasks', 'profile:name'],
    ...app,
  }
  const response = await page.request.post('/api/apps', { data: whole })
  expect(response.status(), await response.text()).toBe(201)
  return CreatedPid.parse(await response.json()).pid
}

export async function deleteApp(page: Page, pid: string): Promise<void> {
  expect((await page.request.delete(`/api/apps/${pid}`)).status()).toBe(204)
}

/** Agrees to what an app asks of the person of the page, without its screen. */
export async function allowApp(page: Page, pid: string): Promise<void> {
  const { origin, scopes } = AppAccess.parse(await (await page.request.get(`/api/apps/${pid}/access`)).json())
  const response = await page.request.post(`/api/apps/${pid}/access`, { data: { origin, scopes } })
  expect(response.status()).toBe(204)
}

/** The frame of the app, once its page has loaded. */
export async function frameOf(page: Page, { origin }: ThirdPartyApp): Promise<Frame> {
  let found: Frame | undefined
  await expect(async () => {
    found = page.frames().find((frame) => frame.url().startsWith(origin))
    await found?.waitForFunction('typeof ask === "function"', undefined, { timeout: 2_000 })
    expect(found).toBeDefined()
  }).toPass()
  if (found === undefined) throw new Error('The app has no frame.')
  return found
}

/** Opens the page of an app and waits for its handshake. */
export async function openApp(page: Page, pid: string, app: ThirdPartyApp): Promise<Frame> {
  await page.goto(`/apps/${pid}`)
  const frame = await frameOf(page, app)
  await expect(frame.locator('#state')).toHaveText('connected')
  return frame
}

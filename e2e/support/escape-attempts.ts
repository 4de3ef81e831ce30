import type { Frame, Page } from 'playwright/test'
import { list } from './portal.ts'

/** Where a hostile app stands, and what it aims at. */
export interface EscapeKit {
  page: Page
  app: Frame
  portal: string
  evil: string
  foreign: string
}
/** One way out: its name, the attempt, and what must be observed instead of success. */
type EscapeAttempt = readonly [name: string, attempt: (kit: EscapeKit) => Promise<unknown>, expected: unknown]

/** Runs a script in the app. The answer of one that throws is the name of its error. */
const inApp =
  (script: string) =>
  ({ app, ...kit }: EscapeKit): Promise<unknown> =>
    app.evaluate(`(async () => {
      const [portal, evil, foreign] = ${JSON.stringify([kit.portal, kit.evil, kit.foreign])}
      try { return await (async () => { ${script} })() } catch (error) { return error.name }
    })()`)

const blocked = 'SecurityError'
/** For what a browser refuses by different errors. */
const refused = (script: string) => inApp(`try { ${script} } catch { return 'refused' } return 'allowed'`)
const opened = (what: string) => `const opened = await new Promise((resolve) => {
  const element = ${what}
  element.onload = () => resolve('loaded')
  element.onerror = () => resolve('refused')
  document.body.append(element)
}); return opened`

/**
 * The ways out of its frame that a hostile app tries. Some scripts refused by the browser answer with the
 * name of the error.
 */
export const escapeAttempts: readonly EscapeAttempt[] = [
  ['read the cookies of the portal', inApp('return top.document.cookie'), blocked],
  ['have cookies', inApp('return document.cookie'), blocked],
  ['read localStorage of the portal', inApp('return top.localStorage.length'), blocked],
  ['have localStorage', inApp('return localStorage.length'), blocked],
  ['have sessionStorage', inApp('return sessionStorage.length'), blocked],
  ['have IndexedDB', inApp('return indexedDB.open("x")'), blocked],
  ['read the DOM of the portal', inApp('return top.document.body.innerHTML'), blocked],
  ['change the document around it', inApp('parent.document.body.innerHTML = "mine"'), blocked],
  ['read the address of the portal', inApp('return top.location.href'), blocked],
  ['reach its own frame element', inApp('return frameElement'), null],
  ['call a function of the portal', inApp('return top.fetch("/api/auth/me")'), blocked],
  ['take the domain of the portal', inApp('document.domain = "localhost"'), blocked],
  ['lead the portal elsewhere', quiet('top.location.href = evil'), 'nothing'],
  [
    'run a script in the portal by javascript:',
    quiet('top.location.href = "javascript:alert(1)"'),
    'nothing',
  ],
  ['lead the document around it elsewhere', quiet('parent.location.href = evil'), 'nothing'],
  ['open a popup', inApp('return window.open(evil)'), null],
  ['ask in a modal dialog', inApp('return confirm("Your password?")'), false],
  ['register a service worker', inApp('await navigator.serviceWorker.register("/worker.js")'), blocked],
  ['use the camera', refused('await navigator.mediaDevices.getUserMedia({ video: true })'), 'refused'],
  ['read the clipboard', refused('await navigator.clipboard.readText()'), 'refused'],
  ['fill the screen', refused('await document.documentElement.requestFullscreen()'), 'refused'],
  [
    'read the API with the cookies of the person',
    inApp('await fetch(portal + "/api/auth/me", { credentials: "include" })'),
    'TypeError',
  ],
  [
    'read the document around it',
    inApp('await fetch(portal + "/api/apps", { credentials: "include" })'),
    'TypeError',
  ],
  [
    'make a call of an app by itself',
    inApp(
      'await fetch(portal + "/api/apps/01JZZZZZZZZZZZZZZZZZZZZZZZ/calls", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: "{}" })',
    ),
    'TypeError',
  ],
  ['change records by a request without CORS', crossSitePost, ['TypeError', 0]],
  [
    'open a WebSocket',
    inApp(
      'return new Promise((resolve) => { const socket = new WebSocket(portal.replace("http", "ws") + "/api/stream"); socket.onopen = () => resolve("open"); socket.onerror = () => resolve("refused") })',
    ),
    'refused',
  ],
  [
    'listen to the stream',
    inApp(
      'return new Promise((resolve) => { const stream = new EventSource(portal + "/api/stream", { withCredentials: true }); stream.onopen = () => resolve("open"); stream.onerror = () => { stream.close(); resolve("refused") } })',
    ),
    'refused',
  ],
  [
    'read an answer as a script',
    inApp(opened('Object.assign(document.createElement("script"), { src: portal + "/api/auth/me" })')),
    'refused',
  ],
  [
    'read a file as a picture',
    inApp(opened('Object.assign(new Image(), { src: portal + "/favicon.svg" })')),
    'refused',
  ],
  [
    'post a form to the portal',
    quiet(
      'const form = document.createElement("form"); form.action = portal + "/api/crud"; form.method = "post"; document.body.append(form); form.submit(); return "sent"',
    ),
    'nothing',
  ],
  [
    'download a file',
    quiet(
      'const link = document.createElement("a"); link.href = "data:text/plain,x"; link.download = "x.exe"; document.body.append(link); link.click(); return "clicked"',
    ),
    'nothing',
  ],
  [
    'open a link in another tab',
    quiet(
      'const link = document.createElement("a"); link.href = evil; link.target = "_blank"; document.body.append(link); link.click(); return "clicked"',
    ),
    'nothing',
  ],
  [
    'open a link in place of the portal',
    quiet(
      'const link = document.createElement("a"); link.href = evil; link.target = "_top"; document.body.append(link); link.click(); return "clicked"',
    ),
    'nothing',
  ],
  ['speak on a channel of the portal', broadcast, 0],
  ['have the portal in a frame of its own', framePortal, []],
  ['use the nonce a second time', inApp('return hello(nonce, [1])'), 'silence'],
  ['use a nonce that it made up', inApp('return hello("0".repeat(32), [1])'), 'silence'],
  [
    'read what its scopes do not name',
    inApp('return ask("records.list", { collection: "orgs" })'),
    'not-in-scope',
  ],
  [
    'change what it may only read',
    inApp(
      'return ask("records.update", { collection: "permits", pid: foreign, version: 1, values: { title: "Mine" } })',
    ),
    'not-in-scope',
  ],
  ['read people', inApp('return ask("records.list", { collection: "users" })'), 'invalid'],
  [
    'write what the person may not',
    inApp('return ask("records.create", { collection: "tasks", values: { title: "Mine" } })'),
    'forbidden',
  ],
  [
    'read a record of another organization',
    inApp('return ask("records.get", { collection: "permits", pid: foreign })'),
    'not-found',
  ],
  [
    'find a record of another organization',
    inApp(
      'const { records } = await ask("records.list", { collection: "permits", fields: ["pid"], pageSize: 100 }); return records.some(({ pid }) => pid === foreign)',
    ),
    false,
  ],
  [
    'reach another route through a pid',
    inApp('return ask("records.get", { collection: "permits", pid: "../config" })'),
    'invalid',
  ],
  ['make calls that no method names', inApp('return ask("constructor", {})'), 'invalid'],
  ['change the prototype of objects', pollute, ['invalid', undefined]],
  ['send a message of a megabyte', inApp('return raw("x".repeat(1e6))'), 'too-large'],
  [
    'send an object in place of text',
    inApp('return raw({ version: 1, id: 1, method: "profile.get", params: {} })'),
    'invalid',
  ],
  [
    'hand over a port',
    inApp('const other = new MessageChannel(); return raw("{}", [other.port1])'),
    'invalid',
  ],
  ['grow over the page', inApp('return (await ask("frame.resize", { height: 999999 })).height'), 4000],
  [
    'keep nine calls open',
    inApp(
      'return (await Promise.all(Array.from({ length: 20 }, () => ask("profile.get", {})))).includes("too-many")',
    ),
    true,
  ],
]

/** A script that the browser refuses or ignores. Nothing may come of it. */
function quiet(script: string): EscapeAttempt[1] {
  return async (kit) => {
    const before = kit.page.url()
    await inApp(script)(kit)
    // Whatever it started would have begun by the time of two answers of the portal.
    await inApp('await ask("profile.get", {}); await ask("profile.get", {})')(kit)
    return kit.page.url() === before && kit.page.context().pages().length === 1 ? 'nothing' : kit.page.url()
  }
}

async function crossSitePost(kit: EscapeKit): Promise<unknown> {
  const call = { apiPath: '/permits', method: 'POST', body: { title: 'Escaped', permitType: 'SIGN' } }
  const said = await inApp(
    `await fetch(portal + "/api/crud", { method: "POST", mode: "no-cors", credentials: "include", body: ${JSON.stringify(JSON.stringify(call))} })`,
  )(kit)
  return [said, (await list(kit.page, 'permits', { filter: { title: 'Escaped' } })).count]
}

async function broadcast(kit: EscapeKit): Promise<unknown> {
  await kit.page.evaluate(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    for (const name of ['portal', 'portal.news', 'portal.alerts'])
      new BroadcastChannel(name).addEventListener('message', ({ data }) => heard.push(data))
  })
  await quiet(
    'for (const name of ["portal", "portal.news", "portal.alerts"]) new BroadcastChannel(name).postMessage("x")',
  )(kit)
  return kit.page.evaluate(() => Reflect.get(window, 'heard').length)
}

async function framePortal(kit: EscapeKit): Promise<unknown> {
  await inApp(
    opened('Object.assign(document.createElement("iframe"), { src: portal + "/permits/processing" })'),
  )(kit)
  return kit.app
    .childFrames()
    .map((frame) => frame.url())
    .filter((url) => url.startsWith(kit.portal))
}

async function pollute(kit: EscapeKit): Promise<unknown> {
  const said = await inApp(
    `return new Promise((resolve) => {
      const id = ++lastId
      answers[id] = (said) => resolve(said.error.code)
      port.postMessage('{"version":1,"id":' + id + ',"method":"records.create","params":{"collection":"tasks","values":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}')
    })`,
  )(kit)
  return [said, await kit.page.evaluate(() => Reflect.get({}, 'polluted'))]
}

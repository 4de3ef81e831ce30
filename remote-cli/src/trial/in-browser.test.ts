import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inBrowser } from './in-browser.ts'

const server = createServer()
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-browser-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes an executable shell script; returns its path. */
async function script(name: string, command: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh -e\n${command}\n`)
  await chmod(path, 0o755)
  return path
}

/**
 * A script that starts a program which, like a browser, opens the address and ends when the pipe of its
 * debugger is closed. The program puts its process id behind the address.
 */
async function browserOfScript(): Promise<string> {
  const program = join(folder, 'browser.mjs')
  await writeFile(
    program,
    `import { createReadStream } from 'node:fs'
createReadStream('', { fd: 3 }).on('close', () => process.exit()).resume()
await fetch(process.argv.at(-1) + process.pid)`,
  )
  return script('browser.sh', `'${process.execPath}' '${program}' "$@"`)
}

/** The address of the server of this test. */
function address(): string {
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`
}

/** Resolves with the path that a browser asks for, without the slash. */
const untilAsked = () =>
  new Promise<string>((resolve) => {
    server.once('request', ({ url }, response) => {
      response.end()
      resolve(String(url).slice(1))
    })
  })

const never = new Promise<never>(() => {})
const profiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('portal-trial-')).length

test('a browser that a script starts ends with the work', { timeout: 30_000 }, async () => {
  const before = await profiles()
  const pid = await inBrowser(await browserOfScript(), address(), untilAsked())
  assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' })
  assert.equal(await profiles(), before)
})

test('a browser that does not end by itself is killed', { timeout: 30_000 }, async () => {
  const deaf = await script('deaf.sh', 'trap "" TERM; exec sleep 60')
  assert.equal(await inBrowser(deaf, address(), Promise.resolve('done'), 50), 'done')
})

test('a browser that is not there, or ends too early, rejects', { timeout: 30_000 }, async () => {
  await assert.rejects(inBrowser(join(folder, 'none'), address(), never), /ENOENT/)
  await assert.rejects(inBrowser('/bin/false', address(), never), /the browser ended \(1\)/)
})

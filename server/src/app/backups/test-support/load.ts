import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { FileResponse, FileMade } from '@portal/contract'
import { z } from 'zod'
import type { KillableServer } from '#test-support/killable-server.ts'

const Created = z.object({ pid: z.string() })

export interface Receipt {
  pid: string
  /** When the answer arrived. */
  at: number
}
export interface FileReceipt extends Receipt {
  sha256: string
}

export interface Load {
  tasks: Receipt[]
  files: FileReceipt[]
  /** Waits for one more task and one more file. */
  more(): Promise<void>
  stop(): Promise<void>
}

/** Creates tasks, uploads files and discards drafts by the API of a running server until it is stopped. */
export function startLoad(server: KillableServer, cookie: string): Load {
  const [tasks, files]: [Receipt[], FileReceipt[]] = [[], []]
  let isStopped = false
  const call = (path: string, init: RequestInit = {}) =>
    fetch(server.url(path), { ...init, headers: { cookie, 'content-type': 'application/json' } })

  async function createTask(): Promise<void> {
    const body = JSON.stringify({
      apiPath: 'tasks',
      method: 'POST',
      body: { title: `Task ${tasks.length}\t\\N "quoted"\nsecond line` },
    })
    const response = await call('/api/crud', { method: 'POST', body })
    const text = await response.text()
    assert.ok(response.ok, text)
    tasks.push({ pid: Created.parse(JSON.parse(text)).pid, at: Date.now() })
  }

  async function upload(): Promise<void> {
    const bytes = randomBytes(1 + (files.length % 7) * 20_000)
    const values = {
      name: `${files.length}.pdf`,
      parentId: 'team',
      root: 'team',
      mimeType: 'application/pdf',
    }
    const body = JSON.stringify({ ...values, size: bytes.length })
    const response = await call('/api/aws/createFile', { method: 'POST', body })
    const made = FileMade.parse(await response.json())
    const headers = { 'content-type': 'application/pdf' }
    const put = await fetch(made.signedUrl ?? '', { method: 'PUT', headers, body: Uint8Array.from(bytes) })
    assert.equal(put.status, 200)
    const done = await call(`/api/aws/markAsDone?pid=${made.file.pid}`, { method: 'POST' })
    FileResponse.parse(await done.json())
    files.push({
      pid: made.file.pid,
      at: Date.now(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  }

  /** A draft and its attachment exist for a moment. */
  async function writeAndDiscardDraft(): Promise<void> {
    const made = await call('/api/mail/drafts', { method: 'POST', body: '{}' })
    const { id } = z.object({ id: z.string() }).parse(await made.json())
    const form = new FormData()
    form.append('file', new Blob([randomBytes(5_000)], { type: 'application/pdf' }), 'draft.pdf')
    const attach = { method: 'POST', headers: { cookie }, body: form }
    assert.equal((await fetch(server.url(`/api/mail/drafts/${id}/attachments`), attach)).status, 201)
    assert.equal((await call(`/api/mail/drafts/${id}`, { method: 'DELETE' })).status, 204)
  }

  const forever = async (work: () => Promise<void>) => {
    while (!isStopped) await work()
  }
  const running = Promise.all([createTask, createTask, upload, writeAndDiscardDraft].map(forever))
  // Awaited by `stop`; until then a failure must not count as unhandled.
  running.catch(() => undefined)
  return {
    tasks,
    files,
    async more() {
      const [task, file] = [tasks.length, files.length]
      while (tasks.length === task || files.length === file)
        await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 5))])
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

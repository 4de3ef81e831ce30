import { FileMade, JobStarted, MailMessages, fileContentUrl } from '@portal/contract'
import { z } from 'zod'
import { deliver } from '#mail/test-support/deliver.ts'
import type { Target, TargetCall } from './target.ts'

interface Ways {
  origin: string
  smtpPort: number
  /** Cookie of an administrator. */
  cookie: string
  email: string
  deployToken: string
}

const Job = z.object({ state: z.string() })
const Id = z.object({ id: z.string() })
const importMark = 'a-boundary-of-the-test'
/** Timeout of an import. */
const maxJobMs = 240_000

/** A running server, called by HTTP and SMTP. */
export function realTarget({ origin, smtpPort, cookie, email, deployToken }: Ways): Target {
  async function ask({
    method,
    path,
    headers = {},
    body,
  }: TargetCall): Promise<{ status: number; text: string }> {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }
    const merged = {
      origin,
      ...headers,
      cookie: [cookie, headers['cookie']].filter((each) => each !== undefined).join('; '),
    }
    try {
      const response = await fetch(origin + path, { method, headers: merged, ...init })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      // A server may refuse a request and close the connection before it has read the whole body. This counts
      // as a response if the server is still healthy.
      const { ok } = await fetch(`${origin}/api/health`)
      if (!ok) throw error
      return { status: 0, text: '' }
    }
  }
  const json = (method: string, path: string, body: string) =>
    ask({ method, path, headers: { 'content-type': 'application/json' }, body })
  const read = async (path: string) => (await ask({ method: 'GET', path })).status

  return {
    call: async (call) => (await ask(call)).status,
    crud: async (body) => (await json('POST', '/api/crud', body)).status,
    async importTable(bytes, mapping) {
      const field =
        mapping === undefined
          ? ''
          : `--${importMark}\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n${mapping}\r\n`
      const file = `--${importMark}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/csv\r\n\r\n`
      const body = Buffer.concat([Buffer.from(field + file), bytes, Buffer.from(`\r\n--${importMark}--\r\n`)])
      const headers = { 'content-type': `multipart/form-data; boundary=${importMark}` }
      const started = await ask({ method: 'POST', path: '/api/import/orgs', headers, body })
      if (started.status !== 202) return started.status
      const { id } = JobStarted.parse(JSON.parse(started.text)).job
      const until = Date.now() + maxJobMs
      for (;;) {
        const { status, text } = await ask({ method: 'GET', path: `/api/jobs/${id}` })
        if (status !== 200 || ['done', 'failed'].includes(Job.parse(JSON.parse(text)).state)) return status
        if (Date.now() > until) throw new Error('the import does not end')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async deliver(raw) {
      const code = await deliver(smtpPort, raw, [email])
      if (code !== 250) return code
      const { text } = await ask({ method: 'GET', path: '/api/mail/messages?folder=inbox&pageSize=1' })
      const [newest] = MailMessages.parse(JSON.parse(text)).messages
      const opened =
        newest === undefined
          ? []
          : [
              await read(`/api/mail/messages/${newest.id}`),
              await read(`/api/mail/messages/${newest.id}/body`),
            ]
      return Math.max(code, ...opened)
    },
    async draft(html) {
      const made = await json('POST', '/api/mail/drafts', JSON.stringify({ from: email, html }))
      if (made.status !== 201) return made.status
      return Math.max(made.status, await read(`/api/mail/drafts/${Id.parse(JSON.parse(made.text)).id}`))
    },
    async storeFile(name, mimeType, bytes) {
      const made = await json(
        'POST',
        '/api/aws/createFile',
        JSON.stringify({ name, mimeType, parentId: 'team', size: bytes.length }),
      )
      if (made.status >= 300) return made.status
      const { file, signedUrl = '' } = FileMade.parse(JSON.parse(made.text))
      const { pathname, search } = new URL(signedUrl)
      const stored = await ask({
        method: 'PUT',
        path: pathname + search,
        headers: { 'content-type': mimeType },
        body: bytes,
      })
      const done = await ask({ method: 'POST', path: `/api/aws/markAsDone?pid=${file.pid}` })
      return Math.max(stored.status, done.status, await read(fileContentUrl(file.pid)))
    },
    async deploy(archive) {
      const headers = { authorization: `Bearer ${deployToken}`, 'content-type': 'application/gzip' }
      return (
        await ask({
          method: 'PUT',
          path: '/api/federation/remotes/hostile/versions/1.0.0-0000000a',
          headers,
          body: archive,
        })
      ).status
    },
  }
}

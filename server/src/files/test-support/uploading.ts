import { FileResponse, FileMade } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const json = { 'content-type': 'application/json' }

/** The upload calls of a person, one by one or all three. */
export function uploadsOf(portal: TestApp) {
  const create = (person: Person | undefined, body: unknown, headers: Record<string, string> = {}) =>
    portal.send(
      {
        method: 'POST',
        url: '/api/aws/createFile',
        headers: { ...json, ...headers },
        payload: JSON.stringify(body),
      },
      person,
    )

  /** PUT to a signed URL, without a session. */
  const put = (
    signedUrl: string,
    bytes: Buffer,
    contentType = 'application/pdf',
  ): Promise<LightMyRequestResponse> => {
    const { pathname, search } = new URL(signedUrl)
    return portal.send({
      method: 'PUT',
      url: pathname + search,
      headers: { 'content-type': contentType },
      payload: bytes,
    })
  }

  const done = (person: Person | undefined, pid: string) =>
    portal.send({ method: 'POST', url: `/api/aws/markAsDone?pid=${pid}` }, person)
  const remove = (person: Person | undefined, pid: string) =>
    portal.send({ method: 'DELETE', url: `/api/aws/deleteFile?fileId=${pid}` }, person)
  const change = (person: Person | undefined, pid: string, body: unknown) =>
    portal.send(
      { method: 'PATCH', url: `/api/files/${pid}`, headers: json, payload: JSON.stringify(body) },
      person,
    )

  const body = (values: Record<string, unknown>) => ({
    name: 'plan.pdf',
    parentId: 'team',
    size: 5,
    mimeType: 'application/pdf',
    ...values,
  })

  async function made(
    person: Person,
    values: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<FileMade & { signedUrl: string }> {
    const result = await create(person, body(values), headers)
    if (result.statusCode >= 300) throw new Error(`createFile: ${result.statusCode} ${result.body}`)
    const parsed = FileMade.parse(result.json())
    return { ...parsed, signedUrl: parsed.signedUrl ?? '' }
  }

  const folder = async (person: Person, name: string, parentId = 'team') =>
    (await made(person, { name, parentId, size: 0, mimeType: 'folder' })).file.pid

  /** Runs all three calls. */
  async function upload(
    person: Person,
    bytes: Buffer,
    values: Record<string, unknown> = {},
  ): Promise<FileResponse['file']> {
    const { file, signedUrl } = await made(person, { ...values, size: bytes.byteLength })
    const mimeType = values['mimeType']
    const stored = await put(
      signedUrl,
      bytes,
      typeof mimeType === 'string' && mimeType !== '' ? mimeType : file.mimeType,
    )
    if (stored.statusCode !== 200) throw new Error(`PUT: ${stored.statusCode} ${stored.body}`)
    return FileResponse.parse((await done(person, file.pid)).json()).file
  }

  return { create, put, done, remove, change, body, made, folder, upload }
}

export type Uploads = ReturnType<typeof uploadsOf>

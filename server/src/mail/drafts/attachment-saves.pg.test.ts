import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FileList, SavedAttachment } from '@portal/contract'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenMail } from '../test-support/given-mail.ts'

const office = 'permits@portal.example'

let portal: TestApp
before(
  async () => {
    portal = await startOnPostgres()
  },
  { timeout: 120_000 },
)
after(() => portal.close())

test('an attachment that two staff members save twice each in parallel is stored once in a record (contract.md 6)', async () => {
  const { deps, given } = portal
  const [one, other, admin] = await Promise.all([
    given.user({ role: 'team' }),
    given.user({ role: 'team' }),
    given.user({ role: 'admin' }),
  ])
  const org = await given.org()
  const made = await portal.crud(admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Shed', org, permitType: 'SIGN' },
  })
  const parentId = `permits/${made.json<{ pid: string }>().pid}`
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF-1.4 plan' }
  const copies = await Promise.all([1, 2].map(() => givenMail(deps, { mailbox: office, files: [plan] })))
  const stored = async () =>
    (await Array.fromAsync(deps.store.list())).filter(({ kind }) => kind === 'object').length
  const before = await stored()
  const saveAtOnce = async () => {
    const responses = await Promise.all(
      copies.flatMap(({ id, attachments: [aid] }) =>
        [one, other].map((person) =>
          portal.send(
            {
              method: 'POST',
              url: `/api/mail/messages/${id}/attachments/${aid}/save?mailbox=${office}`,
              payload: { parentId },
            },
            person,
          ),
        ),
      ),
    )
    for (const { statusCode, body } of responses) assert.ok(statusCode === 200 || statusCode === 201, body)
    return responses.map((response) => SavedAttachment.parse(response.json()))
  }
  const listed = async () =>
    FileList.parse(
      (
        await portal.send(
          { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}` },
          one,
        )
      ).json(),
    ).records

  const saved = await saveAtOnce()
  const files = await listed()
  assert.deepEqual(
    saved.map(({ file }) => file.pid),
    saved.map(() => files[0]?.pid),
    'everybody is told of the same file',
  )
  assert.equal(files.length, 1)
  assert.equal(saved.filter(({ isNew }) => isNew).length, 1, 'it is new to one of them')
  assert.equal(await stored(), before + 1, 'no bytes lie in the store for nobody')

  const [file] = files
  assert.ok(file)
  const content = await portal.send({ method: 'GET', url: `/api/files/${file.pid}/content` }, other)
  assert.equal(content.body, plan.text)

  assert.equal(
    (await portal.send({ method: 'DELETE', url: `/api/aws/deleteFile?fileId=${file.pid}` }, admin))
      .statusCode,
    200,
  )
  await saveAtOnce()
  const again = await listed()
  assert.equal(again.length, 1, 'what was deleted is saved anew, once')
  assert.notEqual(again[0]?.pid, file.pid)
})

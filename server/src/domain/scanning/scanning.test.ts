import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FileList, Health, MadeDeployToken, MailDraft, fileContentUrl } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { z } from 'zod'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { createClamdScanner } from '#files/clamd-scanner.ts'
import { listenAsClamd } from '#files/test-support/listen-as-clamd.ts'
import type { ListeningClamd } from '#files/test-support/listen-as-clamd.ts'
import { uploadsOf } from '#files/test-support/uploading.ts'
import { startSmtpServer } from '#mail/inbound/smtp-server.ts'
import { deliver } from '#mail/test-support/deliver.ts'
import { writing } from '#mail/test-support/writing.ts'
import { packedBuild } from '#test-support/archives.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { rescan } from './rescan.ts'

const virus = Buffer.from('A text that holds THE-VIRUS in the middle.')
const harmless = Buffer.from('A text that holds nothing of the kind.')

let daemon: ListeningClamd
let portal: TestApp
let admin: Person
const judge = (bytes: Buffer) => (bytes.includes('THE-VIRUS') ? 'stream: Test.Virus FOUND' : 'stream: OK')
before(async () => {
  daemon = await listenAsClamd(judge)
  portal = await startTestApp({ deps: { scanner: createClamdScanner(daemon.address) } })
  admin = await portal.given.user({ role: 'admin' })
})
after(async () => {
  await portal.close()
  await daemon.close()
})

/** Starts a separate portal for tests that change or stop the scanner. */
async function withScanner(
  work: (app: TestApp, clamd: ListeningClamd) => Promise<void>,
  options: { requireScan?: boolean; judge?: (bytes: Buffer) => string } = {},
) {
  const clamd = await listenAsClamd(options.judge ?? judge)
  const environment = { requireScan: options.requireScan ?? false }
  const app = await startTestApp({ environment, deps: { scanner: createClamdScanner(clamd.address) } })
  try {
    await work(app, clamd)
  } finally {
    await app.close()
    await clamd.close()
  }
}

async function listTeam(app: TestApp, person: Person): Promise<FileRecord[]> {
  return FileList.parse(
    (await app.send({ method: 'GET', url: '/api/aws/listFiles?parentId=team' }, person)).json(),
  ).records
}

function mailWith(to: string, bytes: Buffer, subject: string): Buffer {
  const head = [
    'From: City <city@austin.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    'Content-Type: multipart/mixed; boundary=B',
    '',
  ]
  const text = [
    '--B',
    'Content-Type: text/plain',
    '',
    'See the plan.',
    '--B',
    'Content-Type: application/pdf; name="plan.pdf"',
  ]
  const part = [
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64'),
    '--B--',
    '',
  ]
  return Buffer.from([...head, ...text, ...part].join('\r\n'))
}

test('S-15: an infected incoming attachment is kept, shown as infected and never served', async () => {
  const door = await startSmtpServer(portal.deps, { host: '127.0.0.1', port: 0 })
  const mail = writing(portal)
  try {
    for (const [subject, bytes] of [['Bad', virus] as const, ['Good', harmless] as const]) {
      assert.equal(await deliver(door.port, mailWith(admin.email, bytes, subject), [admin.email]), 250)
    }
    const listed = await mail.listed(admin, 'inbox')
    const states = await Promise.all(
      ['Bad', 'Good'].map(async (subject) => {
        const message = await mail.opened(admin, listed.find((each) => each.subject === subject)?.id ?? '')
        const [attachment] = message.attachments
        assert.ok(attachment)
        const attachmentPath = `messages/${message.id}/attachments/${attachment.id}`
        const save = { parentId: 'team' }
        const responses = [
          await mail.call('GET', attachmentPath, admin),
          await mail.call('POST', `${attachmentPath}/save`, admin, save),
          await mail.call('GET', `messages/${message.id}/raw`, admin),
        ]
        const forward = MailDraft.parse(
          (await mail.call('POST', `messages/${message.id}/forward`, admin, {})).json(),
        )
        const draft = await mail.call('PATCH', `drafts/${forward.id}`, admin, {
          to: [{ name: '', address: 'x@y.example' }],
          version: forward.version,
        })
        assert.equal(draft.statusCode, 200, draft.body)
        const sent = await mail.send(admin, forward.id)
        return [
          attachment.scanned,
          forward.attachments[0]?.scanned,
          ...[...responses, sent].map(({ statusCode }) => statusCode),
        ]
      }),
    )
    assert.deepEqual(states, [
      ['infected', 'infected', 422, 422, 422, 422],
      ['clean', 'clean', 200, 201, 200, 202],
    ])
  } finally {
    await door.close()
  }
})

test('S-15: a virus alerts the administrators once per hour, and nobody else', async () => {
  await withScanner(async (app) => {
    const [office, team] = [
      await app.given.user({ role: 'superadmin' }),
      await app.given.user({ role: 'team' }),
    ]
    const door = await startSmtpServer(app.deps, { host: '127.0.0.1', port: 0 })
    const alertsOf = (person: Person) =>
      app.deps.database.query(
        'select title, message, severity from alerts where "user" = $1 order by seq',
        [person.pid],
        z.object({ title: z.string(), message: z.string(), severity: z.string() }),
      )
    try {
      for (const subject of ['First', 'Second'])
        assert.equal(await deliver(door.port, mailWith(team.email, virus, subject), [team.email]), 250)
      const [alert, further] = await alertsOf(office)
      assert.deepEqual(
        [alert?.title, alert?.severity, further],
        ['Virus found: Test.Virus', 'CRITICAL', undefined],
      )
      assert.match(alert?.message ?? '', /in a message from city@austin\.example\./)
      app.clock.pass(61 * 60_000)
      assert.equal(await deliver(door.port, mailWith(team.email, virus, 'Third'), [team.email]), 250)
      assert.deepEqual([(await alertsOf(office)).length, (await alertsOf(team)).length], [2, 0])
    } finally {
      await door.close()
    }
  })
})

test('S-15: draft attachments, imports and deployed builds are scanned before they are used', async () => {
  const mail = writing(portal)
  const draft = await mail.draft(admin, { subject: 'With a file' })
  const form = (name: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--F\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--F--\r\n'),
    ])
  const headers = { 'content-type': 'multipart/form-data; boundary=F' }
  const attached = await portal.send(
    {
      method: 'POST',
      url: `/api/mail/drafts/${draft.id}/attachments`,
      headers,
      payload: form('a.txt', virus),
    },
    admin,
  )
  assert.equal(attached.statusCode, 422, attached.body)
  assert.deepEqual((await mail.draft(admin, {})).attachments, [])

  const table = Buffer.from(`title\n${virus.toString()}\n`)
  const imported = await portal.send(
    { method: 'POST', url: '/api/import/tasks', headers, payload: form('tasks.csv', table) },
    admin,
  )
  assert.equal(imported.statusCode, 422, imported.body)
  assert.match(imported.body, /Test\.Virus/)
  const [left] = await portal.deps.database.query(
    "select (select count(*)::int from jobs where kind = 'import') as jobs, (select count(*)::int from import_rows) as rows",
    [],
    z.object({ jobs: z.number(), rows: z.number() }),
  )
  assert.deepEqual(left, { jobs: 0, rows: 0 })

  const seen: number[] = []
  await withScanner(
    async (app) => {
      const superadmin = await app.given.user({ role: 'superadmin' })
      const archive = await packedBuild({ name: 'inspections', version: '1.0.0-aaaaaaaa' })
      const url = '/api/federation/remotes/inspections/versions/1.0.0-aaaaaaaa'
      const wanted = JSON.stringify({ remote: 'inspections', label: 'CI' })
      const json = { 'content-type': 'application/json' }
      const made = await app.send(
        { method: 'POST', url: '/api/federation/tokens', headers: json, payload: wanted },
        superadmin,
      )
      const headers = {
        authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}`,
        'content-type': 'application/gzip',
      }
      const response = await app.send({ method: 'PUT', url, headers, payload: archive })
      assert.equal(response.statusCode, 422, response.body)
    },
    {
      judge: (bytes) => {
        seen.push(bytes.length)
        return 'stream: Test.Build FOUND'
      },
    },
  )
  assert.equal(seen.length, 1)
})

test('S-15: without a scanner, uploads continue as not scanned, are scanned later, and blocked when infected', async () => {
  await withScanner(async (app, clamd) => {
    const [person, uploads] = [await app.given.user({ role: 'admin' }), uploadsOf(app)]
    assert.equal((await uploads.upload(person, harmless, { name: 'before.pdf' })).scanned, 'clean')
    await clamd.close()
    const file = await uploads.upload(person, virus, { name: 'unseen.pdf' })
    assert.equal(file.scanned, 'not scanned')
    const content = () => app.send({ method: 'GET', url: fileContentUrl(file.pid) }, person)
    assert.equal((await content()).statusCode, 200)

    const back = await listenAsClamd(judge)
    const deps = { ...app.deps, scanner: createClamdScanner(back.address) }
    try {
      assert.deepEqual(await rescan(deps), { scanned: 1, infected: 1 })
      assert.deepEqual(await rescan(deps), { scanned: 0, infected: 0 }, 'each is scanned once')
      assert.deepEqual(
        (await listTeam(app, person)).map(({ name, scanned }) => [name, scanned]),
        [
          ['before.pdf', 'clean'],
          ['unseen.pdf', 'infected'],
        ],
      )
      const blocked = await content()
      assert.equal(blocked.statusCode, 422)
      assert.match(blocked.body, /unseen\.pdf is blocked: the virus scanner found Test\.Virus/)
      assert.equal(
        (await app.send({ method: 'GET', url: `/api/files/zip?pids=${file.pid}` }, person)).statusCode,
        422,
      )
      const audit = await app.deps.database.query(
        "select kind, detail from audit where kind = 'malware-found'",
        [],
        z.object({ kind: z.string(), detail: z.unknown() }),
      )
      assert.deepEqual(audit, [
        { kind: 'malware-found', detail: { finding: 'Test.Virus', file: file.pid, name: 'unseen.pdf' } },
      ])
    } finally {
      await back.close()
    }
  })
})

test('S-15: new signatures rescan all files and release those that were blocked by mistake', async () => {
  let isKnown = false
  await withScanner(
    async (app, clamd) => {
      const [person, uploads] = [await app.given.user({ role: 'team' }), uploadsOf(app)]
      const { pid } = await uploads.upload(person, virus)
      const fresh = () => ({ ...app.deps, scanner: createClamdScanner(clamd.address) })
      assert.deepEqual(await rescan(fresh()), { scanned: 0, infected: 0 })
      isKnown = true
      clamd.signatures = '27801'
      assert.deepEqual(await rescan(fresh()), { scanned: 1, infected: 1 })
      assert.equal((await app.send({ method: 'GET', url: fileContentUrl(pid) }, person)).statusCode, 422)
      isKnown = false
      clamd.signatures = '27802'
      assert.deepEqual(await rescan(fresh()), { scanned: 1, infected: 0 })
      assert.equal((await app.send({ method: 'GET', url: fileContentUrl(pid) }, person)).statusCode, 200)
    },
    { judge: (bytes) => (isKnown ? judge(bytes) : 'stream: OK') },
  )
})

test('S-15: with REQUIRE_SCAN, only files found clean are kept or served', async () => {
  await withScanner(
    async (app, clamd) => {
      const [person, uploads] = [await app.given.user({ role: 'team' }), uploadsOf(app)]
      const { pid } = await uploads.upload(person, harmless)
      assert.equal((await app.send({ method: 'GET', url: fileContentUrl(pid) }, person)).statusCode, 200)
      await app.deps.database.query('delete from scans', [])
      const unseen = await app.send({ method: 'GET', url: fileContentUrl(pid) }, person)
      assert.equal(unseen.statusCode, 503)
      assert.match(unseen.body, /has not been scanned for viruses yet/)

      await clamd.close()
      const waiting = await uploads.made(person, { name: 'later.pdf', size: harmless.length })
      await uploads.put(waiting.signedUrl, harmless)
      assert.equal((await uploads.done(person, waiting.file.pid)).statusCode, 503)
      const door = await startSmtpServer(app.deps, { host: '127.0.0.1', port: 0 })
      assert.equal(await deliver(door.port, mailWith(person.email, harmless, 'Later'), [person.email]), 451)
      await door.close()
    },
    { requireScan: true },
  )
  assert.throws(() => parseEnvironment({ REQUIRE_SCAN: '1' }), /CLAMD_URL is missing/)
})

test('S-15: health reports whether there is a scanner and whether it answers', async () => {
  const health = async (app: TestApp) =>
    Health.parse((await app.send({ method: 'GET', url: '/api/health' })).json())
  assert.equal((await health(portal)).scanner, 'ok')
  await withScanner(async (app, clamd) => {
    await clamd.close()
    const response = await app.send({ method: 'GET', url: '/api/health' })
    assert.equal(response.statusCode, 200, 'files are served without it')
    assert.equal(Health.parse(response.json()).scanner, 'down')
  })
})

/**
 * Files that may write to the store directly: the adapters, the seeds of the portal's own documents, builds
 * (scanned as a whole before), restored backups of scanned files, and this folder.
 */
const ownWays =
  /test|-suite|\/seed|files\/(embedded-store|s3-store)|storage\/file-store|federation\/build-store|^backup\/copy-files|^domain\/scanning\//

test('S-15: all other code writes to the store through the scanner', async () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !ownWays.test(file))
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8')
    assert.ok(!/store\.put\(/.test(text), `${file} puts bytes into the store without a scan`)
    if (/store\.freeze\(/.test(text))
      assert.match(text, /scanStored\(/, `${file} takes uploads without a scan`)
  }
})

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { after, before, test } from 'node:test'
import { MailMessage, MailMessages, Refusal } from '@portal/contract'
import { parseMailSearch } from '@portal/contract/mail-search'
import type { ProblemType } from '@portal/contract'
import { z } from 'zod'
import { bodyDocument } from '#mail/reading/body-document.ts'
import { toFilter, toKql, toSearchParameter } from '#mail/providers/graph/graph-search.ts'
import { fetchPicture, pictureAddress } from '#mail/reading/remote-picture.ts'
import { isPublicAddress } from '#platform/outside/public-address.ts'
import type { PictureWorld } from '#mail/reading/remote-picture.ts'
import { activeContent } from '#mail/test-support/active-content.ts'
import { givenMail } from '#mail/test-support/given-mail.ts'
import { hostileBodies } from '#mail/test-support/hostile-bodies.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let reader: Person
before(async () => {
  portal = await startTestApp()
  reader = await portal.given.user({ role: 'team', name: 'Ann Lee' })
})
after(() => portal.close())

const get = (url: string) => portal.send({ method: 'GET', url }, reader)
async function opened(values: Partial<Parameters<typeof givenMail>[1]>): Promise<MailMessage> {
  const { id } = await givenMail(portal.deps, { mailbox: reader.email, ...values })
  return MailMessage.parse((await get(`/api/mail/messages/${id}`)).json())
}

/** The hostile bodies, plain and in the wrappers that mail programs put around forwarded text. */
const corpus = [
  ...hostileBodies,
  ...hostileBodies.map(
    (body) => `<html><body><table><tr><td><blockquote>${body}</blockquote></td></tr></table>`,
  ),
]

/** The body of the document that shows a message. */
function shown(html: string): string {
  const { document } = bodyDocument({ html, text: '', subject: 's', attachments: [] }, 'light', {
    attachment: (id) => `/api/mail/x/${id}`,
  })
  return /<body>([\s\S]*)<\/body>/.exec(document)?.[1] ?? ''
}

test('78: none of more than 200 hostile bodies runs a script, navigates or sends a request', () => {
  assert.ok(corpus.length >= 200, `${corpus.length}`)
  for (const body of corpus) assert.deepEqual(activeContent(shown(body)), [], body.slice(0, 120))
})

test('79: hostile plain text, subjects, names and previews are shown as text only', async () => {
  // Characters that the database cannot store are removed when mail arrives.
  const bodies = hostileBodies.slice(0, 60).map((body) => body.replaceAll('\u0000', ''))
  const files = bodies
    .slice(0, 5)
    .map((name, index) => ({ name: `${index} ${name}`.slice(0, 100), mimeType: 'text/plain', text: 'x' }))
  for (const body of bodies) {
    const from = { name: body.slice(0, 150), address: 'x@evil.example' }
    const {
      bodyUrl,
      preview,
      hints = [],
    } = await opened({ text: body, subject: body.slice(0, 500), from, files })
    const { body: page, headers } = await get(bodyUrl)
    const inside = /<title>([\s\S]*)<\/title>[\s\S]*<body><div class="text">([\s\S]*)<\/div><\/body>/.exec(
      page,
    )
    assert.ok(inside, body)
    assert.doesNotMatch(inside[1] ?? '', /</)
    assert.deepEqual(activeContent(inside[2] ?? ''), [], body)
    assert.match(String(headers['content-security-policy']), /script-src 'none'/)
    assert.ok(preview.length <= 200 && hints.every(({ detail }) => detail.length <= 300))
  }
})

test('80: with remote content off, a body contains no URL to load from', () => {
  for (const body of corpus) {
    const withoutLinks = shown(body).replaceAll(/<a [^>]*>/g, '<a>')
    const attributes = [...withoutLinks.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag).join('')
    assert.doesNotMatch(
      attributes,
      /https?:|\/\/|url|srcset|background=|poster|@import|@font-face|image-set|\bdata=/i,
      body.slice(0, 120),
    )
  }
})

test('81: a mail body cannot cover the page: it is a sandboxed document, and positioning styles are removed', async () => {
  for (const style of [
    'position:fixed;top:0;left:0;z-index:9999',
    'position:absolute',
    'margin-top:-500px',
    'transform:scale(9)',
    'inset:0',
  ]) {
    assert.doesNotMatch(shown(`<p style="${style}">x</p>`), /position|z-index|-500|transform|inset/)
  }
  const { bodyUrl } = await opened({ html: '<p>x</p>' })
  const policy = String((await get(bodyUrl)).headers['content-security-policy'])
  assert.match(policy, /sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/)
  assert.match(policy, /frame-ancestors 'self'/)
})

test('82: ids, names and classes of a mail are removed, so they cannot refer to elements of the portal', () => {
  for (const name of ['portal', 'location', 'getElementById', 'cookie', 'root']) {
    const html = shown(
      `<a id="${name}" name="${name}" class="${name}" href="https://city.example/">x</a><p id=${name}>y</p><form name=${name}></form>`,
    )
    assert.doesNotMatch(html, / (id|name|class)=/)
  }
})

test('83: links open in a new tab without a referrer, and a link whose text names another host gets a warning', async () => {
  const html = [
    '<a href="https://evil.example/login">https://city.example/fees</a>',
    '<a href="https://www.city.example/x">city.example</a>',
    '<a href="https://evil.example/">Click here</a>',
    '<a href="http://evil.example@host.example/" target=_top rel=opener>www.city.example</a>',
  ].join(' ')
  const { hints = [], bodyUrl } = await opened({ html })
  assert.deepEqual(
    hints.filter(({ kind }) => kind === 'link-elsewhere').map(({ detail }) => detail),
    ['https://city.example/fees → evil.example', 'www.city.example → host.example'],
  )
  const links = [...(await get(bodyUrl)).body.matchAll(/<a ([^>]*)>/g)].map(
    ([, attributes = '']) => attributes,
  )
  assert.equal(links.length, 4)
  for (const link of links) assert.match(link, /target="_blank" rel="noopener noreferrer nofollow"/)
})

test('83: look-alike senders, misleading names, foreign reply addresses and odd dates get a warning, honest mail none', async () => {
  const kinds = async (values: Parameters<typeof opened>[0]) =>
    ((await opened(values)).hints ?? []).map(({ kind }) => kind)
  const from = (name: string, address: string) => ({ from: { name, address } })
  assert.deepEqual(await kinds(from('Office', 'permits@p0rtal.example')), ['look-alike'])
  assert.deepEqual(await kinds(from('Office', 'permits@portaI-example.example')), [])
  assert.deepEqual(await kinds(from('boss@portal.example', 'boss@evil.example')), ['name-is-address'])
  assert.deepEqual(await kinds(from('Ann Lee', 'ann@evil.example')), ['own-name-from-outside'])
  assert.deepEqual(await kinds({ replyTo: [{ name: '', address: 'x@desk.mail.example' }] }), [])
  assert.deepEqual(await kinds({ replyTo: [{ name: '', address: 'x@elsewhere.test' }] }), ['reply-elsewhere'])
  assert.deepEqual(await kinds({ headers: [{ name: 'Date', value: 'Mon, 01 Jan 2001 00:00:00 +0000' }] }), [
    'odd-date',
  ])
  assert.deepEqual(await kinds({}), [])
})

/** A host with images and traps, and a network configuration in which its name is public. */
async function withPictures(work: (host: string, world: PictureWorld) => Promise<void>): Promise<void> {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const server: Server = createServer((request, response) => {
    if (request.url === '/p.png') response.setHeader('content-type', 'text/html').end(png)
    else if (request.url === '/page')
      response.setHeader('content-type', 'image/png').end('<html><script>alert(1)</script>')
    else if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/huge') response.end(Buffer.alloc(10 * 1_048_576 + 1, 1))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = z.object({ port: z.number() }).parse(server.address())
    await work(`pictures.example:${port}`, {
      resolve: async () => ['127.0.0.1'],
      isPublic: () => true,
      isPort: () => true,
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const refused = (type: ProblemType) => (error: unknown) => error instanceof Refusal && error.type === type

test('84: the portal fetches remote images only on request with a signature, and never from private networks', async () => {
  const html = '<img src="https://pictures.example/a.png?b=1&c=2">'
  const { bodyUrl, blockedPictures } = await opened({ html })
  assert.equal(blockedPictures, 1)
  assert.doesNotMatch((await get(bodyUrl)).body, /<img/)
  const [, address = ''] = /<img[^>]* src="([^"]+)"/.exec((await get(`${bodyUrl}&pictures=shown`)).body) ?? []
  const signed = address.replaceAll('&amp;', '&')
  const { secretKey } = portal.deps.environment
  assert.equal(signed, pictureAddress(secretKey, 'https://pictures.example/a.png?b=1&c=2'))
  for (const altered of [
    signed.replace('a.png', 'b.png'),
    `${signed}x`,
    signed.replace(/signature=.*/, 'signature='),
  ])
    assert.equal((await get(altered)).statusCode, 403, altered)
  assert.equal((await portal.send({ method: 'GET', url: signed })).statusCode, 401)

  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '2130706433',
    '0x7f000001',
    '017700000001',
  ]
  const more = [
    '10.0.0.1',
    '192.168.0.1.',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0',
    '127.1',
    '100.64.0.1',
    'localhost.',
  ]
  for (const host of [...hosts, ...more])
    assert.equal((await get(pictureAddress(secretKey, `http://${host}/x.png`))).statusCode, 403, host)
  for (const url of [
    'file:///etc/passwd',
    'ftp://x.example/',
    'http://u:p@93.184.216.34/',
    'http://93.184.216.34:22/',
    'data:image/png,x',
  ])
    assert.equal((await get(pictureAddress(secretKey, url))).statusCode, 403, url)
  for (const each of ['93.184.216.34', '2606:2800:220:1::1']) assert.ok(isPublicAddress(each), each)
  // A name with one private address among public ones could resolve differently between the check and the
  // request.
  const rebinding = {
    resolve: async () => ['93.184.216.34', '127.0.0.1'],
    isPublic: isPublicAddress,
    isPort: () => true,
  }
  await assert.rejects(fetchPicture('http://rebinding.example/', rebinding), refused('forbidden'))

  await withPictures(async (host, world) => {
    const usual = { ...world, isPort: (port: string) => port === '' }
    await assert.rejects(
      fetchPicture(`http://${host}/p.png`, usual),
      refused('forbidden'),
      'another port than those of the web',
    )
    assert.equal(
      (await fetchPicture(`http://${host}/p.png`, world)).mimeType,
      'image/png',
      'what it is by its bytes',
    )
    await assert.rejects(fetchPicture(`http://${host}/away`, world), refused('forbidden'))
    await assert.rejects(fetchPicture(`http://${host}/page`, world), refused('unsupported-media-type'))
    await assert.rejects(fetchPicture(`http://${host}/huge`, world), refused('too-large'))
    await assert.rejects(fetchPicture(`http://${host}/nothing`, world), refused('not-found'))
  })
})

test('92: folder and search text are literal for every provider: no quote, operator or line break is a command', async () => {
  const hostile = [
    'x" OR subject:"y',
    "x' or 1 eq 1 or subject eq 'y",
    'x)\r\nA1 DELETE INBOX',
    'x*',
    'from:"a" OR (b)',
    '{5}\r\nx',
    '\\"',
    '%_\\',
  ]
  for (const text of hostile) {
    const kql =
      toKql({ ...parseMailSearch(''), words: [text], from: [text], to: [text], subject: [text] }) ?? ''
    // Outside quotes there are only the portal's own operators.
    const outside = kql
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\(| OR |\)| AND |participants:|from:|recipients:|subject:/g, '')
    assert.equal(outside, '', text)
    assert.doesNotMatch(kql, /[\r\n\\]/)
    assert.match(toSearchParameter(kql), /^"(?:[^"\\]|\\")*"$/)
    assert.equal(toFilter(parseMailSearch(text)), null)
    const found = MailMessages.parse(
      (await get(`/api/mail/messages?q=${encodeURIComponent(text.replaceAll(/[\r\n]/g, ' '))}`)).json(),
    )
    assert.equal(found.metadata.count, 0, text)
    assert.equal((await get(`/api/mail/messages?folder=${encodeURIComponent(text)}`)).statusCode, 400)
  }
  assert.ok(
    MailMessages.parse((await get('/api/mail/messages')).json()).metadata.count > 0,
    'and nothing is gone',
  )
})

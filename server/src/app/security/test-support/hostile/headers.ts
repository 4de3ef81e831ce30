import type { HostileInput, TargetCall } from './target.ts'

const get = (headers: Record<string, string>, path = '/api/auth/me'): TargetCall => ({
  method: 'GET',
  path,
  headers,
})
const many = (count: number, make: (at: number) => string, by = ', ') =>
  Array.from({ length: count }, (_, at) => make(at)).join(by)

const calls: Readonly<Record<string, TargetCall>> = {
  'a thousand cookies': get({ cookie: many(1_000, (at) => `c${at}=x`, '; ') }),
  'sessions without end': get({ cookie: many(300, () => 'session_token=x', '; ') }),
  'a cookie of escapes': get({ cookie: `session_token=${'%'.repeat(10_000)}` }),
  'a thousand proxies': get({ 'x-forwarded-for': many(1_000, (at) => `10.0.${at % 256}.1`) }),
  'addresses that are none': get({ 'x-forwarded-for': `${':'.repeat(10_000)}` }),
  'a thousand ranges': get({ range: `bytes=${many(1_000, (at) => `${at}-${at}`, ',')}` }, '/login'),
  'a thousand tags': get({ 'if-none-match': many(1_500, (at) => `W/"${at}"`) }, '/login'),
  'languages without end': get({ 'accept-language': many(2_000, (at) => `x${at};q=0.${at}`, ',') }),
  'encodings without end': get({ 'accept-encoding': many(2_000, () => 'x;q=0', ',') }, '/login'),
  'types without end': get({ accept: many(2_000, () => '*/*;q=0.1', ',') }, '/login'),
  'an address of dots': get({}, `/${'../'.repeat(3_000)}`),
  'an address of slashes': get({}, '/'.repeat(8_000)),
  'an address of escapes': get({}, `/${'%2f'.repeat(3_000)}`),
  'a query of 2,000 names': get({}, `/api/mail/messages?${many(2_000, (at) => `a${at}=1`, '&')}`),
  'a query of brackets': get({}, `/api/mail/messages?${'a[b]'.repeat(2_000)}=1`),
  'a boundary of blanks': {
    method: 'POST',
    path: '/api/import/orgs',
    headers: { 'content-type': `multipart/form-data; ${' '.repeat(8_000)}boundary=${'-'.repeat(70)}` },
    body: '-'.repeat(2_000_000),
  },
  'parts without end': {
    method: 'POST',
    path: '/api/import/orgs',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${many(50_000, () => '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n', '')}--b--`,
  },
  'a part of headers': {
    method: 'POST',
    path: '/api/import/orgs',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\n${many(100_000, (at) => `x${at}: y\r\n`, '')}\r\n`,
  },
}

/** Headers and URLs that are expensive to parse and cheap to send. */
export function hostileHeaders(): HostileInput[] {
  return Object.entries(calls).map(([name, call]) => ({
    kind: 'header',
    name,
    send: (target) => target.call(call),
  }))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { replyKinds } from '@portal/contract'
import type { MailAddress } from '@portal/contract'
import { answerSubject, responseTo } from './reply-rules.ts'
import type { AnsweredMessage } from './reply-rules.ts'

const person = (address: string, name = ''): MailAddress => ({ name, address })
const [me, ann, ben, list, office] = [
  'me@portal.example',
  'ann@acme.example',
  'ben@acme.example',
  'plans@lists.example',
  'permits@portal.example',
]

function message(
  values: Partial<Record<'from' | 'to' | 'cc' | 'replyTo', readonly string[]>> &
    Partial<Pick<AnsweredMessage, 'headers'>>,
): AnsweredMessage {
  const people = (addresses: readonly string[] = []) => addresses.map((address) => person(address))
  return {
    subject: 'Driveway',
    from: person(values.from?.[0] ?? ann),
    ...(values.from !== undefined && values.from.length > 1 && { authors: people(values.from) }),
    to: people(values.to ?? [me]),
    cc: people(values.cc),
    replyTo: people(values.replyTo),
    headers: values.headers ?? [],
  }
}

interface Case {
  what: string
  message: AnsweredMessage
  identities?: readonly string[]
  reply: readonly string[]
  replyAll: { to: readonly string[]; cc?: readonly string[] }
}

const cases: readonly Case[] = [
  {
    what: 'a plain message goes back to its sender',
    message: message({}),
    reply: [ann],
    replyAll: { to: [ann] },
  },
  {
    what: 'Reply-To comes before From',
    message: message({ replyTo: [ben] }),
    reply: [ben],
    replyAll: { to: [ben] },
  },
  {
    what: 'all of several Reply-To are asked',
    message: message({ replyTo: [ben, list] }),
    reply: [ben, list],
    replyAll: { to: [ben, list] },
  },
  {
    what: 'F16: all authors are answered',
    message: message({ from: [ann, ben], to: [me] }),
    reply: [ann, ben],
    replyAll: { to: [ann, ben] },
  },
  {
    what: 'F16: Reply-To comes before all authors',
    message: message({ from: [ann, ben], replyTo: [list] }),
    reply: [list],
    replyAll: { to: [list] },
  },
  {
    what: 'F16: with us among the authors the others are answered',
    message: message({ from: [me, ben], to: [ann] }),
    reply: [ben],
    replyAll: { to: [ben, ann] },
  },
  {
    what: 'an empty Reply-To is none',
    message: message({ replyTo: [''] }),
    reply: [ann],
    replyAll: { to: [ann] },
  },
  {
    what: 'a Reply-To that is only ourselves is none',
    message: message({ replyTo: [me] }),
    reply: [ann],
    replyAll: { to: [ann] },
  },
  {
    what: 'reply all keeps To and Cc apart and leaves us out',
    message: message({ to: [me, ben], cc: [list, me] }),
    reply: [ann],
    replyAll: { to: [ann, ben], cc: [list] },
  },
  {
    what: 'F16: our address in other letters is ours, one with a plus is somebody else’s',
    message: message({ to: ['ME@Portal.Example', '"me"@portal.example', 'me+city@portal.example', ben] }),
    reply: [ann],
    replyAll: { to: [ann, 'me+city@portal.example', ben] },
  },
  {
    what: 'every identity of the writer is left out',
    message: message({ to: [office], cc: [me, ben] }),
    identities: [me, office],
    reply: [ann],
    replyAll: { to: [ann], cc: [ben] },
  },
  {
    what: 'the office stays on the copy when one answers as oneself',
    message: message({ to: [me], cc: [office] }),
    reply: [ann],
    replyAll: { to: [ann], cc: [office] },
  },
  {
    what: 'nobody is named twice, whatever the letters',
    message: message({ to: [me, 'ANN@acme.example', ben], cc: [ben, 'Ann@Acme.example'] }),
    reply: [ann],
    replyAll: { to: [ann, ben] },
  },
  {
    what: 'what we sent goes on to whom we sent it',
    message: message({ from: [me], to: [ann], cc: [ben] }),
    reply: [ann],
    replyAll: { to: [ann], cc: [ben] },
  },
  {
    what: 'F16: what came from an address of ours with a plus is answered to it',
    message: message({ from: ['me+x@portal.example'], to: [ann, me] }),
    reply: ['me+x@portal.example'],
    replyAll: { to: ['me+x@portal.example', ann] },
  },
  {
    what: 'what we sent to ourselves comes to ourselves',
    message: message({ from: [me], to: [me] }),
    reply: [me],
    replyAll: { to: [me] },
  },
  {
    what: 'what we sent to blind copies alone comes to ourselves',
    message: message({ from: [me], to: [] }),
    reply: [me],
    replyAll: { to: [me] },
  },
  {
    what: 'a list that names itself in Reply-To is answered once, beside the others',
    message: message({ to: [list], replyTo: [list], cc: [ben] }),
    reply: [list],
    replyAll: { to: [list], cc: [ben] },
  },
  {
    what: 'a list that leaves Reply-To alone: the writer, and with reply all the list',
    message: message({ to: [list] }),
    reply: [ann],
    replyAll: { to: [ann, list] },
  },
  {
    what: 'recipients without an address are passed over',
    message: message({ to: [me, 'undisclosed recipients'] }),
    reply: [ann],
    replyAll: { to: [ann] },
  },
]

test('a reply has the specified recipients (contract.md 10.6)', () => {
  const addresses = (people: readonly MailAddress[]) => people.map(({ address }) => address)
  for (const { what, message: answered, identities = [me], reply, replyAll } of cases) {
    const one = responseTo('reply', answered, identities)
    assert.deepEqual([addresses(one.to), one.cc], [reply, []], what)
    const all = responseTo('replyAll', answered, identities)
    assert.deepEqual(
      [addresses(all.to), addresses(all.cc)],
      [replyAll.to, replyAll.cc ?? []],
      `${what} (reply all)`,
    )
    const forward = responseTo('forward', answered, identities)
    assert.deepEqual([forward.to, forward.cc], [[], []], `${what} (forward)`)
  }
})

test('RE: and FW: appear once, whatever prefixes other mail programs added (contract.md 10.6)', () => {
  const subjects = [
    'Fees',
    'RE: Fees',
    'Re: Fees',
    're:Fees',
    'RE: RE: FW: Fees',
    'Re[4]: Fees',
    'AW: Fees',
    'FW: Fees',
    'Fwd: Re: Fees',
    '  SV : Fees ',
  ]
  for (const subject of subjects) {
    assert.equal(answerSubject('reply', subject), 'RE: Fees', subject)
    assert.equal(answerSubject('replyAll', subject), 'RE: Fees', subject)
    assert.equal(answerSubject('forward', subject), 'FW: Fees', subject)
  }
  for (const subject of ['Reply: Fees', 'Regarding: Fees', 'Fees RE: 2'])
    assert.equal(answerSubject('reply', subject), `RE: ${subject}`)
  assert.equal(answerSubject('reply', ''), 'RE:')
})

test('a reply references the answered message and its thread (RFC 5322 3.6.4)', () => {
  const header = (name: string, value: string) => ({ name, value })
  const id = header('message-id', '<b@x>')
  const table: readonly [AnsweredMessage['headers'], string | null, string[]][] = [
    [[], null, []],
    [[id], '<b@x>', ['<b@x>']],
    [[id, header('References', '<r@x>\r\n\t<a@x>')], '<b@x>', ['<r@x>', '<a@x>', '<b@x>']],
    [[id, header('In-Reply-To', '<a@x> (of Monday)')], '<b@x>', ['<a@x>', '<b@x>']],
    [[id, header('References', '<b@x> <a@x> <a@x>')], '<b@x>', ['<a@x>', '<b@x>']],
    [[header('Message-ID', 'no brackets'), header('References', '<a@x>')], null, ['<a@x>']],
  ]
  for (const [headers, inReplyTo, references] of table) {
    const result = responseTo('reply', message({ headers }), [me])
    assert.deepEqual([result.inReplyTo, result.references], [inReplyTo, references])
    assert.deepEqual(responseTo('forward', message({ headers }), [me]).inReplyTo, null)
  }
  const long = Array.from({ length: 100 }, (_, place) => `<${place}@x>`).join(' ')
  const { references } = responseTo('reply', message({ headers: [id, header('References', long)] }), [me])
  assert.deepEqual(
    [references.length, references[0], references.at(-2), references.at(-1)],
    [20, '<0@x>', '<99@x>', '<b@x>'],
  )
})

test('a reply is not addressed to its writer when there are others, and names each recipient once', () => {
  const anyone = fc.constantFrom(me, ann, ben, list, office, 'ME@PORTAL.example', 'me+1@portal.example', '')
  const people = fc.array(anyone, { maxLength: 6 })
  fc.assert(
    fc.property(
      fc.constantFrom(...replyKinds),
      anyone,
      people,
      people,
      people,
      (kind, from, to, cc, replyTo) => {
        const result = responseTo(kind, message({ from: [from], to, cc, replyTo }), [me])
        const all = [...result.to, ...result.cc].map(({ address }) => address.toLowerCase())
        assert.equal(new Set(all).size, all.length)
        const isMe = (address: string) => /^me@/i.test(address)
        const others = [from, ...to, ...replyTo].filter((address) => address !== '' && !isMe(address))
        if (others.length > 0 && kind === 'replyAll' && !isMe(from) && from !== '') assert.ok(!all.some(isMe))
      },
    ),
    { seed: 1, numRuns: 500 },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrase } from '../sentence.ts'
import { emptyGuardContext } from './machine.ts'
import type { SignOff } from './machine.ts'
import { packageMachine } from './packages.ts'
import {
  clientSignOffOf,
  isSignOffValid,
  refusalOfSignOff,
  signOffActs,
  signOffAfter,
  missingSignOff,
  signOffOffers,
} from './sign-off.ts'

const preparer = { pid: 'P', name: 'Paula' }
const verifiers = [null, preparer, { pid: 'V', name: 'Vera' }]
const clients = ['NOT_ASKED', 'ASKED', 'APPROVED', 'RETURNED'] as const
const doers = [
  { pid: 'P', role: 'team' },
  { pid: 'V', role: 'admin' },
  { pid: 'C', role: 'client', orgRole: 'ORG_ADMIN' },
  { pid: 'M', role: 'client', orgRole: 'MEMBER' },
] as const

/** All combinations of verification and client approval. */
const all = verifiers.flatMap((verifier) =>
  clients.flatMap((client) =>
    [true, false].map((bySecondPerson): SignOff => ({
      bySecondPerson,
      preparer,
      standIn: null,
      verifier,
      client,
      approver: client === 'APPROVED' ? 'C' : null,
      returnReason: client === 'RETURNED' ? 'Too high' : null,
    })),
  ),
)

test('an offered sign-off action is accepted and every other one is refused or has no effect (domain.md 1.9)', () => {
  for (const packageStatus of packageMachine.statuses) {
    for (const signOff of all) {
      const facts = { packageStatus, signOff }
      for (const doer of doers) {
        const allowed = signOffOffers(doer, facts).flatMap((offer) => (offer.allowed ? [offer.act] : []))
        for (const act of signOffActs) {
          const body = { act, reason: 'Because' }
          const isAccepted =
            refusalOfSignOff(body, doer, facts) === null && !isSignOffValid(body, doer, facts)
          assert.equal(
            isAccepted,
            allowed.includes(act),
            `${doer.pid} ${act} at ${packageStatus} ${JSON.stringify(signOff)}`,
          )
        }
      }
    }
  }
})

test('a missing second verification or client approval keeps a package from being ready (domain.md 1.9)', () => {
  for (const signOff of all) {
    const lacking = missingSignOff(signOff)
    const isVerified = !signOff.bySecondPerson || signOff.verifier?.pid === 'V'
    assert.equal(
      lacking.some(({ code }) => code === 'second-person'),
      !isVerified,
    )
    assert.equal(
      lacking.some(({ code }) => code === 'client-approval' || code === 'client-returned'),
      signOff.client === 'ASKED' || signOff.client === 'RETURNED',
    )
    assert.ok(lacking.every(({ tab }) => tab === 'Documents'))
    const refused = packageMachine
      .transitions({ status: 'COLLECTING' }, emptyGuardContext)
      .find(({ to }) => to === 'READY')
    assert.deepEqual(
      refused?.guards?.(
        { status: 'COLLECTING', checklist: [], feeReady: true },
        { ...emptyGuardContext, signOff },
      ),
      lacking,
    )
  }
})

test('the preparer cannot verify their package, and office and client cannot perform each other’s actions', () => {
  const signOff = { ...emptyGuardContext.signOff, bySecondPerson: true, preparer }
  const facts = { packageStatus: 'COLLECTING', signOff }
  const unmet = [phrase('{{name}} prepared this package. Someone else must verify it.', { name: 'Paula' })]
  assert.deepEqual(refusalOfSignOff({ act: 'VERIFY' }, doers[0], facts), { kind: 'unmet', unmet })
  assert.equal(refusalOfSignOff({ act: 'APPROVE' }, doers[1], facts)?.kind, 'forbidden')
  assert.equal(refusalOfSignOff({ act: 'VERIFY' }, doers[2], facts)?.kind, 'forbidden')
  assert.deepEqual(
    refusalOfSignOff({ act: 'RETURN' }, doers[2], { ...facts, signOff: { ...signOff, client: 'ASKED' } }),
    {
      kind: 'unmet',
      unmet: ['Enter a reason.'],
    },
  )
})

test('an approval replaces a return and a return replaces an approval', () => {
  const now = new Date('2026-01-02T03:04:05.000Z')
  const asked = signOffAfter({ act: 'ASK' }, doers[0], now)
  const returned = { ...asked, ...signOffAfter({ act: 'RETURN', reason: 'Too high' }, doers[2], now) }
  const approved = { ...returned, ...signOffAfter({ act: 'APPROVE' }, doers[2], now) }
  const takenBack = { ...returned, ...signOffAfter({ act: 'TAKE_BACK' }, doers[0], now) }
  assert.deepEqual([asked, returned, approved, takenBack].map(clientSignOffOf), [
    'ASKED',
    'RETURNED',
    'APPROVED',
    'NOT_ASKED',
  ])
  assert.equal(
    clientSignOffOf({ ...approved, ...signOffAfter({ act: 'RETURN', reason: 'No' }, doers[2], now) }),
    'RETURNED',
  )
})

import { invalid } from '../problem.ts'
import type { RecordValues } from '../query/writes.ts'
import type { LocalDate } from '../time.ts'
import { phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'
import { emptyGuardContext } from './machine.ts'
import type { Machine, TransitionBody } from './machine.ts'

const onlyForIssuance = (stray: string) => phrase('body.{{stray}} is only for issuing a permit', { stray })

/** Inputs that are refused with a transition that does not declare them, and the sentence of the refusal. */
const refusals = {
  method: 'body.method is only for recording a payment',
  reference: 'body.reference is only for recording a payment',
  paidOn: 'body.paidOn is only for a paid payment',
  authorityNumber: onlyForIssuance('authorityNumber'),
  issuedDate: onlyForIssuance('issuedDate'),
  expiryDate: onlyForIssuance('expiryDate'),
  certificateExpiry: 'body.certificateExpiry is only for a task that asks for a new certificate',
  comments: 'body.comments: agency comments are recorded only with corrections',
} as const satisfies Partial<Record<keyof TransitionBody, Sayable>>

const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** Throws 400 naming the first input that the transition of the record does not declare. */
export function requireInputsInPlace(
  machine: Machine,
  record: RecordValues,
  body: TransitionBody,
  today: LocalDate,
): void {
  const declared: readonly string[] = [
    ...(machine.inputs?.(body.to, record, today, emptyGuardContext) ?? []).map(({ name }) => name),
    ...(machine.additions?.(body.to) ?? []),
  ]
  const given = new Map<string, unknown>(Object.entries(body))
  for (const [name, sentence] of Object.entries(refusals))
    if (isGiven(given.get(name)) && !declared.includes(name))
      throw invalid(`body.${name}`, 'out-of-place', sentence)
}

import { z } from 'zod'
import { inEnglish, joined, phrase } from './sentence.ts'
import type { Say, Sayable } from './sentence.ts'

/** The closed list of problem types with their HTTP status and title. Source: contract.md 2, RFC 9457. */
export const problemTypes = {
  'validation-failed': { status: 400, title: 'The request is not valid' },
  'forbidden-field': { status: 400, title: 'A field can’t be changed' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  forbidden: { status: 403, title: 'Not allowed' },
  'reauth-required': { status: 403, title: 'Confirm your identity' },
  'not-found': { status: 404, title: 'Not found' },
  'version-conflict': { status: 409, title: 'Changed by someone else' },
  'transition-refused': { status: 409, title: 'This step is not available' },
  'approval-needed': { status: 409, title: 'Second approval required' },
  duplicate: { status: 409, title: 'Already exists' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not JSON' },
  infected: { status: 422, title: 'The file is not safe' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Internal Server Error' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  'insufficient-storage': { status: 507, title: 'Not enough space' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemType = keyof typeof problemTypes

/** One error: its path (`query.filter.status`), a stable code, and a sentence. */
export const ProblemError = z.object({ path: z.string(), code: z.string(), detail: z.string() })
export type ProblemError = z.infer<typeof ProblemError>

/** Body of every refused call, sent as `application/problem+json`. `instance` is the request ID. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  instance: z.string(),
  errors: z.array(ProblemError).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  unmet: z.array(z.string()).optional(),
  /** Machine-readable rule and parameters of the refusal; `detail` says the same in words. */
  code: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type Problem = z.infer<typeof Problem>

/** One error before its sentence is translated. */
export interface RefusedValue extends Omit<ProblemError, 'detail'> {
  detail: Sayable
}

export interface ProblemExtras {
  errors?: RefusedValue[]
  current?: Record<string, unknown>
  unmet?: Sayable[]
  code?: string
  params?: Record<string, unknown>
}

/** Thrown for every error that the caller may see. The server turns it into a problem+json response. */
export class Refusal extends Error {
  readonly type: ProblemType
  readonly detail: Sayable
  readonly extras: ProblemExtras
  constructor(type: ProblemType, detail: Sayable, extras: ProblemExtras = {}) {
    super(inEnglish(detail))
    this.name = 'Refusal'
    this.type = type
    this.detail = detail
    this.extras = extras
  }
}

/** A validation refusal for one path: `invalid('query.page', 'out-of-range', 'page must be 1 or more')`. */
export function invalid(path: string, code: string, detail: Sayable): Refusal {
  return new Refusal('validation-failed', detail, { errors: [{ path, code, detail }] })
}

/** A validation refusal with all errors. */
export function invalidAll(errors: readonly RefusedValue[]): Refusal {
  const details = errors.map(({ detail }) => detail)
  return new Refusal('validation-failed', joined(details, '; '), { errors: [...errors] })
}

/** The problem+json body of a refusal, in the language of the caller. */
export function toProblem(
  { type, detail, extras }: Refusal,
  instance: string,
  say: Say = inEnglish,
): Problem {
  const { status, title } = problemTypes[type]
  const { errors, unmet, ...rest } = extras
  return {
    type,
    title: say(title),
    status,
    detail: say(detail),
    instance,
    ...rest,
    ...(errors && { errors: errors.map((error) => ({ ...error, detail: say(error.detail) })) }),
    ...(unmet && { unmet: unmet.map(say) }),
  }
}

/**
 * The message of a schema. A limit or a list of codes in it becomes a value, so that one translation fits
 * every field.
 */
export function issueSentence(issue: z.core.$ZodIssue): Sayable {
  const limit = 'maximum' in issue ? issue.maximum : 'minimum' in issue ? issue.minimum : undefined
  const codes: unknown =
    'values' in issue ? issue.values : issue.code === 'custom' ? issue.params?.['values'] : undefined
  const values = {
    ...(limit !== undefined && { limit: String(limit) }),
    ...(Array.isArray(codes) && { codes: codes.join(', ') }),
  }
  const template = Object.entries(values)
    .filter(([, value]) => value !== '')
    .reduce((message, [name, value]) => message.replace(value, `{{${name}}}`), issue.message)
  return phrase(template, values)
}

/**
 * Turns a zod error into a validation refusal that lists every error. `prefix` is prepended to each path;
 * `messageOf` words an issue.
 */
export function refusalOf(
  error: z.ZodError,
  prefix: string,
  messageOf: (issue: z.core.$ZodIssue, place: number) => Sayable = issueSentence,
): Refusal {
  const errors = error.issues.map((issue, index) => {
    const path = [prefix, ...issue.path.map(String)].filter(Boolean).join('.')
    return {
      path,
      code: issue.code ?? 'invalid',
      detail:
        path === ''
          ? messageOf(issue, index)
          : phrase('{{path}}: {{problem}}', { path, problem: messageOf(issue, index) }),
    }
  })
  return invalidAll(errors)
}
